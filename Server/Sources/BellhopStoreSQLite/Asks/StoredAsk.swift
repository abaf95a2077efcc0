import BellhopModel

/// An ask and the notification it came with.
struct StoredAsk {
    static let columns = """
        notification_id, id, user_id, session_id, category, request, created_at, deadline, applied_at, state,
        resolved_at, answer, reason
        """

    var ask: Ask
    let notificationID: NotificationID

    init(_ row: inout Columns) throws {
        notificationID = try row.id()
        ask = Ask(
            id: try row.id(), userID: try row.name(), sessionID: try row.optionalName(), category: try row.word(),
            request: try row.json(), createdAt: try row.time(), deadline: try row.time(),
            appliedAt: try row.optionalTime())
        ask.resolution = try Resolution(&row)
    }
}

extension Resolution {
    /// - Returns: `nil` when the ask is pending.
    fileprivate init?(_ row: inout Columns) throws {
        let state: AskState = try row.word()
        guard let time = try row.optionalTime() else { return nil }
        self.init(state: state, at: time, answer: try row.optionalJSON(), reason: try row.optionalWord())
    }
}
