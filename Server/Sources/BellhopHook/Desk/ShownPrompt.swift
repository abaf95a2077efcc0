import BellhopModel

/// What phones show of a prompt that stands in the terminal.
enum ShownPrompt: Hashable, Sendable {
    /// It can be answered there.
    case ask(AskID)
    /// It tells only.
    case notification(NotificationID)

    var isToldOnly: Bool { if case .notification = self { true } else { false } }
}

extension ShownPrompt {
    private static let asks = "open-"
    private static let notifications = "told-"

    /// On the ``Desk``.
    var fileName: String {
        switch self {
        case .ask(let id): Self.asks + id.description
        case .notification(let id): Self.notifications + id.description
        }
    }

    init?(fileName: String) {
        if fileName.hasPrefix(Self.asks), let id = AskID(String(fileName.dropFirst(Self.asks.count))) {
            self = .ask(id)
        } else if fileName.hasPrefix(Self.notifications),
            let id = NotificationID(String(fileName.dropFirst(Self.notifications.count)))
        {
            self = .notification(id)
        } else {
            return nil
        }
    }
}
