public import BellhopKit
public import BellhopModel
public import Observation

/// Which tab is in front, and how deep each has been gone into.
@Observable @MainActor
public final class Navigator {
    public var tab: AppTab = .pending
    public var paths: [AppTab: [Place]] = [:]

    public init() {}

    public subscript(tab: AppTab) -> [Place] {
        get { paths[tab] ?? [] }
        set { paths[tab] = newValue }
    }

    /// Leads where a notification or a link points. What stood open in that tab gives way.
    public func open(_ route: Route) {
        switch route {
        case .ask(let id), .question(let id): show([.ask(id)], in: .pending)
        case .session(let id, let purpose): show([.session(id, purpose)], in: .sessions)
        case .asks: show([], in: .pending)
        case .notifications: show([], in: .history)
        case .settings: show([], in: .settings)
        case .item(let id): show([TopicID(id).map(Place.item) ?? .elsewhere(route)], in: .history)
        case .message(let id): show([MessageID(id).map(Place.message) ?? .elsewhere(route)], in: .history)
        case .link, .notFound: show([.elsewhere(route)], in: .history)
        }
    }

    public func isShowing(_ id: AskID) -> Bool { self[tab].last == .ask(id) }

    /// What is in front is not to be covered: an ask waits there for its answer, or it is the permission's own screen.
    var isBusy: Bool {
        switch self[tab].last {
        case .ask, .permission: true
        case .session, .item, .message, .elsewhere, .pairing, .quiet, .topics, .diagnostics, nil: false
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

/// A screen that others lead to.
public enum Place: Hashable, Sendable {
    case ask(AskID)
    case session(SessionID, Route.SessionPurpose)
    case item(TopicID)
    /// The conversation of a message.
    case message(MessageID)
    /// Something that is not Bellhop's to show, or nowhere at all.
    case elsewhere(Route)
    case permission
    case pairing
    /// Quiet hours, the cap and what is muted.
    case quiet
    /// The topics that the person subscribes to.
    case topics
    case diagnostics
}
