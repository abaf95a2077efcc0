public import BellhopModel

/// A destination in the app that a notification opens.
public enum Route: Hashable, Sendable {
    case ask(AskID)
    case question(AskID)
    case session(SessionID, SessionPurpose)
    /// The list of pending asks.
    case asks
    /// The user's notifications.
    case notifications
    case item(String)
    case message(String)
    case settings
    /// A link of another scheme, as in the notification. It is untrusted: check it before opening it.
    case link(String)
    /// The notification names no destination.
    case notFound

    /// The purpose of opening a session.
    public enum SessionPurpose: Hashable, Sendable {
        case look
        /// To write to the agent.
        case write
        /// To retry, on the screen that opens. Only in an app without a ``ContentActionHandler`` that retries;
        /// otherwise the handler gets ``ContentAction/Kind/retry`` and this is ``look``.
        case retry
    }

    /// The destination of a tap on a notification.
    public init(_ payload: PushPayload) {
        if let notice = IncomingNotification(payload).notice {
            self = payload.kind == .question ? .question(notice.askID) : .ask(notice.askID)
        } else if let link = payload.deepLink, let route = Route(link: link) {
            self = route
        } else if let session = payload.sessionID {
            self = .session(session, .look)
        } else if let item = payload.itemID {
            self = .item(item)
        } else if let message = payload.messageID {
            self = .message(message)
        } else {
            self = payload.deepLink.map(Route.link) ?? .notFound
        }
    }
}

/// A ``Route`` that the user opened, with the notification that they tapped.
public struct OpenedRoute: Hashable, Sendable {
    public let route: Route
    /// The tapped notification; `nil` for a link and for the settings.
    public let notification: DeliveredNotification?

    public init(_ route: Route, from notification: DeliveredNotification? = nil) {
        self.route = route
        self.notification = notification
    }

    /// The payload of the tapped notification; the app's own keys are in ``PushPayload/extra``.
    public var payload: PushPayload? { notification?.payload }
}

extension Route {
    /// The scheme of Bellhop's own links, such as `bellhop://asks/0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4d`.
    public static let scheme = "bellhop"

    /// - Returns: `nil` for a link of another scheme, or to a destination that this version does not know.
    public init?(link: String) {
        let prefix = Self.scheme + "://"
        guard link.prefix(prefix.count).lowercased() == prefix else { return nil }
        let path = link.dropFirst(prefix.count).prefix { $0 != "?" && $0 != "#" }
        let segments = path.split(separator: "/")
        let parts = segments.compactMap { PercentEncoding.decode($0) }
        guard parts.count == segments.count else { return nil }
        switch (parts.first, parts.dropFirst().first) {
        case ("settings", nil): self = .settings
        case ("asks", nil): self = .asks
        case ("notifications", nil): self = .notifications
        case ("asks", let id?):
            guard let id = AskID(id) else { return nil }
            self = .ask(id)
        case ("sessions", let name?):
            guard let session = SessionID(name) else { return nil }
            self = .session(session, .look)
        case ("items", let id?): self = .item(id)
        case ("messages", let id?): self = .message(id)
        default: return nil
        }
    }
}

extension Route {
    /// The link that leads to `session`.
    public static func link(to session: SessionID) -> String {
        "\(scheme)://sessions/\(PercentEncoding.segment(session.description))"
    }

    /// The link that leads to the ask `id`.
    public static func link(to id: AskID) -> String { "\(scheme)://asks/\(id)" }
}
