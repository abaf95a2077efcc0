public import BellhopKit
import BellhopModel

/// What is said of an ask that was answered or is over: a symbol, and words.
public struct AskOutcomeText: Hashable, Sendable {
    public let symbol: String
    public let color: ColorRole
    public let text: String

    /// - Parameter given: what was answered here.
    /// - Returns: `nil` while there is nothing to say.
    init?(_ phase: AskPhase, given: Answer?, words: Strings = .current) {
        switch phase {
        case .loading, .notFound, .unavailable, .open, .sending: return nil
        case .queued: self.init("clock.arrow.circlepath", .attention, words.outcomeQueued)
        case .sent: self.init("checkmark.circle", .success, words.outcomeSent(answer: Self.name(of: given, words)))
        case .agentWentOn where given?.isInterrupt == true:
            self.init("stop.circle.fill", .success, words.outcomeStopped)
        case .agentWentOn:
            self.init("checkmark.circle.fill", .success, words.outcomeWentOn(answer: Self.name(of: given, words)))
        case .tooLate: self.init("clock.badge.xmark", .failure, words.outcomeTooLate)
        case .expiredOffline: self.init("wifi.slash", .failure, words.outcomeExpiredOffline)
        case .answeredElsewhere(let resolution):
            let device = resolution.answer.map { DisplayText.line($0.deviceName, characters: 60) } ?? ""
            let answer = Self.name(of: resolution.answer?.answer, words)
            self.init(
                "person.crop.circle.badge.checkmark", .quiet,
                device.isEmpty
                    ? words.outcomeElsewhere(answer: answer) : words.outcomeElsewhereOn(answer: answer, device: device))
        case .withdrawn(.answeredInTerminal): self.init("terminal", .quiet, words.outcomeTerminal)
        case .withdrawn: self.init("arrow.uturn.backward.circle", .quiet, words.outcomeWithdrawn)
        }
    }

    private init(_ symbol: String, _ color: ColorRole, _ text: String) {
        self.symbol = symbol
        self.color = color
        self.text = text
    }

    private static func name(of answer: Answer?, _ words: Strings) -> String {
        switch answer {
        case .approve: words.outcomeApproved
        case .approveAndRemember: words.outcomeRemembered
        case .deny: words.outcomeDenied
        case .replies, nil: words.outcomeAnswered
        }
    }
}

extension Answer {
    /// A no that is to stop the agent.
    fileprivate var isInterrupt: Bool { if case .deny(_, let interrupt) = self { interrupt } else { false } }
}
