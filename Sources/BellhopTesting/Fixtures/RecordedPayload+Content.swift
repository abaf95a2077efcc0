import BellhopModel

extension RecordedPayload {
    /// Payloads of an app with items and messages, with `notification_type` and `item_id`.
    public static let content = [
        RecordedPayload(
            "content-message", .message,
            #"""
            {
              "aps": {
                "alert": "Hello",
                "category": "message"
              },
              "notification_type": "message",
              "message_id": "m-7"
            }
            """#),
        RecordedPayload(
            "content-new-item", .newItem,
            #"""
            {
              "aps": {
                "alert": {
                  "title": "New Item Added",
                  "body": "A new item titled 'Lamp' has been added"
                },
                "sound": "default",
                "badge": 1,
                "category": "new_item"
              },
              "notification_type": "new_item",
              "item_id": "item-1"
            }
            """#),
        RecordedPayload(
            "content-rich-reminder", .reminder,
            #"""
            {
              "aps": {
                "alert": {
                  "title": "Reminder",
                  "body": "Reminder for: Lamp"
                },
                "category": "reminder",
                "mutable-content": 1
              },
              "notification_type": "reminder",
              "item_id": 42,
              "attachment-url": "https://example.com/lamp.jpg",
              "thread-id": "lamps",
              "relevance-score": 1.5,
              "sound": "reminder.caf",
              "badge": 3,
              "summary": "Lamps"
            }
            """#),
        RecordedPayload(
            "content-silent", .sync,
            #"""
            {
              "aps": {
                "content-available": 1
              },
              "silent": true,
              "timestamp": 1700000000000
            }
            """#),
    ]
}

extension RecordedPayload {
    /// Payloads of an app with messages, with `resource_id` and `deep_link`.
    public static let pattern = [
        RecordedPayload(
            "pattern-message", .message,
            #"""
            {
              "aps": {
                "alert": {
                  "title": "New Message",
                  "body": "You have a new message from John"
                },
                "badge": 1,
                "sound": "default",
                "category": "MESSAGE_CATEGORY",
                "mutable-content": 1
              },
              "type": "message",
              "resource_id": "msg_12345",
              "deep_link": "myapp://messages/msg_12345",
              "image_url": "https://example.com/image.jpg"
            }
            """#),
        RecordedPayload(
            "pattern-reminder", .reminder,
            #"""
            {
              "aps": {
                "alert": {
                  "title": "Due",
                  "body": "Water the plants"
                },
                "category": "REMINDER_CATEGORY"
              },
              "type": "reminder",
              "resource_id": "task_9"
            }
            """#),
        RecordedPayload(
            "pattern-silent", .sync,
            #"""
            {
              "aps": {
                "content-available": 1
              },
              "sync_type": "messages",
              "timestamp": "2024-01-15T10:30:00Z"
            }
            """#),
    ]
}

extension RecordedPayload {
    /// Payloads with additional content: files, code, the kind of an error.
    public static let rich = [
        RecordedPayload(
            "rich-complete", .complete,
            #"""
            {
              "aps": {
                "alert": {
                  "title": "Task Complete",
                  "body": "Done"
                },
                "category": "AGENT_COMPLETE",
                "thread-id": "shop",
                "mutable-content": 1
              },
              "projectName": "shop",
              "summary": "Done",
              "filesChanged": 3,
              "codePreview": null
            }
            """#),
        RecordedPayload(
            "rich-error", .error,
            #"""
            {
              "aps": {
                "alert": {
                  "title": "Agent Error",
                  "body": "No route to host"
                },
                "badge": 1,
                "category": "AGENT_ERROR"
              },
              "projectName": "shop",
              "errorType": "NetworkError",
              "errorMessage": "No route to host"
            }
            """#),
        RecordedPayload(
            "rich-permission", .approval,
            #"""
            {
              "aps": {
                "alert": {
                  "title": "Permission Required",
                  "body": "Claude wants to use Bash"
                },
                "category": "PERMISSION_REQUEST",
                "sound": "default",
                "interruption-level": "time-sensitive",
                "mutable-content": 1
              },
              "toolName": "Bash",
              "toolInput": "npm test",
              "requestId": "r-1"
            }
            """#),
    ]
}
