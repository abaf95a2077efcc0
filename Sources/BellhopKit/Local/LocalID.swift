public import BellhopModel

/// The ids of notifications that the device creates, in one scheme, so that they can be found for removal.
public enum LocalID: Hashable, Sendable {
    /// The result of an answer.
    case answer(AskID)
    /// The result of an action, by the ID of its response.
    case action(String)
    /// A reminder of an item; `name` distinguishes several reminders of one item.
    case reminder(item: String, name: String)
    /// A snoozed notification, by its original id.
    case snooze(of: String)
    /// A new item found by a background synchronization.
    case change(item: String)

    /// The id of the snoozed notification `id`. Snoozing again keeps it, so that there is only one.
    public static func snooze(_ id: String) -> Self {
        if case .snooze(let original)? = Self(id) { return .snooze(of: original) }
        return .snooze(of: id)
    }
}

extension LocalID: LosslessStringConvertible {
    private static let prefix = "bellhop"

    public var description: String {
        let parts: [String]
        switch self {
        case .answer(let id): parts = ["answer", "\(id)"]
        case .action(let id): parts = ["action", id]
        case .reminder(let item, let name): parts = ["reminder", item, name]
        case .snooze(let id): parts = ["snooze", id]
        case .change(let item): parts = ["change", item]
        }
        return ([Self.prefix] + parts.map(PercentEncoding.segment)).joined(separator: "/")
    }

    /// - Returns: `nil` for an id of another scheme, such as a push's or the app's own.
    public init?(_ description: String) {
        let segments = description.split(separator: "/", omittingEmptySubsequences: false)
        let parts = segments.compactMap { PercentEncoding.decode($0) }
        guard parts.count == segments.count, parts.first == Self.prefix, parts.count >= 3 else { return nil }
        switch (parts[1], parts.count) {
        case ("answer", 3):
            guard let id = AskID(parts[2]) else { return nil }
            self = .answer(id)
        case ("action", 3): self = .action(parts[2])
        case ("reminder", 4): self = .reminder(item: parts[2], name: parts[3])
        case ("snooze", 3): self = .snooze(of: parts[2])
        case ("change", 3): self = .change(item: parts[2])
        default: return nil
        }
    }
}

extension LocalID {
    /// Returns `true` for the ID of a notification about a result.
    static func isNotice(_ id: String) -> Bool {
        switch LocalID(id) {
        case .answer, .action: true
        case .reminder, .snooze, .change, nil: false
        }
    }
}
