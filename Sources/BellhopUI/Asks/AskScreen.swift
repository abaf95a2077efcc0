#if canImport(UIKit)
import BellhopKit
public import BellhopModel
import Foundation
public import SwiftUI

/// The screen of one ask.
public struct AskScreen: View {
    @State private var model: AskModel

    public init(_ id: AskID, in app: AppModel) { _model = State(initialValue: AskModel(id, in: app)) }

    public var body: some View {
        AskContent(
            phase: model.phase, ask: model.ask, reading: model.reading, given: model.given, problem: model.problem,
            canReply: model.canReply, replies: $model.replies, remembered: $model.remembered, reason: $model.reason,
            markSeen: model.markSeen, reveal: model.reveal,
            approve: model.approve, deny: { await model.deny() },
            denyWithReason: { await model.deny(saying: model.reason) },
            stop: { await model.deny(saying: model.reason, stopping: true) },
            reply: model.reply, retry: model.load
        )
        .environment(\.countdownClock, model.clock)
        .task { await model.run() }
        // Expires without an event from the server.
        .task(id: model.ask?.deadline) { await model.expire() }
    }
}

/// An ask in any of its phases.
struct AskContent: View {
    let phase: AskPhase
    let ask: Ask?
    var reading: AskReading?
    var given: Answer?
    var problem: String?
    var canReply = false
    @Binding var replies: [ReplyDraft]
    @Binding var remembered: Set<PermissionRule>
    @Binding var reason: String
    var markSeen: @MainActor (Int) -> Void = { _ in }
    var reveal: @MainActor () async -> Void = {}
    var approve: @MainActor () async -> Void = {}
    var deny: @MainActor () async -> Void = {}
    var denyWithReason: @MainActor () async -> Void = {}
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
                AskWarnings(dangers: card.dangers)
                if let reading {
                    AskInputView(
                        reading: reading, isMonospaced: card.appearance.isMonospaced, markSeen: markSeen, reveal: reveal
                    )
                }
                if let says = card.agentSays { AgentStatement(text: says) }
                if !card.questions.isEmpty {
                    AskQuestions(
                        questions: ask.request.questions, shown: card.questions, isOpen: phase == .open,
                        replies: $replies)
                }
                if phase == .open, !card.rules.isEmpty { RuleToggles(rules: card.rules, remembered: $remembered) }
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
                    denyWithReason: denyWithReason, stop: stop, reply: reply)
            }
        }
    }
}

extension AskPhase {
    /// The haptic feedback at the beginning of the phase.
    fileprivate var feedback: SensoryFeedback? {
        switch self {
        case .sent, .agentWentOn: .success
        case .queued: .warning
        case .tooLate, .expiredOffline, .answeredElsewhere, .withdrawn: .error
        case .loading, .notFound, .unavailable, .open, .sending: nil
        }
    }
}

/// The tool, its origin and the remaining time.
struct AskHeading: View {
    let card: AskCard
    let isOpen: Bool

    var body: some View {
        VStack(alignment: .leading, spacing: 8) {
            Label {
                Text(verbatim: card.tool ?? card.title).font(.headline)
            } icon: {
                Image(systemName: card.appearance.symbol).foregroundStyle(card.appearance.color.color)
            }
            .accessibilityElement(children: .combine)
            .accessibilityAddTraits(.isHeader)
            if !card.origin.isEmpty {
                Text(verbatim: card.origin)
                    .font(.subheadline)
                    .foregroundStyle(.secondary)
            }
            if isOpen { AskCountdown(card: card) }
        }
    }
}

/// The remaining time, as text and as a bar.
struct AskCountdown: View {
    let card: AskCard
    @Environment(\.countdownClock) private var clock

    var body: some View {
        TimelineView(.periodic(from: Date(), by: 1)) { _ in
            let countdown = card.countdown(at: clock.now)
            VStack(alignment: .leading, spacing: 4) {
                Label(countdown.text(), systemImage: symbol(countdown.urgency))
                    .font(.subheadline)
                    .monospacedDigit()
                    .foregroundStyle(countdown.urgency == .calm ? Color.secondary : Color.orange)
                ProgressView(value: countdown.fraction)
                    .accessibilityHidden(true)
            }
            .accessibilityElement(children: .combine)
            .accessibilityAddTraits(.updatesFrequently)
        }
    }

    private func symbol(_ urgency: Countdown.Urgency) -> String {
        switch urgency {
        case .calm: "clock"
        case .soon: "exclamationmark.circle"
        case .over: "clock.badge.xmark"
        }
    }
}

extension EnvironmentValues {
    /// The clock of countdowns: the server's, which decides about deadlines.
    var countdownClock: any ClockPort {
        get { self[CountdownClock.self] }
        set { self[CountdownClock.self] = newValue }
    }
}

private struct CountdownClock: EnvironmentKey {
    static let defaultValue: any ClockPort = SystemClock()
}

/// The result: sent, answered on another device, too late, or the reason of a failure.
struct AskOutcome: View {
    let phase: AskPhase
    let given: Answer?
    let problem: String?

    var body: some View {
        if let outcome = AskOutcomeText(phase, given: given) {
            Label {
                Text(verbatim: outcome.text)
            } icon: {
                Image(systemName: outcome.symbol).foregroundStyle(outcome.color.color)
            }
            .font(.callout)
            .accessibilityElement(children: .combine)
        }
        if let problem {
            ProblemLabel(problem)
                .font(.callout)
                .foregroundStyle(Color.red)
        }
    }
}
#endif
