import BellhopModel

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
        title = ShownText.line(ask.request.title)
        subtitle = ask.request.toolName.map { ShownText.line($0, characters: 80) }
        body = ShownText.evidence(ask.request.body, characters: 600)
    }
}
