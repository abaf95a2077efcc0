#if canImport(UIKit)
public import BellhopKit
public import BellhopModel
public import SwiftUI

/// The agents' sessions.
public struct SessionsScreen: View {
    @State private var model: SessionsModel
    private let app: AppModel

    public init(in app: AppModel) {
        self.app = app
        _model = State(initialValue: SessionsModel(in: app))
    }

    public var body: some View {
        SessionsContent(
            rows: model.rows, loading: model.loading, load: model.load,
            open: { app.navigator[.sessions].append(.session($0.id, .look)) }
        )
        .task { await model.load() }
    }
}

struct SessionsContent: View {
    let rows: [SessionRow]
    let loading: Loading
    let load: @MainActor () async -> Void
    let open: @MainActor (SessionRow) -> Void

    var body: some View {
        RowList(rows: rows, open: open) { SessionRowView(row: $0) }
            .refreshable { await load() }
            .overlayWhenEmpty(
                rows.isEmpty, loading, Strings.current.sessionsEmpty, systemImage: "terminal",
                why: Strings.current.sessionsEmptyWhy, load: load
            )
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

/// One session, opened from a list or from a notification.
public struct SessionScreen: View {
    @State private var model: SessionModel
    private let app: AppModel

    public init(_ id: SessionID, _ purpose: Route.SessionPurpose, in app: AppModel) {
        self.app = app
        _model = State(initialValue: SessionModel(id, purpose, in: app))
    }

    public var body: some View {
        SessionContent(
            phase: model.phase, hint: model.hint, asks: model.asks.map { PendingRow($0, isAnswered: false) },
            isMuted: model.isMuted, problem: model.problem, mute: model.mute, load: model.load,
            open: { app.navigator.open(.ask($0.id)) }
        )
        .environment(\.countdownClock, app.bellhop.clock)
        .task { await model.load() }
    }
}

struct SessionContent: View {
    let phase: LoadingPhase<SessionRow>
    let hint: String?
    let asks: [PendingRow]
    let isMuted: Bool
    var problem: QuietModel.Problem?
    let mute: @MainActor (Bool) async -> Void
    let load: @MainActor () async -> Void
    let open: @MainActor (PendingRow) -> Void

    var body: some View {
        LoadedView(
            phase: phase, missing: (Strings.current.sessionNotFound, Strings.current.sessionNotFoundWhy), load: load
        ) { row in
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
                        ProblemLabel(problem.text)
                    }
                }
            }
            .navigationTitle(Text(verbatim: row.title))
        }
    }
}
#endif
