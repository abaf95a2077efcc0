// swift-format-ignore-file
#if DEBUG
// Made by Scripts/samples of App/Payloads. Not to be changed by hand.

extension SamplePayload {
    /// Each file, with what is in it.
    static let all: [SamplePayload] = [
        SamplePayload(
            name: "approval",
            text: #"""
            {
              "Simulator Target Bundle": "dev.bellhop.app",
              "aps": {
                "alert": {
                  "title": "Approval Needed",
                  "subtitle": "Bash",
                  "body": "Execute: npm test"
                },
                "badge": 1,
                "category": "APPROVAL_REQUEST",
                "interruption-level": "time-sensitive",
                "mutable-content": 1,
                "sound": "default",
                "thread-id": "session-789"
              },
              "type": "approval",
              "requestId": "0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c01",
              "notificationId": "0192f0c4-7b1f-7cc3-8d2a-000000000001",
              "sessionId": "session-789",
              "deadline": 4102444800000,
              "hiddenCharacters": 0,
              "inputDigest": "9178ac939ad908d8fd89e97596cdc0e5e28dee903ccb18dc79d0fb98698cbd14",
              "deepLink": "bellhop://asks/0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c01",
              "toolName": "Bash"
            }
            """#),
        SamplePayload(
            name: "approval-review",
            text: #"""
            {
              "Simulator Target Bundle": "dev.bellhop.app",
              "aps": {
                "alert": {
                  "title": "Approval Needed",
                  "subtitle": "Bash",
                  "body": "⚠ 6012 of 6127 characters not shown\n⚠ outside the project\ncat > /srv/release.sh <<'EOF'\nset -eu ‹… 6012 characters left out …› \nEOF\nsh /srv/release.sh"
                },
                "badge": 1,
                "category": "APPROVAL_REVIEW",
                "interruption-level": "time-sensitive",
                "mutable-content": 1,
                "sound": "default",
                "thread-id": "session-789"
              },
              "type": "approval",
              "requestId": "0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c17",
              "notificationId": "0192f0c4-7b1f-7cc3-8d2a-000000000017",
              "sessionId": "session-789",
              "deadline": 4102444800000,
              "hiddenCharacters": 6012,
              "inputDigest": "9178ac939ad908d8fd89e97596cdc0e5e28dee903ccb18dc79d0fb98698cbd14",
              "deepLink": "bellhop://asks/0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c17",
              "toolName": "Bash"
            }
            """#),
        SamplePayload(
            name: "clear",
            text: #"""
            {
              "Simulator Target Bundle": "dev.bellhop.app",
              "aps": {
                "content-available": 1
              },
              "clearApprovalId": "0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c01",
              "reason": "approved_on_other_device"
            }
            """#),
        SamplePayload(
            name: "complete",
            text: #"""
            {
              "Simulator Target Bundle": "dev.bellhop.app",
              "aps": {
                "alert": {
                  "title": "Task Complete",
                  "body": "All tests passed"
                },
                "badge": 1,
                "category": "TASK_COMPLETE",
                "interruption-level": "active",
                "mutable-content": 1,
                "sound": "default",
                "thread-id": "session-789"
              },
              "type": "complete",
              "notificationId": "0192f0c4-7b1f-7cc3-8d2a-000000000004",
              "sessionId": "session-789",
              "deepLink": "bellhop://sessions/session-789"
            }
            """#),
        SamplePayload(
            name: "error",
            text: #"""
            {
              "Simulator Target Bundle": "dev.bellhop.app",
              "aps": {
                "alert": {
                  "title": "Task Failed",
                  "body": "The connection to the model was lost"
                },
                "badge": 1,
                "category": "TASK_ERROR",
                "interruption-level": "active",
                "mutable-content": 1,
                "sound": "default",
                "thread-id": "session-789"
              },
              "type": "error",
              "notificationId": "0192f0c4-7b1f-7cc3-8d2a-000000000005",
              "sessionId": "session-789",
              "deepLink": "bellhop://sessions/session-789"
            }
            """#),
        SamplePayload(
            name: "live-activity-end",
            text: #"""
            {
              "Simulator Target Bundle": "dev.bellhop.app",
              "aps": {
                "timestamp": 1767226200,
                "event": "end",
                "dismissal-date": 1767226500,
                "content-state": {
                  "status": "completed",
                  "elapsedSeconds": 600,
                  "todoProgress": {
                    "completed": 7,
                    "total": 7
                  }
                }
              }
            }
            """#),
        SamplePayload(
            name: "live-activity-start",
            text: #"""
            {
              "Simulator Target Bundle": "dev.bellhop.app",
              "aps": {
                "timestamp": 1767225600,
                "event": "start",
                "stale-date": 1767225900,
                "content-state": {
                  "status": "processing",
                  "elapsedSeconds": 0
                },
                "attributes-type": "SessionAttributes",
                "attributes": {
                  "title": "shop"
                },
                "input-push-token": 1,
                "alert": {
                  "title": "shop",
                  "body": "The agent has begun",
                  "sound": "default"
                }
              }
            }
            """#),
        SamplePayload(
            name: "live-activity-update",
            text: #"""
            {
              "Simulator Target Bundle": "dev.bellhop.app",
              "aps": {
                "timestamp": 1767225720,
                "event": "update",
                "stale-date": 1767226020,
                "content-state": {
                  "status": "processing",
                  "currentOperation": "Running tests",
                  "elapsedSeconds": 120,
                  "todoProgress": {
                    "completed": 3,
                    "total": 7,
                    "currentTask": "Fix login"
                  }
                }
              }
            }
            """#),
        SamplePayload(
            name: "message",
            text: #"""
            {
              "Simulator Target Bundle": "dev.bellhop.app",
              "aps": {
                "alert": {
                  "title": "Ada",
                  "body": "Shall we meet at nine?"
                },
                "badge": 1,
                "category": "message",
                "interruption-level": "active",
                "mutable-content": 1,
                "sound": "default",
                "thread-id": "ada"
              },
              "type": "message",
              "notificationId": "0192f0c4-7b1f-7cc3-8d2a-000000000012",
              "messageId": "msg_12345",
              "deepLink": "bellhop://messages/msg_12345"
            }
            """#),
        SamplePayload(
            name: "message-category",
            text: #"""
            {
              "Simulator Target Bundle": "dev.bellhop.app",
              "aps": {
                "alert": {
                  "title": "Ada",
                  "body": "Shall we meet at nine?"
                },
                "badge": 1,
                "category": "MESSAGE_CATEGORY",
                "interruption-level": "active",
                "mutable-content": 1,
                "sound": "default",
                "thread-id": "ada"
              },
              "type": "message",
              "notificationId": "0192f0c4-7b1f-7cc3-8d2a-000000000013",
              "messageId": "msg_12345",
              "deepLink": "bellhop://messages/msg_12345"
            }
            """#),
        SamplePayload(
            name: "new-item",
            text: #"""
            {
              "Simulator Target Bundle": "dev.bellhop.app",
              "aps": {
                "alert": {
                  "title": "New lamp",
                  "body": "Brass, 40 cm"
                },
                "badge": 1,
                "category": "new_item",
                "interruption-level": "active",
                "mutable-content": 1,
                "sound": "default",
                "thread-id": "lamps"
              },
              "type": "new_item",
              "notificationId": "0192f0c4-7b1f-7cc3-8d2a-00000000000c",
              "itemId": "42",
              "deepLink": "bellhop://items/42"
            }
            """#),
        SamplePayload(
            name: "paused",
            text: #"""
            {
              "Simulator Target Bundle": "dev.bellhop.app",
              "aps": {
                "alert": {
                  "title": "Task Paused",
                  "body": "Background time is over. Open the app to continue."
                },
                "badge": 1,
                "category": "TASK_PAUSED",
                "interruption-level": "passive",
                "mutable-content": 1,
                "thread-id": "session-789"
              },
              "type": "paused",
              "notificationId": "0192f0c4-7b1f-7cc3-8d2a-000000000006",
              "sessionId": "session-789",
              "deepLink": "bellhop://sessions/session-789"
            }
            """#),
        SamplePayload(
            name: "permission",
            text: #"""
            {
              "Simulator Target Bundle": "dev.bellhop.app",
              "aps": {
                "alert": {
                  "title": "Permission Required",
                  "subtitle": "Bash",
                  "body": "rm -rf build && make release"
                },
                "badge": 1,
                "category": "PERMISSION_REQUEST",
                "interruption-level": "time-sensitive",
                "mutable-content": 1,
                "sound": "default",
                "thread-id": "session-789"
              },
              "type": "approval",
              "requestId": "0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c02",
              "notificationId": "0192f0c4-7b1f-7cc3-8d2a-000000000002",
              "sessionId": "session-789",
              "deadline": 4102444800000,
              "hiddenCharacters": 0,
              "inputDigest": "104a40e512d4ce657c9f4f0d0352d1ab5c797ef65df54f4bc55348af3b41a058",
              "deepLink": "bellhop://asks/0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c02",
              "toolName": "Bash",
              "toolInput": "rm -rf build && make release",
              "projectName": "shop"
            }
            """#),
        SamplePayload(
            name: "question",
            text: #"""
            {
              "Simulator Target Bundle": "dev.bellhop.app",
              "aps": {
                "alert": {
                  "title": "Claude has a question",
                  "body": "Which database should we use for this feature?"
                },
                "badge": 1,
                "category": "QUESTION_ASKED",
                "interruption-level": "time-sensitive",
                "mutable-content": 1,
                "sound": "default",
                "thread-id": "session-789"
              },
              "type": "question",
              "questionId": "0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c03",
              "notificationId": "0192f0c4-7b1f-7cc3-8d2a-000000000003",
              "sessionId": "session-789",
              "deadline": 4102444800000,
              "inputDigest": "16d3c3dd9369f64de1dc1c43736971a50af14af238fd7a5de3e57a2b27fbc8a9",
              "deepLink": "bellhop://asks/0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c03"
            }
            """#),
        SamplePayload(
            name: "reminder",
            text: #"""
            {
              "Simulator Target Bundle": "dev.bellhop.app",
              "aps": {
                "alert": {
                  "title": "Water the plants",
                  "body": "Due now"
                },
                "badge": 1,
                "category": "reminder",
                "interruption-level": "active",
                "mutable-content": 1,
                "sound": "default",
                "thread-id": "plants"
              },
              "type": "reminder",
              "notificationId": "0192f0c4-7b1f-7cc3-8d2a-00000000000e",
              "itemId": "7",
              "deepLink": "bellhop://items/7"
            }
            """#),
        SamplePayload(
            name: "reminder-category",
            text: #"""
            {
              "Simulator Target Bundle": "dev.bellhop.app",
              "aps": {
                "alert": {
                  "title": "Water the plants",
                  "body": "Due now"
                },
                "badge": 1,
                "category": "REMINDER_CATEGORY",
                "interruption-level": "active",
                "mutable-content": 1,
                "sound": "default",
                "thread-id": "plants"
              },
              "type": "reminder",
              "notificationId": "0192f0c4-7b1f-7cc3-8d2a-00000000000f",
              "itemId": "7",
              "deepLink": "bellhop://items/7"
            }
            """#),
        SamplePayload(
            name: "rich-code-preview",
            text: #"""
            {
              "Simulator Target Bundle": "dev.bellhop.app",
              "aps": {
                "alert": {
                  "title": "shop",
                  "body": "The retry waits now"
                },
                "badge": 1,
                "category": "AGENT_COMPLETE",
                "interruption-level": "active",
                "mutable-content": 1,
                "sound": "default",
                "thread-id": "session-789"
              },
              "type": "complete",
              "notificationId": "0192f0c4-7b1f-7cc3-8d2a-00000000000a",
              "sessionId": "session-789",
              "deepLink": "bellhop://sessions/session-789",
              "projectName": "shop",
              "summary": "The retry waits now",
              "filesChanged": 1,
              "codePreview": "func retry() async throws {\n    try await clock.sleep(for: backoff.next())\n    try await send()\n}"
            }
            """#),
        SamplePayload(
            name: "rich-error",
            text: #"""
            {
              "Simulator Target Bundle": "dev.bellhop.app",
              "aps": {
                "alert": {
                  "title": "shop",
                  "body": "xcodebuild ended with code 65"
                },
                "badge": 1,
                "category": "AGENT_ERROR",
                "interruption-level": "active",
                "mutable-content": 1,
                "sound": "default",
                "thread-id": "session-789"
              },
              "type": "error",
              "notificationId": "0192f0c4-7b1f-7cc3-8d2a-00000000000b",
              "sessionId": "session-789",
              "deepLink": "bellhop://sessions/session-789",
              "projectName": "shop",
              "errorType": "Build failed",
              "errorMessage": "xcodebuild ended with code 65"
            }
            """#),
        SamplePayload(
            name: "rich-files-changed",
            text: #"""
            {
              "Simulator Target Bundle": "dev.bellhop.app",
              "aps": {
                "alert": {
                  "title": "shop",
                  "body": "Login is fixed"
                },
                "badge": 1,
                "category": "AGENT_COMPLETE",
                "interruption-level": "active",
                "mutable-content": 1,
                "sound": "default",
                "thread-id": "session-789"
              },
              "type": "complete",
              "notificationId": "0192f0c4-7b1f-7cc3-8d2a-000000000009",
              "sessionId": "session-789",
              "deepLink": "bellhop://sessions/session-789",
              "projectName": "shop",
              "summary": "Login is fixed and tested",
              "filesChanged": 3
            }
            """#),
        SamplePayload(
            name: "rich-image",
            text: #"""
            {
              "Simulator Target Bundle": "dev.bellhop.app",
              "aps": {
                "alert": {
                  "title": "New lamp",
                  "body": "Brass, 40 cm"
                },
                "badge": 1,
                "category": "new_item",
                "interruption-level": "active",
                "mutable-content": 1,
                "sound": "default",
                "thread-id": "lamps"
              },
              "type": "new_item",
              "notificationId": "0192f0c4-7b1f-7cc3-8d2a-00000000000d",
              "itemId": "42",
              "deepLink": "bellhop://items/42",
              "imageURL": "https://example.com/lamps/42.jpg"
            }
            """#),
        SamplePayload(
            name: "session-update",
            text: #"""
            {
              "Simulator Target Bundle": "dev.bellhop.app",
              "aps": {
                "alert": {
                  "title": "shop",
                  "body": "Tests are running"
                },
                "badge": 1,
                "category": "SESSION_UPDATE",
                "interruption-level": "passive",
                "mutable-content": 1,
                "thread-id": "session-789"
              },
              "type": "status",
              "notificationId": "0192f0c4-7b1f-7cc3-8d2a-000000000008",
              "sessionId": "session-789",
              "deepLink": "bellhop://sessions/session-789",
              "projectName": "shop"
            }
            """#),
        SamplePayload(
            name: "status",
            text: #"""
            {
              "Simulator Target Bundle": "dev.bellhop.app",
              "aps": {
                "alert": {
                  "title": "Still working",
                  "body": "3 of 7 done"
                },
                "badge": 1,
                "category": "SESSION_STATUS",
                "interruption-level": "passive",
                "mutable-content": 1,
                "thread-id": "session-789"
              },
              "type": "status",
              "notificationId": "0192f0c4-7b1f-7cc3-8d2a-000000000007",
              "sessionId": "session-789",
              "deepLink": "bellhop://sessions/session-789"
            }
            """#),
        SamplePayload(
            name: "sync",
            text: #"""
            {
              "Simulator Target Bundle": "dev.bellhop.app",
              "aps": {
                "content-available": 1
              },
              "type": "sync",
              "syncType": "messages"
            }
            """#),
        SamplePayload(
            name: "update",
            text: #"""
            {
              "Simulator Target Bundle": "dev.bellhop.app",
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
        SamplePayload(
            name: "update-category",
            text: #"""
            {
              "Simulator Target Bundle": "dev.bellhop.app",
              "aps": {
                "alert": {
                  "title": "Lamp 42",
                  "body": "The price was lowered"
                },
                "badge": 1,
                "category": "UPDATE_CATEGORY",
                "interruption-level": "active",
                "mutable-content": 1,
                "sound": "default",
                "thread-id": "lamps"
              },
              "type": "update",
              "notificationId": "0192f0c4-7b1f-7cc3-8d2a-000000000011",
              "itemId": "42",
              "deepLink": "bellhop://items/42"
            }
            """#),
    ]
}
#endif
