import BellhopKit
import BellhopModel
import Foundation
import Observation

/// Searches the pending asks, the sessions, and the latest items and notifications of the server.
@Observable @MainActor
final class SearchModel {
    var query = ""
    private(set) var loading: Loading = .loading
    private var items: [Item] = []
    private var notifications: [HistoryRow] = []
    private let sessions: SessionsModel
    private let app: AppModel

    /// The number of pages searched in each list.
    private static let pages = 3

    init(in app: AppModel) {
        self.app = app
        sessions = SessionsModel(in: app)
    }

    func load() async {
        await sessions.load()
        let items = await all { [bellhop = app.bellhop] in await bellhop.items(after: $0?.id) }
        let notifications = await all { [bellhop = app.bellhop] in await bellhop.history(after: $0?.id) }
        if let items { self.items = items }
        if let notifications { self.notifications = notifications.map { HistoryRow($0) } }
        loading = items == nil || notifications == nil ? .unavailable : .loaded
    }

    var isEmpty: Bool { SearchResult.words(of: query).isEmpty }

    /// The results that contain every word of ``query``; empty while the query is.
    var results: [SearchResult] {
        let words = SearchResult.words(of: query)
        guard !words.isEmpty else { return [] }
        let all =
            app.pendingRows.map { SearchResult($0) } + sessions.rows.map { SearchResult($0) }
            + items.map { SearchResult($0) } + notifications.map { SearchResult($0) }
        return all.filter { $0.has(words) }
    }

    func open(_ result: SearchResult) { app.navigator.open(result.route) }

    /// - Returns: `nil` when the server was unreachable.
    private func all<Element>(_ page: (Element?) async -> Listing<Element>) async -> [Element]? {
        var found: [Element] = []
        for _ in 0..<Self.pages {
            guard case .items(let items, let isLast) = await page(found.last) else { return nil }
            found += items
            if isLast { break }
        }
        return found
    }
}

/// A search result and its route.
struct SearchResult: Hashable, Sendable, Identifiable {
    let id: String
    let symbol: String
    let color: ColorRole
    let title: String
    let text: String
    let route: Route

    init(_ row: PendingRow) {
        id = "ask \(row.id)"
        (symbol, color) = (row.card.appearance.symbol, row.card.appearance.color)
        title = row.title
        text = [row.excerpt, row.origin].filter { !$0.isEmpty }.joined(separator: " · ")
        route = .ask(row.id)
    }

    init(_ row: SessionRow) {
        id = "session \(row.id)"
        (symbol, color) = (row.symbol, row.color)
        title = row.title
        text = [row.status, row.origin].filter { !$0.isEmpty }.joined(separator: " · ")
        route = .session(row.id, .look)
    }

    init(_ item: Item) {
        id = "item \(item.id)"
        (symbol, color) = item.completedAt == nil ? ("circle", .news) : ("checkmark.circle.fill", .success)
        title = DisplayText.line(item.title)
        text = DisplayText.paragraph(item.body)
        route = .item(item.id.description)
    }

    init(_ row: HistoryRow) {
        id = "notification \(row.id)"
        (symbol, color) = (row.appearance.symbol, row.appearance.color)
        title = row.title
        text = row.text
        route = row.route ?? .notifications
    }

    /// Indicates whether the result contains every word, ignoring case and accents.
    func has(_ words: [String]) -> Bool {
        let text = Self.folded("\(title) \(self.text)")
        return words.allSatisfy { text.contains($0) }
    }

    static func words(of query: String) -> [String] { folded(query).split(separator: " ").map(String.init) }

    private static func folded(_ text: String) -> String {
        text.folding(options: [.caseInsensitive, .diacriticInsensitive], locale: nil)
    }
}
