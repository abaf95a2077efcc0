import BellhopModel

/// What the person meant by a tap. Pure.
enum ResponseMeaning: Hashable, Sendable {
    case answer(AskNotice, Answer)
    case open(Route)
    case act(ContentAction)
    case nothing

    init(_ response: NotificationResponse) {
        let payload = response.notification.payload
        let route = Route(payload)
        let notice = IncomingNotification(payload).notice
        let text = response.text.flatMap { $0.allSatisfy(\.isWhitespace) ? nil : $0 }
        switch response.action {
        case .opened: self = .open(route)
        case .dismissed: self = .nothing
        default:
            switch CategoryCatalog.effect(of: response.action, in: payload.aps.category) {
            case .approve: self = notice.map { .answer($0, .approve) } ?? .open(route)
            case .deny: self = notice.map { .answer($0, .deny(message: text)) } ?? .open(route)
            case .reply: self = Self.reply(text, to: notice, route, response)
            case .open, .view: self = .open(route)
            case .continueChat: self = .open(Self.session(payload, .write) ?? route)
            case .retry: self = .open(Self.session(payload, .retry) ?? route)
            case .complete: self = .act(ContentAction(.complete, on: response.notification))
            case .snooze: self = .act(ContentAction(.snooze, on: response.notification))
            case .markRead: self = .act(ContentAction(.markRead, on: response.notification))
            case .dismiss: self = .nothing
            case nil:
                self = .act(ContentAction(.custom(response.action, text: response.text), on: response.notification))
            }
        }
    }

    /// An empty text says nothing: then the place to write it is opened.
    private static func reply(
        _ text: String?, to notice: AskNotice?, _ route: Route, _ response: NotificationResponse
    ) -> Self {
        guard let text else { return .open(route) }
        if let notice { return .answer(notice, .replies([Reply(text: text)])) }
        return .act(ContentAction(.reply(text: text), on: response.notification))
    }

    private static func session(_ payload: PushPayload, _ purpose: Route.SessionPurpose) -> Route? {
        payload.sessionID.map { .session($0, purpose) }
    }
}
