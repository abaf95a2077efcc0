import BellhopKit
import BellhopModel
import Observation

/// One ask: loads it, expires it at its deadline, and sends one answer.
@Observable @MainActor
final class AskModel {
    let id: AskID
    private(set) var ask: Ask?
    /// The whole input, and the parts of it that have been on the screen.
    private(set) var reading: AskReading?
    /// The draft of each question's reply.
    var replies: [ReplyDraft] = []
    /// The chosen rules, to be remembered with an approval.
    var remembered: Set<PermissionRule> = []
    /// The message to the agent in a denial.
    var reason = ""

    private var loading: AskPhase = .loading
    private var isSending = false
    private var isOver = false
    private let app: AppModel

    init(_ id: AskID, in app: AppModel) {
        self.id = id
        self.app = app
    }

    /// The clock of the deadline.
    var clock: any ClockPort { app.bellhop.clock }

    /// Loads the ask and follows it until the task is cancelled.
    func run() async {
        await load()
        await follow()
    }

    /// Returns when the loaded ask's deadline has passed, or the task is cancelled.
    func expire() async {
        guard let deadline = ask?.deadline, (try? await clock.sleep(until: deadline)) != nil else { return }
        isOver = true
    }

    /// Loads the ask, also again after a failure.
    func load() async {
        switch await app.bellhop.open(.ask(id)) {
        case .ask(let ask):
            if replies.count != ask.request.questions.count {
                replies = ask.request.questions.map { _ in ReplyDraft() }
            }
            if self.ask?.request.input != ask.request.input { reading = AskReading(ask.request.input) }
            self.ask = ask
            isOver = isOver || ask.deadline <= clock.now
        case .notFound, .session, .place:
            ask = nil
            loading = .notFound
        case .unavailable:
            if ask == nil { loading = .unavailable }
        }
    }

    // MARK: Content

    var phase: AskPhase {
        if isSending { return .sending }
        if let report = app.outcomes[id], let phase = AskPhase(report.result) { return phase }
        if app.answering[id] != nil { return .queued }
        guard let ask else { return loading }
        if let resolution = ask.resolution { return AskPhase(resolution) }
        return isOver ? .tooLate : .open
    }

    /// The reason why the last answer was refused; another may succeed.
    var problem: String? {
        guard case .refused(let message) = app.outcomes[id]?.result, phase == .open else { return nil }
        return message
    }

    /// The answer that was given here.
    var given: Answer? { app.outcomes[id]?.answer ?? app.answering[id] }

    /// Indicates whether the ask is loaded, pending and not answered yet.
    var canAnswer: Bool { phase == .open }

    /// Indicates whether the ask can be answered and its whole input has been on the screen.
    var canApprove: Bool { canAnswer && reading?.mayBeApproved ?? false }

    /// Indicates whether every question has a reply.
    var canReply: Bool {
        guard canAnswer, let ask, !ask.request.isApproval else { return false }
        return zip(ask.request.questions, replies).allSatisfy { $1.reply(to: $0) != nil }
    }

    // MARK: Actions

    /// Records that a part of ``reading`` was scrolled to its end.
    func markSeen(_ part: Int) { reading?.see(part) }

    /// Reveals the masked text after the device's owner has authenticated.
    func reveal() async {
        guard await app.bellhop.confirmsOwner(Strings.current.askRevealWhy) else { return }
        reading?.reveal()
    }

    /// Approves with the chosen rules. Does nothing before the whole input was read.
    func approve() async {
        guard canApprove else { return }
        let rules = ask?.request.rules.filter(remembered.contains) ?? []
        await answer(rules.isEmpty ? .approve : .approveAndRemember(rules))
    }

    /// - Parameters:
    ///   - saying: the message to the agent; a blank one is omitted.
    ///   - stopping: whether the agent stops instead of trying something else.
    func deny(saying reason: String = "", stopping: Bool = false) async {
        await answer(.deny(message: reason.contains { !$0.isWhitespace } ? reason : nil, interrupt: stopping))
    }

    func reply() async {
        guard canReply, let ask else { return }
        await answer(.replies(zip(ask.request.questions, replies).compactMap { $1.reply(to: $0) }))
    }

    /// Sends the first answer; further taps do nothing while it is being sent.
    private func answer(_ answer: Answer) async {
        guard canAnswer, let ask else { return }
        isSending = true
        app.removeOutcome(of: id)
        let result = await app.bellhop.answer(ask, answer)
        app.store(AnswerReport(askID: id, answer: answer, result: result))
        isSending = false
    }

    /// Loads the ask again when it leaves the pending list, to learn how it ended.
    private func follow() async {
        for await update in await app.bellhop.updates(includingCards: false) {
            guard case .pending(let asks, _) = update, phase == .open, !asks.contains(where: { $0.id == id }) else {
                continue
            }
            await load()
        }
    }
}

/// The phase of an ask's screen.
enum AskPhase: Hashable, Sendable {
    case loading
    /// The ask does not exist, or belongs to another user.
    case notFound
    /// The server was unreachable.
    case unavailable
    /// The ask is pending.
    case open
    case sending
    /// Answered here; sent when there is a network, until the deadline.
    case queued
    case sent
    /// The agent accepted the answer.
    case agentWentOn
    case tooLate
    /// The deadline passed before the server could be reached.
    case expiredOffline
    case answeredElsewhere(Resolution)
    case withdrawn(WithdrawalReason?)
}

extension AskPhase {
    /// - Returns: `nil` when the answer was refused, which leaves the ask as it was.
    init?(_ result: AnswerResult) {
        switch result {
        case .sent: self = .sent
        case .agentWentOn: self = .agentWentOn
        case .tooLate: self = .tooLate
        case .answeredElsewhere(let resolution): self = .answeredElsewhere(resolution)
        case .withdrawn(let reason): self = .withdrawn(reason)
        case .queuedOffline: self = .queued
        case .expiredOffline: self = .expiredOffline
        case .refused: return nil
        }
    }

    /// The phase for the server's resolution.
    init(_ resolution: Resolution) {
        switch resolution.state {
        case .pending: self = .open
        case .expired: self = .tooLate
        case .withdrawn: self = .withdrawn(resolution.reason)
        case .approved, .denied, .answered: self = .answeredElsewhere(resolution)
        }
    }
}

/// The symbol and the text for an ask that has ended.
struct AskOutcomeText: Hashable, Sendable {
    let symbol: String
    let color: ColorRole
    let text: String

    /// - Parameter given: the answer on this device.
    /// - Returns: `nil` for a phase without a text.
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
    /// Indicates whether the answer is a denial that stops the agent.
    fileprivate var isInterrupt: Bool { if case .deny(_, let interrupt) = self { interrupt } else { false } }
}

/// The draft of a reply: the chosen options and the typed text.
struct ReplyDraft: Hashable, Sendable {
    /// The labels of the chosen options, in the order of the choice.
    private(set) var selected: [String] = []
    var text = ""

    init() {}

    func isSelected(_ option: Question.Option) -> Bool { selected.contains(option.label) }

    /// Selects or deselects `option`. In a question with a single choice it replaces the other.
    mutating func toggle(_ option: Question.Option, of question: Question) {
        if let index = selected.firstIndex(of: option.label) {
            selected.remove(at: index)
        } else if question.multiSelect {
            selected.append(option.label)
        } else {
            selected = [option.label]
        }
    }

    /// - Returns: `nil` while the draft is not a valid reply.
    func reply(to question: Question) -> Reply? {
        let offered = question.options.map(\.label)
        let chosen = offered.filter(selected.contains)
        let typed = question.allowsText && text.contains { !$0.isWhitespace } ? text : nil
        guard !chosen.isEmpty || typed != nil else { return nil }
        return Reply(selected: chosen, text: typed)
    }
}
