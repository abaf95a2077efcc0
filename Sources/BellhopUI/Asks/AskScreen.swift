#if canImport(UIKit)
public import BellhopModel
public import SwiftUI

/// An ask's screen: owns its model and hands plain values to the views.
public struct AskScreen: View {
    @State private var model: AskModel

    public init(_ id: AskID, in app: AppModel) { _model = State(initialValue: AskModel(id, in: app)) }

    public var body: some View {
        AskContent(
            phase: model.phase, ask: model.ask, reading: model.reading, given: model.given, problem: model.problem,
            canReply: model.canReply, replies: $model.replies, remembered: $model.remembered, reason: $model.reason,
            see: model.see, reveal: model.reveal,
            approve: model.approve, deny: { await model.deny() },
            denySaying: { await model.deny(saying: model.reason) },
            stop: { await model.deny(saying: model.reason, stopping: true) },
            reply: model.reply, retry: model.load
        )
        .environment(\.countdownClock, model.clock)
        .task { await model.run() }
        // Ends by itself, also while nothing is heard from the server.
        .task(id: model.ask?.deadline) { await model.expire() }
    }
}
#endif
