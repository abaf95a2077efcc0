#if canImport(UIKit)
import BellhopKit
import BellhopModel
import SwiftUI

/// An ask, whatever has become of it.
struct AskContent: View {
    let phase: AskPhase
    let ask: Ask?
    var reading: AskReading?
    var given: Answer?
    var problem: String?
    var canReply = false
    @Binding var replies: [ReplyDraft]
    @Binding var remembered: Set<OfferedRule>
    @Binding var reason: String
    var see: @MainActor (Int) -> Void = { _ in }
    var reveal: @MainActor () async -> Void = {}
    var approve: @MainActor () async -> Void = {}
    var deny: @MainActor () async -> Void = {}
    var denySaying: @MainActor () async -> Void = {}
    var stop: @MainActor () async -> Void = {}
    var reply: @MainActor () async -> Void = {}
    var retry: @MainActor () async -> Void = {}

    var body: some View {
        Group {
            if let ask {
                card(ask)
            } else {
                switch phase {
                case .notFound:
                    ContentUnavailableView(
                        Strings.current.askNotFound, systemImage: "questionmark.folder",
                        description: Text(verbatim: Strings.current.askNotFoundWhy))
                case .unavailable: UnavailableView(retry: retry)
                default: LoadingView()
                }
            }
        }
        .sensoryFeedback(trigger: phase) { _, phase in phase.feedback }
    }

    private func card(_ ask: Ask) -> some View {
        let card = AskCard(ask)
        return ScrollView {
            VStack(alignment: .leading, spacing: 16) {
                AskHeading(card: card, isOpen: phase == .open)
                AskDangers(dangers: card.dangers)
                if let reading {
                    AskCommand(
                        reading: reading, isMonospaced: card.appearance.isMonospaced, see: see, reveal: reveal)
                }
                if let says = card.agentSays { AgentSays(text: says) }
                if !card.questions.isEmpty {
                    AskQuestions(
                        questions: ask.request.questions, shown: card.questions, isOpen: phase == .open,
                        replies: $replies)
                }
                if phase == .open, !card.rules.isEmpty { AskRules(rules: card.rules, remembered: $remembered) }
                AskOutcome(phase: phase, given: given, problem: problem)
            }
            .padding()
            .frame(maxWidth: .infinity, alignment: .leading)
        }
        .navigationTitle(Text(verbatim: card.title))
        .safeAreaInset(edge: .bottom) {
            if phase == .open || phase == .sending {
                AskButtons(
                    isApproval: card.questions.isEmpty, isOpen: phase == .open, obstacle: reading?.obstacle,
                    canReply: canReply, remembers: !remembered.isEmpty, denyWith: card.denyWith, reason: $reason,
                    approve: approve, deny: deny,
                    denySaying: denySaying, stop: stop, reply: reply)
            }
        }
    }
}

extension AskPhase {
    /// What can be felt when it begins.
    fileprivate var feedback: SensoryFeedback? {
        switch self {
        case .sent, .agentWentOn: .success
        case .queued: .warning
        case .tooLate, .expiredOffline, .answeredElsewhere, .withdrawn: .error
        case .loading, .notFound, .unavailable, .open, .sending: nil
        }
    }
}
#endif
