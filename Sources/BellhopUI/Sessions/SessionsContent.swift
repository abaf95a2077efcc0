#if canImport(UIKit)
import BellhopKit
import SwiftUI

struct SessionsContent: View {
    let rows: [SessionRow]
    let loading: Loading
    let load: @MainActor () async -> Void
    let open: @MainActor (SessionRow) -> Void

    var body: some View {
        List(rows) { row in
            Button {
                open(row)
            } label: {
                SessionRowView(row: row)
            }
            .buttonStyle(.plain)
        }
        .refreshable { await load() }
        .overlay {
            if rows.isEmpty {
                switch loading {
                case .loading: LoadingView()
                case .unavailable: UnavailableView(retry: load)
                case .loaded:
                    ContentUnavailableView(
                        Strings.current.sessionsEmpty, systemImage: "terminal",
                        description: Text(verbatim: Strings.current.sessionsEmptyWhy))
                }
            }
        }
        .navigationTitle(Text(verbatim: Strings.current.tabSessions))
    }
}

struct SessionRowView: View {
    let row: SessionRow

    var body: some View {
        VStack(alignment: .leading, spacing: 4) {
            Text(verbatim: row.title)
                .font(.headline)
                .lineLimit(2)
            Label {
                Text(verbatim: row.status)
            } icon: {
                Image(systemName: row.symbol).foregroundStyle(row.color.color)
            }
            .font(.subheadline)
            if let operation = row.operation {
                Text(verbatim: operation)
                    .font(.subheadline)
                    .lineLimit(1)
            }
            if let fraction = row.fraction, let progress = row.progress {
                ProgressView(value: fraction) {
                    Text(verbatim: progress).font(.caption)
                }
            }
            if !row.origin.isEmpty {
                Text(verbatim: row.origin)
                    .font(.caption)
                    .foregroundStyle(.secondary)
            }
        }
        .frame(maxWidth: .infinity, minHeight: 44, alignment: .leading)
        .contentShape(Rectangle())
        .accessibilityElement(children: .ignore)
        .accessibilityLabel(Text(verbatim: row.spoken))
    }
}
#endif
