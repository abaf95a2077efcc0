public import BellhopModel

/// An ask as a card on a screen: everything that a person needs in order to decide, made fit to be shown.
public struct AskCard: Hashable, Sendable, Identifiable {
    public let id: AskID
    public let title: String
    /// The tool that the agent wants to use.
    public let tool: String?
    /// The agent, project and machine it comes from, such as `claude · shop · studio.local`.
    public let origin: String
    /// The agent's own words. To be shown as such: a model wrote them, so they prove nothing.
    public let agentSays: String?
    /// What makes it dangerous, by its sender's word or by what is hidden in its text; empty for nothing. What the agent is
    /// about to do is shown with ``AskReading``.
    public let dangers: [String]
    public let questions: [Question]
    /// What an approval may allow from now on as well. As the answer names them.
    public let rules: [OfferedRule]
    /// The details that a denial may carry to the agent.
    public let denyWith: Set<DenialDetail>
    public let createdAt: Timestamp
    public let deadline: Timestamp
    public let state: AskState
    public let appearance: CategoryAppearance

    /// - Parameter payload: the push about it, if there was one: it may say that the ask is dangerous.
    public init(_ ask: Ask, payload: PushPayload? = nil, words: Strings = .current) {
        let request = ask.request
        id = ask.id
        title = DisplayText.line(request.title)
        tool = request.toolName.map { DisplayText.line($0, characters: 80) }
        let source = [request.origin.agent, request.origin.project, request.origin.host].compactMap(\.self)
        origin = source.map { DisplayText.line($0, characters: 60) }.joined(separator: " · ")
        agentSays = request.agentSays.map { DisplayText.paragraph($0, characters: 600) }
        let found = ReviewText(AskInput.text(of: request.input)).warnings.map(\.description)
        let told = Self.told(in: request.body)
        let more = found.filter { warning in !told.contains { $0.contains(warning) } }
        dangers = Self.said(in: payload, words) + told + more
        questions = request.questions.map(Self.shown)
        rules = request.rules
        denyWith = request.denyWith
        createdAt = ask.createdAt
        deadline = ask.deadline
        state = ask.state
        appearance = CategoryAppearance(ask.category, kind: request.isApproval ? .approval : .question, words: words)
    }

    public var isDangerous: Bool { !dangers.isEmpty }

    public func countdown(at now: Timestamp) -> Countdown { Countdown(from: createdAt, to: deadline, at: now) }

    /// Whether its buttons do anything.
    public func canBeAnswered(at now: Timestamp) -> Bool { state == .pending && now < deadline }

    /// The key `danger`, which is no part of a payload of Bellhop's own: `true`, or why.
    private static func said(in payload: PushPayload?, _ words: Strings) -> [String] {
        switch payload?.extra["danger"] {
        case .bool(true): [words.askDangerous]
        case .string(let why) where !why.isEmpty: [DisplayText.line(why, characters: 120)]
        default: []
        }
    }

    /// The asking side's own warnings, which it writes above what is decided on.
    private static func told(in body: String) -> [String] {
        body.split(separator: "\n").prefix { $0.hasPrefix("⚠ ") }.map { DisplayText.line(String($0.dropFirst(2))) }
    }

    /// Labels stay as they are: the answer names them.
    private static func shown(_ question: Question) -> Question {
        var question = question
        question.text = DisplayText.paragraph(question.text, characters: 600)
        question.header = question.header.map { DisplayText.line($0, characters: 60) }
        return question
    }
}
