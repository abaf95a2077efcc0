#if canImport(UIKit)
import BellhopKit
import SwiftUI

/// Approve and Deny, or Send: off until the whole ask is there, and after one tap.
struct AskButtons: View {
    let isApproval: Bool
    let isOpen: Bool
    let canReply: Bool
    @Binding var reason: String
    let approve: @MainActor () async -> Void
    let deny: @MainActor () async -> Void
    /// With ``reason``.
    let denySaying: @MainActor () async -> Void
    let reply: @MainActor () async -> Void

    @State private var isGivingReason = false

    var body: some View {
        VStack(spacing: 8) {
            if !isOpen { ProgressView(Words.current.askSending) }
            if isApproval {
                approval
            } else {
                wide(Words.current.actionSend, "paperplane.fill", action: reply)
                    .buttonStyle(.borderedProminent)
                    .disabled(!canReply)
                    .accessibilityHint(Text(verbatim: Words.current.questionSendHint))
            }
            Button(Words.current.askDenyWithReason) { isGivingReason = true }
                .frame(minHeight: 44)
        }
        .disabled(!isOpen)
        .padding()
        .background(.bar)
        .alert(Words.current.askDenyWithReason, isPresented: $isGivingReason) {
            TextField(Words.current.askReason, text: $reason)
            AsyncButton(role: .destructive, action: denySaying) { Text(verbatim: Words.current.actionDeny) }
            Button(Words.current.screenCancel, role: .cancel) {}
        } message: {
            Text(verbatim: Words.current.askReasonWhy)
        }
    }

    private var approval: some View {
        HStack(spacing: 12) {
            wide(Words.current.actionDeny, "xmark", role: .destructive, action: deny)
                .buttonStyle(.bordered)
                .accessibilityHint(Text(verbatim: Words.current.askDenyHint))
            wide(Words.current.actionApprove, "checkmark", action: approve)
                .buttonStyle(.borderedProminent)
                .accessibilityHint(Text(verbatim: Words.current.askApproveHint))
        }
    }

    private func wide(
        _ title: String, _ symbol: String, role: ButtonRole? = nil, action: @escaping @MainActor () async -> Void
    ) -> some View {
        AsyncButton(role: role, action: action) {
            Label(title, systemImage: symbol)
                .frame(maxWidth: .infinity, minHeight: 44)
        }
    }
}
#endif
