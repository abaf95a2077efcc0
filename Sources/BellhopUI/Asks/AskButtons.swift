#if canImport(UIKit)
import BellhopKit
import BellhopModel
import SwiftUI

/// Approve and Deny, or Send: off until the whole ask is there, and after one tap.
struct AskButtons: View {
    let isApproval: Bool
    let isOpen: Bool
    let canReply: Bool
    /// Rules are chosen, to be remembered with an approval.
    let remembers: Bool
    /// What the agent can be told with a no.
    let denyWith: Set<DenialDetail>
    @Binding var reason: String
    let approve: @MainActor () async -> Void
    let deny: @MainActor () async -> Void
    /// With ``reason``.
    let denySaying: @MainActor () async -> Void
    /// The same, and the agent is to stop.
    let stop: @MainActor () async -> Void
    let reply: @MainActor () async -> Void

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
            if denyWith.contains(.message) {
                DenyButton(
                    title: Words.current.askDenyWithReason, confirmation: Words.current.actionDeny,
                    why: Words.current.askReasonWhy, reason: $reason, deny: denySaying)
            }
            if denyWith.contains(.interrupt) {
                DenyButton(
                    title: Words.current.askDenyAndStop, confirmation: Words.current.askDenyAndStop,
                    why: Words.current.askStopWhy, reason: $reason, deny: stop)
            }
        }
        .disabled(!isOpen)
        .padding()
        .background(.bar)
    }

    private var approval: some View {
        HStack(spacing: 12) {
            wide(Words.current.actionDeny, "xmark", role: .destructive, action: deny)
                .buttonStyle(.bordered)
                .accessibilityHint(Text(verbatim: Words.current.askDenyHint))
            wide(
                remembers ? Words.current.askApproveAndRemember : Words.current.actionApprove, "checkmark",
                action: approve
            )
            .buttonStyle(.borderedProminent)
            .accessibilityHint(
                Text(verbatim: remembers ? Words.current.askRememberHint : Words.current.askApproveHint))
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
