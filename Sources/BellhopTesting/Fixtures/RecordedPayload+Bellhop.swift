import BellhopModel

extension RecordedPayload {
    /// Payloads of a Bellhop server.
    public static let bellhop = [
        RecordedPayload(
            "bellhop-approval", .approval,
            #"""
            {"aps":{"alert":{"body":"Execute: npm test","subtitle":"Bash","title":"Approval Needed"},"badge":2,"category":"APPROVAL_REQUEST","interruption-level":"time-sensitive","mutable-content":1,"sound":"default","thread-id":"session-789"},"deadline":1767225900000,"deepLink":"bellhop://asks/0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4d","hiddenCharacters":0,"inputDigest":"a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1","notificationId":"0192f0c4-7b1f-7cc3-8d2a-000000000001","requestId":"0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4d","sessionId":"session-789","toolName":"Bash","type":"approval"}
            """#),
        RecordedPayload(
            "bellhop-clear", .clear,
            #"""
            {"aps":{"content-available":1},"clearApprovalId":"0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4d","reason":"approved_on_other_device"}
            """#),
        RecordedPayload(
            "bellhop-complete", .complete,
            #"""
            {"aps":{"alert":{"body":"All tests passed successfully","title":"Task Complete"},"badge":2,"category":"TASK_COMPLETE","interruption-level":"active","mutable-content":1,"sound":"default","thread-id":"session-789"},"deepLink":"bellhop://asks/0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4d","notificationId":"0192f0c4-7b1f-7cc3-8d2a-000000000001","sessionId":"session-789","type":"complete"}
            """#),
        RecordedPayload(
            "bellhop-error", .error,
            #"""
            {"aps":{"alert":{"body":"An error occurred","title":"Task Failed"},"badge":2,"category":"TASK_ERROR","interruption-level":"active","mutable-content":1,"sound":"default","thread-id":"session-789"},"deepLink":"bellhop://asks/0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4d","notificationId":"0192f0c4-7b1f-7cc3-8d2a-000000000001","sessionId":"session-789","type":"error"}
            """#),
        RecordedPayload(
            "bellhop-live-activity-end", .liveActivity,
            #"""
            {"aps":{"content-state":{"elapsedSeconds":120,"status":"completed"},"dismissal-date":1234568190,"event":"end","timestamp":1234567890}}
            """#),
        RecordedPayload(
            "bellhop-live-activity-start", .liveActivity,
            #"""
            {"aps":{"alert":{"body":"Running tests...","sound":"default","title":"shop"},"attributes":{"title":"shop"},"attributes-type":"SessionAttributes","content-state":{"currentOperation":"Running tests...","elapsedSeconds":120,"status":"processing","todoProgress":{"completed":3,"currentTask":"Fix authentication","total":7}},"event":"start","input-push-token":1,"stale-date":1234568190,"timestamp":1234567890}}
            """#),
        RecordedPayload(
            "bellhop-live-activity-update", .liveActivity,
            #"""
            {"aps":{"content-state":{"currentOperation":"Running tests...","elapsedSeconds":120,"status":"processing","todoProgress":{"completed":3,"currentTask":"Fix authentication","total":7}},"event":"update","stale-date":1234568190,"timestamp":1234567890}}
            """#),
        RecordedPayload(
            "bellhop-paused", .paused,
            #"""
            {"aps":{"alert":{"body":"Background time is over. Open the app to continue.","title":"Task Paused"},"badge":2,"category":"TASK_PAUSED","interruption-level":"passive","mutable-content":1,"thread-id":"session-789"},"deepLink":"bellhop://asks/0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4d","notificationId":"0192f0c4-7b1f-7cc3-8d2a-000000000001","sessionId":"session-789","type":"paused"}
            """#),
        RecordedPayload(
            "bellhop-permission", .approval,
            #"""
            {"aps":{"alert":{"body":"Execute: npm test","subtitle":"Bash","title":"Approval Needed"},"badge":2,"category":"PERMISSION_REQUEST","interruption-level":"time-sensitive","mutable-content":1,"sound":"default","thread-id":"session-789"},"deadline":1767225900000,"deepLink":"bellhop://asks/0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4d","hiddenCharacters":0,"inputDigest":"a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1","notificationId":"0192f0c4-7b1f-7cc3-8d2a-000000000001","requestId":"0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4d","sessionId":"session-789","toolName":"Bash","type":"approval"}
            """#),
        RecordedPayload(
            "bellhop-question", .question,
            #"""
            {"aps":{"alert":{"body":"Which database should we use for this feature?","title":"Claude has a question"},"badge":2,"category":"QUESTION_ASKED","interruption-level":"time-sensitive","mutable-content":1,"sound":"default","thread-id":"session-789"},"deadline":1767225900000,"deepLink":"bellhop://asks/0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4d","inputDigest":"a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1a1","notificationId":"0192f0c4-7b1f-7cc3-8d2a-000000000001","questionId":"0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4d","sessionId":"session-789","type":"question"}
            """#),
        RecordedPayload(
            "bellhop-status", .status,
            #"""
            {"aps":{"alert":{"body":"3 of 7 done","title":"Still working"},"badge":2,"category":"SESSION_STATUS","interruption-level":"passive","mutable-content":1,"thread-id":"session-789"},"deepLink":"bellhop://asks/0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4d","notificationId":"0192f0c4-7b1f-7cc3-8d2a-000000000001","sessionId":"session-789","type":"status"}
            """#),
        RecordedPayload(
            "bellhop-update", .update,
            #"""
            {
              "aps": {
                "alert": {
                  "title": "Lamp 42",
                  "body": "The price was lowered"
                },
                "badge": 1,
                "category": "update",
                "interruption-level": "active",
                "mutable-content": 1,
                "sound": "default",
                "thread-id": "lamps"
              },
              "type": "update",
              "notificationId": "0192f0c4-7b1f-7cc3-8d2a-000000000010",
              "itemId": "42",
              "deepLink": "bellhop://items/42"
            }
            """#),
    ]
}
