#if canImport(UIKit)
import BellhopKit
public import BellhopModel
import Foundation
public import SwiftUI

/// The conversation of a message.
public struct MessageScreen: View {
    @State private var model: MessageModel

    public init(_ id: MessageID, in app: AppModel) { _model = State(initialValue: MessageModel(id, in: app)) }

    public var body: some View {
        MessageContent(
            phase: model.phase, problem: model.problem, canSend: model.canSend, reply: $model.reply,
            isOwn: model.isOwn, load: model.load, send: model.send
        )
        .task { await model.load() }
    }
}

struct MessageContent: View {
    let phase: LoadingPhase<[Message]>
    let problem: String?
    let canSend: Bool
    @Binding var reply: String
    let isOwn: @MainActor (Message) -> Bool
    let load: @MainActor () async -> Void
    let send: @MainActor () async -> Void

    var body: some View {
        LoadedView(
            phase: phase, missing: (Strings.current.messageNotFound, Strings.current.messageNotFoundWhy), load: load
        ) { messages in
            List(messages) { message in
                MessageRow(message: message, isOwn: isOwn(message))
            }
            .navigationTitle(Text(verbatim: Strings.current.messageTitle))
            .safeAreaInset(edge: .bottom) { field }
        }
    }

    private var field: some View {
        VStack(alignment: .leading, spacing: 8) {
            if let problem { ProblemLabel(problem).font(.footnote) }
            HStack(spacing: 12) {
                TextField(Strings.current.actionTypeReply, text: $reply, axis: .vertical)
                    .lineLimit(1...4)
                AsyncButton(action: send) {
                    Label(Strings.current.actionSend, systemImage: "paperplane.fill").frame(minHeight: 44)
                }
                .disabled(!canSend)
            }
        }
        .padding()
        .background(.bar)
    }
}

struct MessageRow: View {
    let message: Message
    let isOwn: Bool

    var body: some View {
        VStack(alignment: .leading, spacing: 2) {
            Text(
                verbatim: isOwn
                    ? Strings.current.messageYou : DisplayText.line(message.from.description, characters: 60)
            )
            .font(.caption)
            .foregroundStyle(.secondary)
            Text(verbatim: DisplayText.paragraph(message.text, characters: 4000))
                .textSelection(.enabled)
                .privacySensitive()
            Text(Date(message.sentAt), style: .relative)
                .font(.caption2)
                .foregroundStyle(.secondary)
        }
        .accessibilityElement(children: .combine)
    }
}
#endif
