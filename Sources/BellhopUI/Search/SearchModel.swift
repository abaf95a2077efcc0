import BellhopKit
import BellhopModel
public import Observation

/// Finds what the app knows and the latest of what the server keeps: asks that wait, sessions, items, notifications.
@Observable @MainActor
public final class SearchModel {
    public var query = ""
    public private(set) var loading: Loading = .loading
    private var items: [Item] = []
    private var notifications: [HistoryRow] = []
    private let sessions: SessionsModel
    private let app: AppModel

    /// The number of pages searched in each list.
    private static let pages = 3

    public init(in app: AppModel) {
        self.app = app
        sessions = SessionsModel(in: app)
    }

    public func load() async {
        await sessions.load()
        let items = await all { [bellhop = app.bellhop] in await bellhop.items(after: $0?.id) }
        let notifications = await all { [bellhop = app.bellhop] in await bellhop.history(after: $0?.id) }
        if let items { self.items = items }
        if let notifications { self.notifications = notifications.map { HistoryRow($0) } }
        loading = items == nil || notifications == nil ? .unavailable : .loaded
    }

    public var isEmpty: Bool { SearchResult.words(of: query).isEmpty }

    /// The results that contain every word of ``query``; empty before one was typed.
    public var results: [SearchResult] {
        let words = SearchResult.words(of: query)
        guard !words.isEmpty else { return [] }
        let all =
            app.pendingRows.map { SearchResult($0) } + sessions.rows.map { SearchResult($0) }
            + items.map { SearchResult($0) } + notifications.map { SearchResult($0) }
        return all.filter { $0.has(words) }
    }

    public func open(_ result: SearchResult) { app.navigator.open(result.route) }

    /// - Returns: `nil` when the server could not be asked.
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
