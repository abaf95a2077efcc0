#if canImport(UIKit)
import BellhopKit
public import SwiftUI

/// Searches asks, sessions, items and notifications.
public struct SearchScreen: View {
    @State private var model: SearchModel

    public init(in app: AppModel) { _model = State(initialValue: SearchModel(in: app)) }

    public var body: some View {
        SearchContent(
            query: $model.query, results: model.results, isEmpty: model.isEmpty, loading: model.loading,
            load: model.load, open: model.open
        )
        .task { await model.load() }
    }
}

struct SearchContent: View {
    @Binding var query: String
    let results: [SearchResult]
    let isEmpty: Bool
    let loading: Loading
    let load: @MainActor () async -> Void
    let open: @MainActor (SearchResult) -> Void

    var body: some View {
        RowList(rows: results, open: open) { SearchRow(result: $0) }
            .searchable(text: $query, prompt: Strings.current.searchPrompt)
            .refreshable { await load() }
            .overlayWhenEmpty(
                results.isEmpty, loading, isEmpty ? Strings.current.searchHow : Strings.current.searchNothing,
                systemImage: "magnifyingglass", why: isEmpty ? "" : Strings.current.searchNothingWhy, load: load
            )
            .navigationTitle(Text(verbatim: Strings.current.tabSearch))
    }
}

struct SearchRow: View {
    let result: SearchResult

    var body: some View {
        SymbolRow(symbol: result.symbol, color: result.color) {
            VStack(alignment: .leading, spacing: 2) {
                Text(verbatim: result.title).font(.headline)
                if !result.text.isEmpty {
                    Text(verbatim: result.text)
                        .font(.subheadline)
                        .lineLimit(2)
                        .privacySensitive()
                }
            }
        }
    }
}
#endif
