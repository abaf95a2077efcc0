public import BellhopKit
public import BellhopModel

/// A notification as a row of a list.
public struct HistoryRow: Hashable, Sendable, Identifiable {
    public let id: NotificationID
    public let title: String
    public let text: String
    public let createdAt: Timestamp
    public let appearance: CategoryAppearance
    public var isRead: Bool
    /// Where a tap leads; `nil` when there is nothing more to see.
    public let route: Route?

    public init(_ notification: UserNotification) {
        id = notification.id
        title = DisplayText.line(notification.title)
        text = DisplayText.paragraph(notification.body)
        createdAt = notification.createdAt
        appearance = CategoryAppearance(notification.category)
        isRead = notification.readAt != nil
        route =
            notification.askID.map(Route.ask) ?? notification.deepLink.flatMap { Route(link: $0) }
            ?? notification.sessionID.map { .session($0, .look) }
    }
}
