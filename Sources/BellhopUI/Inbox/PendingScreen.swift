#if canImport(UIKit)
import BellhopKit
import BellhopModel
import Foundation
public import SwiftUI

/// The pending asks.
public struct PendingScreen: View {
    private let app: AppModel

    public init(in app: AppModel) { self.app = app }

    public var body: some View {
        PendingContent(rows: app.pendingRows) { app.navigator[.pending].append(.ask($0.id)) }
            .environment(\.countdownClock, app.bellhop.clock)
    }
}

struct PendingContent: View {
    let rows: [PendingRow]
    let open: @MainActor (PendingRow) -> Void

    var body: some View {
        RowList(rows: rows, open: open) { PendingRowView(row: $0) }
            .overlay {
                if rows.isEmpty {
                    ContentUnavailableView(
                        Strings.current.pendingEmpty, systemImage: "checkmark.circle",
                        description: Text(verbatim: Strings.current.pendingEmptyWhy))
                }
            }
            .navigationTitle(Text(verbatim: Strings.current.tabPending))
    }
}

struct PendingRowView: View {
    let row: PendingRow

    var body: some View {
        SymbolRow(symbol: row.card.appearance.symbol, color: row.card.appearance.color) {
            VStack(alignment: .leading, spacing: 4) {
                Text(verbatim: row.title).font(.headline)
                Text(verbatim: row.excerpt)
                    .font(.subheadline)
                    .lineLimit(2)
                    .privacySensitive()
                if !row.origin.isEmpty {
                    Text(verbatim: row.origin)
                        .font(.caption)
                        .foregroundStyle(.secondary)
                }
                if row.isAnswered {
                    Label(Strings.current.pendingOnItsWay, systemImage: "clock.arrow.circlepath").font(.caption)
                } else {
                    AskCountdown(card: row.card)
                }
            }
        }
    }
}
#endif
