import BellhopModel

extension RecordedPayload {
    /// Payloads of scripts for coding agents.
    public static let agent = [
        RecordedPayload(
            "agent-approval", .approval,
            #"""
            {
              "aps": {
                "alert": {
                  "title": "Approval Needed",
                  "subtitle": "Bash",
                  "body": "Execute: npm test"
                },
                "sound": "default",
                "category": "APPROVAL_REQUEST",
                "mutable-content": 1
              },
              "requestId": "approval-123",
              "toolName": "Bash",
              "type": "approval"
            }
            """#),
        RecordedPayload(
            "agent-clear", .clear,
            #"""
            {
              "aps": {
                "content-available": 1
              },
              "clearApprovalId": "approval-123",
              "reason": "approved_on_other_device"
            }
            """#),
        RecordedPayload(
            "agent-complete", .complete,
            #"""
            {
              "aps": {
                "alert": {
                  "title": "Task Complete",
                  "body": "All tests passed successfully"
                },
                "sound": "default",
                "category": "TASK_COMPLETE"
              },
              "sessionId": "session-789",
              "type": "complete"
            }
            """#),
        RecordedPayload(
            "agent-live-activity", .liveActivity,
            #"""
            {
              "aps": {
                "timestamp": 1234567890,
                "event": "update",
                "content-state": {
                  "status": "processing",
                  "currentOperation": "Running tests...",
                  "elapsedSeconds": 120,
                  "todoProgress": {
                    "completed": 3,
                    "total": 7,
                    "currentTask": "Fix authentication"
                  }
                },
                "stale-date": 1234568190
              }
            }
            """#),
        RecordedPayload(
            "agent-question", .question,
            #"""
            {
              "aps": {
                "alert": {
                  "title": "Claude has a question",
                  "body": "Which database should we use for this feature?"
                },
                "sound": "default",
                "category": "QUESTION_ASKED"
              },
              "questionId": "question-456",
              "type": "question"
            }
            """#),
        RecordedPayload(
            "agent-simulator-file", .approval,
            #"""
            {
              "Simulator Target Bundle": "com.example.Agent",
              "aps": {
                "alert": {
                  "title": "Approval Needed",
                  "subtitle": "Bash",
                  "body": "Execute: npm test"
                },
                "sound": "default",
                "category": "APPROVAL_REQUEST"
              },
              "requestId": "test-123",
              "toolName": "Bash",
              "type": "approval"
            }
            """#),
    ]
}
