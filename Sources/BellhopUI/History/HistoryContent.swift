#if canImport(UIKit)
import BellhopKit
import Foundation
import SwiftUI

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
            if let problem { Label(problem, systemImage: "exclamationmark.triangle.fill") }
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
        .overlay {
            if rows.isEmpty {
                switch loading {
                case .loading: LoadingView()
                case .unavailable: UnavailableView(retry: load)
                case .loaded:
                    ContentUnavailableView(
                        Strings.current.historyEmpty, systemImage: "clock",
                        description: Text(verbatim: Strings.current.historyEmptyWhy))
                }
            }
        }
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
        HStack(alignment: .firstTextBaseline, spacing: 12) {
            Image(systemName: row.appearance.symbol)
                .foregroundStyle(row.appearance.color.color)
                .accessibilityHidden(true)
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
        .frame(minHeight: 44)
        .contentShape(Rectangle())
        .accessibilityElement(children: .combine)
        .accessibilityValue(Text(verbatim: row.isRead ? "" : Strings.current.historyUnread))
    }
}
#endif
