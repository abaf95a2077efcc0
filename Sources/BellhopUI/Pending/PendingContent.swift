#if canImport(UIKit)
import BellhopKit
import BellhopModel
import Foundation
import SwiftUI

struct PendingContent: View {
    let rows: [PendingRow]
    let open: @MainActor (PendingRow) -> Void

    var body: some View {
        List(rows) { row in
            Button {
                open(row)
            } label: {
                PendingRowView(row: row)
            }
            .buttonStyle(.plain)
        }
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
        HStack(alignment: .firstTextBaseline, spacing: 12) {
            Image(systemName: row.card.appearance.symbol)
                .foregroundStyle(row.card.appearance.color.color)
                .accessibilityHidden(true)
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
        .frame(minHeight: 44)
        .contentShape(Rectangle())
        .accessibilityElement(children: .combine)
    }
}
#endif
