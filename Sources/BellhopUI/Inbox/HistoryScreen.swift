#if canImport(UIKit)
import BellhopKit
import Foundation
public import SwiftUI

/// The history of notifications.
public struct HistoryScreen: View {
    @State private var model: HistoryModel

    public init(in app: AppModel) { _model = State(initialValue: HistoryModel(in: app)) }

    public var body: some View {
        HistoryContent(
            rows: model.rows, loading: model.loading, isComplete: model.isComplete, load: model.load,
            loadMore: model.loadMore, open: model.open, problem: model.problem, clearAll: model.clearAll
        )
        .task { await model.load() }
    }
}

struct HistoryContent: View {
    let rows: [HistoryRow]
    let loading: Loading
    let isComplete: Bool
    let load: @MainActor () async -> Void
    let loadMore: @MainActor () async -> Void
    let open: @MainActor (HistoryRow) async -> Void
    var problem: String?
    var clearAll: @MainActor () async -> Void = {}

    @State private var isAsking = false

    var body: some View {
        List {
            if let problem { ProblemLabel(problem) }
            ForEach(rows) { row in
                AsyncButton {
                    await open(row)
                } label: {
                    HistoryRowView(row: row)
                }
                .buttonStyle(.plain)
            }
            if !isComplete, !rows.isEmpty {
                ProgressView()
                    .frame(maxWidth: .infinity)
                    .task(id: rows.last?.id) { await loadMore() }
            }
        }
        .refreshable { await load() }
        .overlayWhenEmpty(
            rows.isEmpty, loading, Strings.current.historyEmpty, systemImage: "clock",
            why: Strings.current.historyEmptyWhy,
            load: load
        )
        .navigationTitle(Text(verbatim: Strings.current.tabHistory))
        .toolbar {
            Button(Strings.current.historyClearAll) { isAsking = true }
                .disabled(rows.isEmpty)
        }
        .confirmationDialog(Strings.current.historyClearAllWhy, isPresented: $isAsking, titleVisibility: .visible) {
            AsyncButton(role: .destructive, action: clearAll) { Text(verbatim: Strings.current.historyClearAll) }
            Button(Strings.current.screenCancel, role: .cancel) {}
        }
    }
}

struct HistoryRowView: View {
    let row: HistoryRow

    var body: some View {
        SymbolRow(symbol: row.appearance.symbol, color: row.appearance.color) {
            VStack(alignment: .leading, spacing: 2) {
                Text(verbatim: row.title)
                    .font(.headline)
                    .fontWeight(row.isRead ? .regular : .semibold)
                Text(verbatim: row.text)
                    .font(.subheadline)
                    .lineLimit(3)
                    .privacySensitive()
                Text(Date(row.createdAt), style: .relative)
                    .font(.caption)
                    .foregroundStyle(.secondary)
            }
            Spacer()
            if !row.isRead {
                Image(systemName: "circle.fill")
                    .font(.caption2)
                    .foregroundStyle(Color.accentColor)
                    .accessibilityHidden(true)
            }
        }
        .accessibilityValue(Text(verbatim: row.isRead ? "" : Strings.current.historyUnread))
    }
}
#endif
