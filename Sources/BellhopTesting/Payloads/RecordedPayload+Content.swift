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
