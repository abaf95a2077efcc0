public import BellhopKit
public import BellhopModel
public import Observation

/// One ask, from the moment its screen opens: loads the whole of it, ends by itself, and takes one answer.
@Observable @MainActor
public final class AskModel {
    public let id: AskID
    public private(set) var ask: Ask?
    /// All of what is decided on, and what of it has been on the screen.
    public private(set) var reading: AskReading?
    /// One for each question.
    public var replies: [ReplyDraft] = []
    /// Of the rules that the ask offers, those to be remembered with an approval.
    public var remembered: Set<OfferedRule> = []
    /// What is told to the agent with a "no".
    public var reason = ""

    private var loading: AskPhase = .loading
    private var isSending = false
    private var isOver = false
    private let app: AppModel

    public init(_ id: AskID, in app: AppModel) {
        self.id = id
        self.app = app
    }

    /// By which it is over.
    var clock: any ClockPort { app.bellhop.clock }

    /// Loads the ask and follows it until the task is cancelled.
    public func run() async {
        await load()
        await follow()
    }

    /// Returns when the deadline of the ask that is loaded has passed, or the task is cancelled.
    public func expire() async {
        guard let deadline = ask?.deadline, (try? await clock.sleep(until: deadline)) != nil else { return }
        isOver = true
    }

    /// Tries once more to load what could not be loaded.
    public func load() async {
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

    // MARK: What is shown

    public var phase: AskPhase {
        if isSending { return .sending }
        if let report = app.outcomes[id], let phase = AskPhase(report.result) { return phase }
        if app.answering[id] != nil { return .queued }
        guard let ask else { return loading }
        if let resolution = ask.resolution { return AskPhase(resolution) }
        return isOver ? .tooLate : .open
    }

    /// Why the last attempt to answer came to nothing; another may succeed.
    public var problem: String? {
        guard case .refused(let message) = app.outcomes[id]?.result, phase == .open else { return nil }
        return message
    }

    /// What was answered here, if anything was.
    public var given: Answer? { app.outcomes[id]?.answer ?? app.answering[id] }

    /// The whole ask is there, it waits, and nothing was answered yet.
    public var canAnswer: Bool { phase == .open }

    /// The same, and all of it has been on the screen.
    public var canApprove: Bool { canAnswer && reading?.mayBeApproved ?? false }

    /// Every question has a reply.
    public var canReply: Bool {
        guard canAnswer, let ask, !ask.request.isApproval else { return false }
        return zip(ask.request.questions, replies).allSatisfy { $1.reply(to: $0) != nil }
    }

    // MARK: What the person does

    /// That part of ``reading`` was scrolled to its end.
    public func see(_ part: Int) { reading?.see(part) }

    /// Shows what is masked, when the device's owner has authenticated.
    public func reveal() async {
        guard await app.bellhop.confirmsOwner(Strings.current.askRevealWhy) else { return }
        reading?.reveal()
    }

    /// With the rules that were chosen, of those that are offered. Nothing happens before all of it was read.
    public func approve() async {
        guard canApprove else { return }
        let rules = ask?.request.rules.filter(remembered.contains) ?? []
        await answer(rules.isEmpty ? .approve : .approveAndRemember(rules))
    }

    /// - Parameters:
    ///   - saying: goes to the agent with it; blank says nothing.
    ///   - stopping: the agent is to stop instead of trying something else.
    public func deny(saying reason: String = "", stopping: Bool = false) async {
        await answer(.deny(message: reason.contains { !$0.isWhitespace } ? reason : nil, interrupt: stopping))
    }

    public func reply() async {
        guard canReply, let ask else { return }
        await answer(.replies(zip(ask.request.questions, replies).compactMap { $1.reply(to: $0) }))
    }

    /// The first tap counts; what follows while it is on its way does nothing.
    private func answer(_ answer: Answer) async {
        guard canAnswer, let ask else { return }
        isSending = true
        app.forgetOutcome(of: id)
        let result = await app.bellhop.answer(ask, answer)
        app.note(AnswerReport(askID: id, answer: answer, result: result))
        isSending = false
    }

    /// An ask that leaves the list has ended elsewhere: how, only the server knows.
    private func follow() async {
        for await update in await app.bellhop.updates(includingCards: false) {
            guard case .pending(let asks, _) = update, phase == .open, !asks.contains(where: { $0.id == id }) else {
                continue
            }
            await load()
        }
    }
}
