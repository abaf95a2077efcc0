public import BellhopKit
public import BellhopModel
public import Observation

/// The selected tab, and the navigation path of each tab.
@Observable @MainActor
public final class Navigator {
    public var tab: AppTab = .pending
    public var paths: [AppTab: [Place]] = [:]

    public init() {}

    public subscript(tab: AppTab) -> [Place] {
        get { paths[tab] ?? [] }
        set { paths[tab] = newValue }
    }

    /// Opens the place of a notification or a link, and replaces that tab's path.
    public func open(_ route: Route) {
        switch route {
        case .ask(let id), .question(let id): show([.ask(id)], in: .pending)
        case .session(let id, let purpose): show([.session(id, purpose)], in: .sessions)
        case .asks: show([], in: .pending)
        case .notifications: show([], in: .history)
        case .settings: show([], in: .settings)
        case .item(let id): show([TopicID(id).map(Place.item) ?? .externalLink(route)], in: .history)
        case .message(let id): show([MessageID(id).map(Place.message) ?? .externalLink(route)], in: .history)
        case .link, .notFound: show([.externalLink(route)], in: .history)
        }
    }

    public func isShowing(_ id: AskID) -> Bool { self[tab].last == .ask(id) }

    /// Indicates whether the front screen must not be covered: an ask, or the permission screen.
    var isBusy: Bool {
        switch self[tab].last {
        case .ask, .permission: true
        case .session, .item, .message, .externalLink, .pairing, .quiet, .topics, .diagnostics, nil: false
        }
    }

    private func show(_ path: [Place], in tab: AppTab) {
        self.tab = tab
        self[tab] = path
    }
}

public enum AppTab: String, Hashable, Sendable, CaseIterable {
    case pending, sessions, history, search, settings
}

/// A screen that can be pushed onto a tab's path.
public enum Place: Hashable, Sendable {
    case ask(AskID)
    case session(SessionID, Route.SessionPurpose)
    case item(TopicID)
    /// The conversation of a message.
    case message(MessageID)
    /// A link to a web site, or a route without a place.
    case externalLink(Route)
    case permission
    case pairing
    /// Quiet hours, the cap and the mutes.
    case quiet
    /// The topics that the user subscribes to.
    case topics
    case diagnostics
}
