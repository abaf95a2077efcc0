import BellhopModel

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
