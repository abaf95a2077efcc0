public import BellhopModel

/// The meaning of a notification, from any supported payload format.
public enum IncomingNotification: Hashable, Sendable {
    /// An agent waits for an approval or a denial.
    case ask(AskNotice)
    /// An agent waits for a reply.
    case question(AskNotice)
    case complete(SessionID?)
    case error(SessionID?)
    case paused(SessionID?)
    case status(SessionID?)

    case message(id: String?)
    case reminder(item: String?)
    case update(item: String?)
    case newItem(item: String?)

    /// Several notifications of one category, shown as one.
    case summary(SummaryNotice)

    /// Silent: an ask has ended and must be removed from the screen.
    case clear(AskID, ClearReason?)
    /// Silent: it was read elsewhere and must be removed from the screen.
    case read(NotificationID)
    /// Silent: the count of a summary has decreased.
    case recount(SummaryNotice)
    /// Silent: changes of this type must be fetched.
    case sync(type: String?)
    /// A push for ActivityKit, not for the app.
    case liveActivity
    /// A notification of the app's own kind, or about an ask of another system.
    case unknown(NotificationKind)

    public init(_ payload: PushPayload) {
        let notice = AskNotice(payload)
        switch payload.kind {
        case .approval: self = notice.map(Self.ask) ?? .unknown(.approval)
        case .question: self = notice.map(Self.question) ?? .unknown(.question)
        case .complete: self = .complete(payload.sessionID)
        case .error: self = .error(payload.sessionID)
        case .paused: self = .paused(payload.sessionID)
        case .status: self = .status(payload.sessionID)
        case .message: self = .message(id: payload.messageID)
        case .reminder: self = .reminder(item: payload.itemID)
        case .update: self = .update(item: payload.itemID)
        case .newItem: self = .newItem(item: payload.itemID)
        case .summary: self = SummaryNotice(payload).map(Self.summary) ?? .unknown(.summary)
        case .clear: self = Self.clearing(payload)
        case .sync: self = .sync(type: payload.syncType)
        case .liveActivity: self = .liveActivity
        default: self = .unknown(payload.kind)
        }
    }

    private static func clearing(_ payload: PushPayload) -> Self {
        if let id = payload.clearApprovalID.flatMap({ AskID($0) }) {
            return .clear(id, payload.reason.map(ClearReason.init(rawValue:)))
        }
        if let summary = SummaryNotice(payload) { return .recount(summary) }
        return payload.notificationID.map(Self.read) ?? .unknown(.clear)
    }

    /// The pending ask that this notification is about, if any.
    public var notice: AskNotice? {
        switch self {
        case .ask(let notice), .question(let notice): notice
        default: nil
        }
    }
}

/// A notification's extract of an ask: enough to answer it from the lock screen.
public struct AskNotice: Hashable, Sendable {
    public let askID: AskID
    public let sessionID: SessionID?
    public let toolName: String?
    /// The digest that the answer must name; `nil` when the notification lacks it.
    public let inputDigest: String?
    /// The deadline; `nil` when the notification lacks it.
    public let deadline: Timestamp?

    /// - Returns: `nil` unless the notification is about an ask of Bellhop.
    init?(_ payload: PushPayload) {
        guard let id = payload.askID else { return nil }
        askID = id
        sessionID = payload.sessionID
        toolName = payload.toolName
        inputDigest = payload.inputDigest
        deadline = payload.deadline
    }

    /// A notice with the signed fields only.
    init(askID: AskID, inputDigest: String, deadline: Timestamp) {
        self.askID = askID
        sessionID = nil
        toolName = nil
        self.inputDigest = inputDigest
        self.deadline = deadline
    }

    init(_ ask: Ask) {
        askID = ask.id
        sessionID = ask.sessionID
        toolName = ask.request.toolName
        inputDigest = ask.request.inputDigest
        deadline = ask.deadline
    }
}

extension IncomingNotification {
    /// The meaning of the push about `ask`.
    init(_ ask: Ask) { self = ask.request.isApproval ? .ask(AskNotice(ask)) : .question(AskNotice(ask)) }
}

/// A notification's summary of several others.
public struct SummaryNotice: Hashable, Sendable {
    /// The id of the summary, equal in all its pushes.
    public let id: NotificationID
    /// The category of the summarized notifications.
    public let category: CategoryID?
    public let sessionID: SessionID?
    /// The number of summarized notifications; 0 removes the summary.
    public let count: Int

    /// - Returns: `nil` unless the notification is about a summary.
    init?(_ payload: PushPayload) {
        guard let id = payload.summaryID, let count = payload.summaryCount else { return nil }
        self.id = id
        self.count = count
        category = payload.summaryCategory.map(CategoryID.init(rawValue:))
        sessionID = payload.sessionID
    }

    /// The summarized notifications are asks.
    var isAboutAsks: Bool { category.flatMap { CategoryCatalog[$0]?.kind.isAsk } ?? false }
}

extension Strings {
    /// The text of `summary` in this language.
    ///
    /// - Parameter source: the origin of the notifications.
    func summary(_ summary: SummaryNotice, from source: String?) -> String {
        let category = summary.category.flatMap { CategoryCatalog[$0] }?.localized(self)
        return category?.summary(of: summary.count, from: source) ?? NotificationCategory.summary(of: summary.count)
    }
}

extension DeliveredNotification {
    /// Returns `true` for a notification that Bellhop handles. An app may have its own notifications and a delegate for
    /// them.
    package var isBellhops: Bool {
        if LocalID(id) != nil { return true }
        if case .unknown = IncomingNotification(payload) { return false }
        return true
    }
}

/// A notification that the app shows instead of a banner while it is open.
public struct InAppCard: Hashable, Sendable {
    public let notification: IncomingNotification
    public let title: String
    public let subtitle: String?
    public let body: String

    init(_ payload: PushPayload) {
        notification = IncomingNotification(payload)
        title = payload.aps.alert?.title ?? ""
        subtitle = payload.aps.alert?.subtitle
        body = payload.aps.alert?.body ?? ""
    }

    /// The text that the push about `ask` would show, sanitized because it comes from an agent.
    init(_ ask: Ask) {
        notification = IncomingNotification(ask)
        title = DisplayText.line(ask.request.title)
        subtitle = ask.request.toolName.map { DisplayText.line($0, characters: 80) }
        body = DisplayText.review(ask.request.body, characters: 600)
    }
}
