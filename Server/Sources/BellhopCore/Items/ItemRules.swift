import BellhopModel

/// The rules of requests about items that span fields or need state. Each throws an `APIError` that names the field.
enum ItemRules {
    static func check(_ request: ItemRequest) throws {
        // `/v1/items/changes` is a route of its own.
        guard request.id != "changes" else {
            throw APIError(.invalidRequest, "id: \"changes\" is reserved; choose another")
        }
        try data(request.data)
    }

    static func check(_ update: ItemUpdate) throws {
        if case .set(let value) = update.data { try data(value) }
        guard update.isCompleted != true else {
            throw APIError(
                .invalidRequest, "completed: only false is accepted, to reopen the item; use /complete to complete it")
        }
    }

    /// - Returns: the time of the reminder.
    static func check(_ reminder: ItemReminderRequest, of item: Item, at now: Timestamp) throws -> Timestamp {
        guard reminder.at == nil || reminder.in == nil else {
            throw APIError(.invalidRequest, "in: give either at or in, not both")
        }
        if let seconds = reminder.in { return now + .seconds(seconds) }
        let at = reminder.at ?? max(item.dueAt ?? now, now)
        guard at >= now, at <= now + .seconds(APILimits.reminderSeconds.upperBound) else {
            let source = reminder.at == nil ? ", when the item is due," : ""
            throw APIError(
                .invalidRequest,
                "at: \(at)\(source) is in the past, or more than five years ahead; the current time is \(now)")
        }
        return at
    }

    private static func data(_ data: [String: JSONValue]?) throws {
        guard let data else { return }
        let size = try CanonicalJSON.encode(data).count
        guard size <= APILimits.itemData else {
            throw APIError(
                .invalidRequest, "data: has \(size) bytes as JSON; at most \(APILimits.itemData) are accepted")
        }
    }
}
