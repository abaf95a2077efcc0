#if canImport(UIKit)
public import BellhopKit
public import BellhopModel
public import SwiftUI

/// One session, from a list or from a notification that may have outlived it.
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
#endif
