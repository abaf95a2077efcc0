#if canImport(UIKit)
import BellhopKit
import SwiftUI

struct SessionContent: View {
    let phase: SessionModel.Phase
    let hint: String?
    let asks: [PendingRow]
    let isMuted: Bool
    var problem: QuietModel.Problem?
    let mute: @MainActor (Bool) async -> Void
    let load: @MainActor () async -> Void
    let open: @MainActor (PendingRow) -> Void

    var body: some View {
        switch phase {
        case .loading: LoadingView()
        case .unavailable: UnavailableView(retry: load)
        case .notFound:
            ContentUnavailableView(
                Strings.current.sessionNotFound, systemImage: "questionmark.folder",
                description: Text(verbatim: Strings.current.sessionNotFoundWhy))
        case .found(let row):
            List {
                Section {
                    SessionRowView(row: row)
                    if let hint { Label(hint, systemImage: "info.circle") }
                }
                if !asks.isEmpty {
                    Section(Strings.current.sessionWaitsFor) {
                        ForEach(asks) { ask in
                            Button {
                                open(ask)
                            } label: {
                                PendingRowView(row: ask)
                            }
                            .buttonStyle(.plain)
                        }
                    }
                }
                Section {
                    SwitchRow(title: Strings.current.quietMute, isOn: isMuted, turn: mute)
                    if let problem {
                        Label(problem.text, systemImage: "exclamationmark.triangle.fill")
                    }
                }
            }
            .refreshable { await load() }
            .navigationTitle(Text(verbatim: row.title))
        }
    }
}
#endif
