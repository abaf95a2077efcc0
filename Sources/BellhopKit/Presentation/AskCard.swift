public import BellhopModel

/// An ask as a card on a screen: all data for a decision, sanitized for display.
public struct AskCard: Hashable, Sendable, Identifiable {
    public let id: AskID
    public let title: String
    /// The tool that the agent wants to use.
    public let tool: String?
    /// The agent, project and machine, such as `claude · shop · studio.local`.
    public let origin: String
    /// The agent's description. It must be labelled as such, because a model wrote it and it proves nothing.
    public let agentSays: String?
    /// Warnings of the sender, and about hidden characters in the text; empty for none. ``AskReading`` shows the input.
    public let dangers: [String]
    public let questions: [Question]
    /// The rules that an approval may remember, as the answer must name them.
    public let rules: [PermissionRule]
    /// The supported details of a denial.
    public let denyWith: Set<DenialDetail>
    public let createdAt: Timestamp
    public let deadline: Timestamp
    public let state: AskState
    public let appearance: CategoryAppearance

    /// - Parameter payload: the push about it, if any: it may mark the ask as dangerous.
    public init(_ ask: Ask, payload: PushPayload? = nil, language: Language = .current) {
        let strings = Strings(language)
        let request = ask.request
        id = ask.id
        title = DisplayText.line(request.title)
        tool = request.toolName.map { DisplayText.line($0, characters: 80) }
        let source = [request.origin.agent, request.origin.project, request.origin.host].compactMap(\.self)
        origin = source.map { DisplayText.line($0, characters: 60) }.joined(separator: " · ")
        agentSays = request.agentSays.map { DisplayText.paragraph($0, characters: 600) }
        let found = ReviewText(AskInput.text(of: request.input)).warnings.map(\.description)
        let bodyWarnings = Self.bodyWarnings(in: request.body)
        let more = found.filter { warning in !bodyWarnings.contains { $0.contains(warning) } }
        dangers = Self.senderWarnings(in: payload, strings) + bodyWarnings + more
        questions = request.questions.map(Self.shown)
        rules = request.rules
        denyWith = request.denyWith
        createdAt = ask.createdAt
        deadline = ask.deadline
        state = ask.state
        appearance = CategoryAppearance(
            ask.category, kind: request.isApproval ? .approval : .question, language: language)
    }

    public var isDangerous: Bool { !dangers.isEmpty }

    public func countdown(at now: Timestamp) -> Countdown { Countdown(from: createdAt, to: deadline, at: now) }

    /// Returns `true` while the ask accepts an answer.
    public func canBeAnswered(at now: Timestamp) -> Bool { state == .pending && now < deadline }

    /// The key `danger`, which Bellhop itself does not send: `true`, or the reason.
    private static func senderWarnings(in payload: PushPayload?, _ strings: Strings) -> [String] {
        switch payload?.extra["danger"] {
        case .bool(true): [strings.askDangerous]
        case .string(let why) where !why.isEmpty: [DisplayText.line(why, characters: 120)]
        default: []
        }
    }

    /// The sender's warnings above the evidence.
    private static func bodyWarnings(in body: String) -> [String] {
        body.split(separator: "\n").prefix { $0.hasPrefix("⚠ ") }.map { DisplayText.line(String($0.dropFirst(2))) }
    }

    /// The question with unchanged labels, because the answer names them.
    private static func shown(_ question: Question) -> Question {
        var question = question
        question.text = DisplayText.paragraph(question.text, characters: 600)
        question.header = question.header.map { DisplayText.line($0, characters: 60) }
        return question
    }
}

/// The remaining time to answer, at one moment.
public struct Countdown: Hashable, Sendable {
    public enum Urgency: Hashable, Sendable, CaseIterable {
        case calm
        /// Less than half a minute remains.
        case soon
        case over
    }

    /// The remaining time in whole seconds, rounded up; 0 means expired.
    public let seconds: Int
    /// The remaining fraction of the total time, from 1 to 0.
    public let fraction: Double

    public init(from start: Timestamp, to deadline: Timestamp, at now: Timestamp) {
        let left = max(0, (deadline - now).wholeMilliseconds)
        let whole = (deadline - start).wholeMilliseconds
        seconds = Int(clamping: left / 1000 + (left % 1000 > 0 ? 1 : 0))
        fraction = whole > 0 ? min(1, Double(left) / Double(whole)) : 0
    }

    public var urgency: Urgency { seconds == 0 ? .over : seconds < 30 ? .soon : .calm }
    public var isOver: Bool { seconds == 0 }

    /// The remaining time, such as `4:59` or `1:02:03`.
    public var clock: String {
        let parts = [seconds / 3600, seconds / 60 % 60, seconds % 60]
        let shown = parts[0] > 0 ? parts[...] : parts[1...]
        return shown.enumerated().map { index, part in
            index > 0 && part < 10 ? "0\(part)" : "\(part)"
        }.joined(separator: ":")
    }

    /// The text beside the buttons, such as "4:59 left".
    public func text(in language: Language = .current) -> String {
        let strings = Strings(language)
        return isOver ? strings.askExpired : strings.askTimeLeft(time: clock)
    }
}

extension PermissionRule.Scope {
    /// The label of the scope in which the rule applies, such as "this session".
    public func label(in language: Language = .current) -> String {
        let strings = Strings(language)
        return switch self {
        case .session: strings.ruleSession
        case .project: strings.ruleProject
        case .sharedProject: strings.ruleSharedProject
        }
    }
}
