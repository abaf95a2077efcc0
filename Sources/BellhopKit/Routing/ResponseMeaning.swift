import BellhopModel

/// The meaning of a tap on a notification.
///
/// A failed operation is retried in one place only: by the app's handler if it has one, otherwise by the screen of
/// ``Route/SessionPurpose/retry``.
enum ResponseMeaning: Hashable, Sendable {
    case answer(AskNotice, Answer)
    case open(Route)
    /// `leading` is the route of an action that opens the app.
    case act(ContentAction.Kind, leading: Route?)
    case nothing

    /// - Parameter retries: `true` if the app has a ``ContentActionHandler`` that retries failed operations.
    init(_ response: NotificationResponse, retries: Bool) {
        let payload = response.notification.payload
        let route = Route(payload)
        let notice = IncomingNotification(payload).notice
        let text = response.text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        switch response.action {
        case .opened: self = .open(route)
        case .dismissed: self = .nothing
        default:
            switch CategoryCatalog.effect(of: response.action, in: payload.aps.category) {
            // Approve on an ask that is not shown completely opens it, regardless of its category's actions.
            case .approve where payload.isShownWhole: self = notice.map { .answer($0, .approve) } ?? .open(route)
            case .approve: self = .open(route)
            case .deny: self = notice.map { .answer($0, .deny(message: text)) } ?? .open(route)
            case .reply: self = Self.reply(text, to: notice, route)
            case .open, .view: self = .open(route)
            case .continueChat: self = .open(Self.session(payload, .write) ?? route)
            case .retry: self = Self.retry(payload, route, retries: retries)
            case .complete: self = .act(.complete, leading: nil)
            case .snooze: self = .act(.snooze(SnoozeTime(response.action) ?? .quarterHour), leading: nil)
            case .markRead: self = .act(.markRead, leading: nil)
            case .dismiss: self = .nothing
            case nil: self = .act(.custom(response.action, text: response.text), leading: nil)
            }
        }
    }

    /// A reply; an empty text opens the screen for writing it.
    private static func reply(_ text: String?, to notice: AskNotice?, _ route: Route) -> Self {
        guard let text else { return .open(route) }
        if let notice { return .answer(notice, .replies([Reply(text: text)])) }
        return .act(.reply(text: text), leading: nil)
    }

    private static func retry(_ payload: PushPayload, _ route: Route, retries: Bool) -> Self {
        if !retries, let session = session(payload, .retry) { return .open(session) }
        return .act(.retry, leading: session(payload, .look) ?? route)
    }

    private static func session(_ payload: PushPayload, _ purpose: Route.SessionPurpose) -> Route? {
        payload.sessionID.map { .session($0, purpose) }
    }
}

/// The responses handled since the launch. The system reports the response that launched the app twice, to the scene
/// and to the delegate.
struct ResponseLog: Sendable {
    private static let limit = 64
    private var known: [String] = []

    /// - Parameter id: the id of ``id(of:digesting:)``.
    /// - Returns: `true` if the response is new.
    mutating func insert(_ id: String) -> Bool {
        guard !known.contains(id) else { return false }
        if known.count == Self.limit { known.removeFirst() }
        known.append(id)
        return true
    }

    /// The ID of one tap: a notification can be tapped once, and has another date when it is delivered again.
    static func id(of response: NotificationResponse, digesting: any Digesting) -> String {
        let parts = [
            response.notification.id, "\(response.notification.deliveredAt.milliseconds)", response.action.rawValue,
            response.text ?? "",
        ]
        // The encoded parts contain no spaces.
        let text = parts.map(PercentEncoding.segment).joined(separator: " ")
        return Hex.encode(digesting.sha256(Array(text.utf8)).prefix(16))
    }
}
