#if canImport(UIKit)
import BellhopKit
import BellhopModel
import SwiftUI

/// Approve and Deny, or Send: off until the whole ask is there, and after one tap. Approve is off until all of it was read.
struct AskButtons: View {
    let isApproval: Bool
    let isOpen: Bool
    /// The reason that it cannot be approved yet.
    let obstacle: AskReading.Obstacle?
    let canReply: Bool
    /// Rules are chosen, to be remembered with an approval.
    let remembers: Bool
    /// The details that a denial may carry to the agent.
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
            if !isOpen { ProgressView(Strings.current.askSending) }
            if isApproval {
                if let why {
                    Text(verbatim: why)
                        .font(.caption)
                        .foregroundStyle(.secondary)
                }
                approval
            } else {
                wide(Strings.current.actionSend, "paperplane.fill", action: reply)
                    .buttonStyle(.borderedProminent)
                    .disabled(!canReply)
                    .accessibilityHint(Text(verbatim: Strings.current.questionSendHint))
            }
            if denyWith.contains(.message) {
                DenyButton(
                    title: Strings.current.askDenyWithReason, confirmation: Strings.current.actionDeny,
                    why: Strings.current.askReasonWhy, reason: $reason, deny: denySaying)
            }
            if denyWith.contains(.interrupt) {
                DenyButton(
                    title: Strings.current.askDenyAndStop, confirmation: Strings.current.askDenyAndStop,
                    why: Strings.current.askStopWhy, reason: $reason, deny: stop)
            }
        }
        .disabled(!isOpen)
        .padding()
        .background(.bar)
    }

    private var why: String? {
        switch obstacle {
        case .unread: Strings.current.askReadToApprove
        case .masked: Strings.current.askRevealToApprove
        case nil: nil
        }
    }

    private var approval: some View {
        HStack(spacing: 12) {
            wide(Strings.current.actionDeny, "xmark", role: .destructive, action: deny)
                .buttonStyle(.bordered)
                .accessibilityHint(Text(verbatim: Strings.current.askDenyHint))
            wide(
                remembers ? Strings.current.askApproveAndRemember : Strings.current.actionApprove, "checkmark",
                action: approve
            )
            .buttonStyle(.borderedProminent)
            .disabled(obstacle != nil)
            .accessibilityHint(
                Text(verbatim: remembers ? Strings.current.askRememberHint : Strings.current.askApproveHint))
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
