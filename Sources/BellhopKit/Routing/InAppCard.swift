import BellhopModel

/// What the app shows instead of a banner while it is open.
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

    /// What the push about `ask` would show: its words come from an agent, so they are made fit to be shown first.
    init(_ ask: Ask) {
        notification = IncomingNotification(ask)
        title = DisplayText.line(ask.request.title)
        subtitle = ask.request.toolName.map { DisplayText.line($0, characters: 80) }
        body = DisplayText.review(ask.request.body, characters: 600)
    }
}
