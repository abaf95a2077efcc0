import BellhopModel

/// What requests about items must keep to. Each throws an `APIError` that names the field.
enum ItemRules {
    static func check(_ request: ItemRequest) throws {
        // The route of changes stands beside the items.
        guard request.id != "changes" else {
            throw APIError(.invalidRequest, "id: \"changes\" is taken; choose another")
        }
        try FieldRules.title(request.title)
        try FieldRules.text(request.body, "body")
        if let address = request.imageURL { try FieldRules.image(address, "image_url") }
        try data(request.data)
        if let users = request.subscribers, !users.isEmpty { try AudienceRules.names(users, "subscribers") }
    }

    static func check(_ update: ItemUpdate) throws {
        if let title = update.title { try FieldRules.title(title) }
        try FieldRules.text(update.body, "body")
        if case .set(let address) = update.imageURL { try FieldRules.image(address, "image_url") }
        if case .set(let value) = update.data { try data(value) }
        guard update.isCompleted != true else {
            throw APIError(
                .invalidRequest, "completed: only false is taken, which opens the item; /complete completes it")
        }
    }

    static func check(_ notice: ItemNotificationRequest) throws {
        try texts(notice.title, notice.body)
        if let users = notice.users { try AudienceRules.names(users, "users") }
    }

    /// - Returns: when to remind.
    static func check(_ reminder: ItemReminderRequest, of item: Item, at now: Timestamp) throws -> Timestamp {
        try texts(reminder.title, reminder.body)
        if let users = reminder.users { try AudienceRules.names(users, "users") }
        guard reminder.at == nil || reminder.in == nil else {
            throw APIError(.invalidRequest, "in: give either at or in, not both")
        }
        if let seconds = reminder.in {
            guard APILimits.reminderSeconds.contains(seconds) else {
                let limit = APILimits.reminderSeconds.upperBound
                throw APIError(.invalidRequest, "in: \(seconds); takes 0 to \(limit) seconds")
            }
            return now + .seconds(seconds)
        }
        let at = reminder.at ?? max(item.dueAt ?? now, now)
        guard at >= now, at <= now + .seconds(APILimits.reminderSeconds.upperBound) else {
            let whose = reminder.at == nil ? ", when the item is due," : ""
            throw APIError(.invalidRequest, "at: \(at)\(whose) is past, or more than five years ahead; it is \(now)")
        }
        return at
    }

    private static func texts(_ title: String?, _ body: String?) throws {
        if let title { try FieldRules.title(title) }
        try FieldRules.text(body, "body")
    }

    private static func data(_ data: [String: JSONValue]?) throws {
        guard let data else { return }
        let size = try CanonicalJSON.encode(data).count
        guard size <= APILimits.itemData else {
            throw APIError(.invalidRequest, "data: \(size) bytes as JSON; at most \(APILimits.itemData) are taken")
        }
    }
}
