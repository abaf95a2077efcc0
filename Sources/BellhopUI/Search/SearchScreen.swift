#if canImport(UIKit)
import BellhopKit
public import SwiftUI

/// Finds asks, sessions, items and notifications by their words.
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
        List(results) { result in
            Button {
                open(result)
            } label: {
                SearchRow(result: result)
            }
            .buttonStyle(.plain)
        }
        .searchable(text: $query, prompt: Strings.current.searchPrompt)
        .refreshable { await load() }
        .overlay {
            if results.isEmpty {
                switch loading {
                case .loading: LoadingView()
                case .unavailable: UnavailableView(retry: load)
                case .loaded:
                    ContentUnavailableView(
                        isEmpty ? Strings.current.searchHow : Strings.current.searchNothing,
                        systemImage: "magnifyingglass",
                        description: Text(verbatim: isEmpty ? "" : Strings.current.searchNothingWhy))
                }
            }
        }
        .navigationTitle(Text(verbatim: Strings.current.tabSearch))
    }
}

struct SearchRow: View {
    let result: SearchResult

    var body: some View {
        HStack(alignment: .firstTextBaseline, spacing: 12) {
            Image(systemName: result.symbol)
                .foregroundStyle(result.color.color)
                .accessibilityHidden(true)
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
        .frame(minHeight: 44)
        .contentShape(Rectangle())
        .accessibilityElement(children: .combine)
    }
}
#endif
