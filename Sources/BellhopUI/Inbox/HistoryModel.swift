import BellhopKit
import BellhopModel
import Observation

/// The history of notifications, newest first, loaded page by page.
@Observable @MainActor
final class HistoryModel {
    private(set) var rows: [HistoryRow] = []
    private(set) var loading: Loading = .loading
    /// Indicates whether the last page is loaded.
    private(set) var isComplete = false

    /// The reason why not everything could be cleared.
    private(set) var problem: String?

    private var isBusy = false
    private let app: AppModel

    init(in app: AppModel) { self.app = app }

    /// Loads the first page again.
    func load() async {
        switch await app.bellhop.history() {
        case .items(let items, let isLast):
            rows = items.map { HistoryRow($0) }
            (loading, isComplete) = (.loaded, isLast)
        case .unavailable: loading = .unavailable
        }
    }

    /// Loads the next page, when the last row appears. Does nothing while a page is being loaded.
    func loadMore() async {
        guard !isBusy, !isComplete, loading == .loaded, let last = rows.last else { return }
        isBusy = true
        defer { isBusy = false }
        switch await app.bellhop.history(after: last.id) {
        case .items(let items, let isLast):
            // The first page may have been loaded again in between.
            guard rows.last?.id == last.id else { return }
            let known = Set(rows.map(\.id))
            rows += items.filter { !known.contains($0.id) }.map { HistoryRow($0) }
            isComplete = isLast
        case .unavailable: loading = .unavailable
        }
    }

    /// Removes all notifications from the screen and marks them as read.
    func clearAll() async {
        problem = await app.bellhop.clearAll().problem
        guard problem == nil else { return }
        for index in rows.indices { rows[index].isRead = true }
    }

    /// Marks the notification as read and opens its route.
    func open(_ row: HistoryRow) async {
        if let index = rows.firstIndex(where: { $0.id == row.id }) { rows[index].isRead = true }
        if let route = row.route { app.navigator.open(route) }
        await app.bellhop.read(row.id)
    }
}

/// A notification as a row of a list.
struct HistoryRow: Hashable, Sendable, Identifiable {
    let id: NotificationID
    let title: String
    let text: String
    let createdAt: Timestamp
    let appearance: CategoryAppearance
    var isRead: Bool
    /// The route of a tap; `nil` when there is nothing more to see.
    let route: Route?

    init(_ notification: UserNotification) {
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
