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
        try image(request.imageURL)
        try data(request.data)
        try users(request.subscribers ?? [], "subscribers")
    }

    static func check(_ update: ItemUpdate) throws {
        if let title = update.title { try FieldRules.title(title) }
        try FieldRules.text(update.body, "body")
        if case .set(let url) = update.imageURL { try image(url) }
        if case .set(let value) = update.data { try data(value) }
        guard update.isCompleted != true else {
            throw APIError(
                .invalidRequest, "completed: only false is taken, which opens the item; /complete completes it")
        }
    }

    static func check(_ notice: ItemNotice) throws {
        try texts(notice.title, notice.body)
        if let users = notice.users { try named(users) }
    }

    /// - Returns: when to remind.
    static func check(_ reminder: ItemReminder, of item: Item, at now: Timestamp) throws -> Timestamp {
        try texts(reminder.title, reminder.body)
        if let users = reminder.users { try named(users) }
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
        guard let at = reminder.at else { return max(item.dueAt ?? now, now) }
        guard at >= now, at <= now + .seconds(APILimits.reminderSeconds.upperBound) else {
            throw APIError(.invalidRequest, "at: \(at) is past, or more than five years ahead; it is \(now)")
        }
        return at
    }

    static func minutes(_ snooze: ItemSnooze) throws -> Int {
        let minutes = snooze.minutes ?? ItemSnooze.standard
        guard APILimits.snoozeMinutes.contains(minutes) else {
            let limit = APILimits.snoozeMinutes.upperBound
            throw APIError(.invalidRequest, "minutes: \(minutes); takes 1 to \(limit)")
        }
        return minutes
    }

    static func users(_ users: [UserID], _ field: String) throws {
        guard users.count <= APILimits.audience else {
            throw APIError(
                .invalidRequest, "\(field): \(users.count); at most \(APILimits.audience) are taken at once")
        }
    }

    private static func named(_ list: [UserID]) throws {
        guard !list.isEmpty else {
            throw APIError(.invalidRequest, "users: is empty; leave it out to reach all subscribers")
        }
        try users(list, "users")
    }

    private static func texts(_ title: String?, _ body: String?) throws {
        if let title { try FieldRules.title(title) }
        try FieldRules.text(body, "body")
    }

    private static func image(_ url: String?) throws {
        guard let url else { return }
        try FieldRules.identifier(url, "image_url", atMost: 1024)
        guard url.lowercased().hasPrefix("https://") else {
            throw APIError(.invalidRequest, "image_url: must begin with https://")
        }
    }

    private static func data(_ data: [String: JSONValue]?) throws {
        guard let data else { return }
        let size = try CanonicalJSON.encode(data).count
        guard size <= APILimits.itemData else {
            throw APIError(.invalidRequest, "data: \(size) bytes as JSON; at most \(APILimits.itemData) are taken")
        }
    }
}
