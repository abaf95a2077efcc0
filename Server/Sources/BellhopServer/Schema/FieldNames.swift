import BellhopModel

/// Another name of a field, for backends that were written for other servers. docs/protocol.md lists all aliases.
struct FieldAlias: Sendable {
    /// In snake case. Camel case is the same name, here as everywhere.
    let name: String
    /// The path of the field from the body that has the alias.
    let field: [String]
    var isListOfOne = false

    /// - Parameter isListOfOne: the alias is one value, and the field a list.
    init(_ name: String, _ field: String..., isListOfOne: Bool = false) {
        self.name = name
        self.field = field
        self.isListOfOne = isListOfOne
    }

    /// The aliases of each component.
    static let table: [String: [FieldAlias]] = [
        "DeviceRegistration": [
            .init("device_token", "token"), .init("device_type", "platform"), .init("type", "platform"),
        ],
        "ItemNotificationRequest": named, "ItemReminderRequest": named,
        "NotificationRequest": [
            .init("type", "category"), .init("thread_id", "thread"), .init("data", "options", "data"),
            .init("badge", "options", "badge"), .init("sound", "options", "sound"),
        ],
        "ScheduleRequest": [
            .init("user_id", "to", "user"), .init("type", "notification", "category"),
            .init("title", "notification", "title"), .init("body", "notification", "body"),
            .init("data", "notification", "options", "data"), .init("scheduled_for", "when", "at"),
            .init("scheduled_time", "when", "at"),
        ],
        "SessionUpdate": [.init("current_operation", "operation"), .init("todo_progress", "progress")],
    ]

    private static let named: [FieldAlias] = [
        .init("user_ids", "users"), .init("user_id", "users", isListOfOne: true),
    ]

    /// Finds the field that `name` means in a body with these fields: one in another spelling, or by an alias of `body`.
    static func find(_ name: String, among known: some Collection<String>, of body: String?) -> FieldAlias? {
        let folded = folded(name)
        if let field = known.first(where: { self.folded($0) == folded }) { return FieldAlias(name, field) }
        return body.flatMap { table[$0] }?.first { self.folded($0.name) == folded }
    }

    /// The known field whose name is nearest to `name`; `nil` when none is near.
    static func nearest(to name: String, among known: some Collection<String>) -> String? {
        let written = folded(name)
        let candidates = known.map { (name: $0, distance: distance(written, folded($0))) }.filter { candidate in
            let field = folded(candidate.name)
            return candidate.distance <= (max(written.count, field.count) + 2) / 3
                || min(written.count, field.count) > 3 && (written.hasPrefix(field) || field.hasPrefix(written))
        }
        return candidates.min { ($0.distance, $0.name) < ($1.distance, $1.name) }?.name
    }

    /// The name without case and separators: `userIds`, `user_ids` and `user-ids` are one name.
    private static func folded(_ name: String) -> String { name.lowercased().filter { $0 != "_" && $0 != "-" } }

    /// The Levenshtein distance: the number of characters to insert, remove or replace.
    private static func distance(_ first: String, _ second: String) -> Int {
        let second = Array(second.prefix(64))
        var row = Array(0...second.count)
        for (line, character) in first.prefix(64).enumerated() {
            var next = [line + 1]
            for (column, other) in second.enumerated() {
                next.append(min(row[column] + (character == other ? 0 : 1), row[column + 1] + 1, next[column] + 1))
            }
            row = next
        }
        return row.last ?? 0
    }
}
