#if canImport(UIKit)
import BellhopKit
import BellhopModel
import Foundation
import SwiftUI

struct QuietContent: View {
    let quietHours: QuietHours?
    let cap: FrequencyCap?
    let muted: [MutedRow]
    var problem: QuietModel.Problem?
    let set: @MainActor (PreferenceSetting) async -> Void
    let step: @MainActor (Int) async -> Void

    var body: some View {
        Form {
            QuietHoursSection(hours: quietHours) { await set(.quietHours($0)) }
            if let problem {
                Label(problem.text, systemImage: "exclamationmark.triangle.fill")
            }
            CapSection(cap: cap, set: { await set(.frequencyCap($0)) }, step: step)
            Section(Strings.current.quietMuted) {
                if muted.isEmpty {
                    Text(verbatim: Strings.current.quietMutedNone)
                        .foregroundStyle(.secondary)
                }
                ForEach(muted) { row in
                    MutedRowView(row: row) { await set(.unmute(row.subject)) }
                }
            }
        }
        .navigationTitle(Text(verbatim: Strings.current.quietTitle))
    }
}

struct MutedRowView: View {
    let row: MutedRow
    let unmute: @MainActor () async -> Void

    var body: some View {
        HStack {
            VStack(alignment: .leading, spacing: 2) {
                Text(verbatim: row.title)
                    .privacySensitive()
                if let until = row.until {
                    Text(Date(until), style: .relative)
                        .font(.caption)
                        .foregroundStyle(.secondary)
                }
            }
            Spacer()
            AsyncButton(action: unmute) {
                Text(verbatim: Strings.current.quietUnmute)
            }
            .accessibilityHint(Text(verbatim: row.title))
        }
        .frame(minHeight: 44)
    }
}
#endif
