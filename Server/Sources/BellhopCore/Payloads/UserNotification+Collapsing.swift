import BellhopModel

extension UserNotification {
    /// The same for every push about it: a repeated one replaces the one that is shown, and a clearing one replaces the
    /// one that a gateway still keeps for a phone that is off.
    var collapseID: String { options?.collapseKey ?? askID.map { CollapseName.ask + "\($0)" } ?? id.description }
}

extension NotificationSummary {
    /// The same for every push about it.
    var collapseID: String { CollapseName.summary + "\(id)" }
}

/// The names under which screens show what is not a sender's to replace.
enum CollapseName {
    fileprivate static let ask = "ask-"
    fileprivate static let summary = "summary-"

    /// Whether `key` is such a name: a notification that has it would take the place of an ask that waits for its answer.
    static func isReserved(_ key: String) -> Bool {
        func names<Kind>(_ prefix: String, _ kind: Identifier<Kind>.Type) -> Bool {
            key.hasPrefix(prefix) && kind.init(String(key.dropFirst(prefix.count))) != nil
        }
        return names(ask, AskID.self) || names(summary, NotificationID.self)
    }
}
