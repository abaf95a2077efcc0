import BellhopKit
import BellhopModel
public import Observation

/// What the person was told, newest first, loaded a page at a time.
@Observable @MainActor
public final class HistoryModel {
    public private(set) var rows: [HistoryRow] = []
    public private(set) var loading: Loading = .loading
    /// Nothing older follows.
    public private(set) var isComplete = false

    /// Why not everything could be cleared.
    public private(set) var problem: String?

    private var isBusy = false
    private let app: AppModel

    public init(in app: AppModel) { self.app = app }

    /// The first page anew.
    public func load() async {
        switch await app.bellhop.history() {
        case .items(let items, let isLast):
            rows = items.map { HistoryRow($0) }
            (loading, isComplete) = (.loaded, isLast)
        case .unavailable: loading = .unavailable
        }
    }

    /// The next page, when the end of what is loaded comes into sight. Once at a time.
    public func loadMore() async {
        guard !isBusy, !isComplete, loading == .loaded, let last = rows.last else { return }
        isBusy = true
        defer { isBusy = false }
        switch await app.bellhop.history(after: last.id) {
        case .items(let items, let isLast):
            // The first page may have been loaded anew meanwhile.
            guard rows.last?.id == last.id else { return }
            let known = Set(rows.map(\.id))
            rows += items.filter { !known.contains($0.id) }.map { HistoryRow($0) }
            isComplete = isLast
        case .unavailable: loading = .unavailable
        }
    }

    /// Takes everything off the screen and marks it as read.
    public func clearAll() async {
        problem = await app.bellhop.clearAll().problem
        guard problem == nil else { return }
        for index in rows.indices { rows[index].isRead = true }
    }

    /// Marks it as read and leads to what it is about.
    public func open(_ row: HistoryRow) async {
        if let index = rows.firstIndex(where: { $0.id == row.id }) { rows[index].isRead = true }
        if let route = row.route { app.navigator.open(route) }
        await app.bellhop.read(row.id)
    }
}
