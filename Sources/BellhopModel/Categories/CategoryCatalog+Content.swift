extension CategoryCatalog {
    /// What applications with items, reminders and messages send.
    public static let content: [NotificationCategory] = [
        newItem.category(.newItem, [view], options: .customDismissAction),
        reminder.category(
            .reminder,
            [
                CategoryAction("COMPLETE_TASK", "Complete", .complete, options: .foreground),
                CategoryAction("SNOOZE", "Snooze", .snooze),
            ],
            options: .customDismissAction),
        reminder.category(
            .reminderCategory,
            [
                CategoryAction("COMPLETE_ACTION", "Complete", .complete, options: .foreground),
                CategoryAction("SNOOZE_ACTION", "Snooze 15 min", .snooze),
            ]),
        update.category(.update, [view], options: .customDismissAction),
        update.category(
            .updateCategory, [CategoryAction("VIEW_UPDATE_ACTION", "View", .view, options: .foreground)]),
        message.category(
            .message,
            [
                CategoryAction(
                    "REPLY", "Reply", .reply,
                    textInput: .init(button: "Send", placeholder: "Type your reply...")),
                view,
            ],
            options: .customDismissAction),
        message.category(
            .messageCategory,
            [
                CategoryAction("REPLY_ACTION", "Reply", .reply, options: .foreground),
                CategoryAction("MARK_READ_ACTION", "Mark as Read", .markRead),
            ],
            options: .customDismissAction),
    ]

    private static let view = CategoryAction("VIEW_ITEM", "View", .view, options: .foreground)

    private static let newItem = CategoryTraits(
        family: .content, kind: .newItem, purpose: "A new item was added",
        placeholder: "New item", summary: "%u new items", level: .active)

    private static let reminder = CategoryTraits(
        family: .content, kind: .reminder, purpose: "An item is due",
        placeholder: "Reminder", summary: "%u reminders", level: .active)

    private static let update = CategoryTraits(
        family: .content, kind: .update, purpose: "An item has changed",
        placeholder: "Update", summary: "%u updates", level: .active)

    private static let message = CategoryTraits(
        family: .content, kind: .message, purpose: "Somebody wrote a message",
        placeholder: "New message", summary: "%u messages", level: .active)
}
