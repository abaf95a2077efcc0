import BellhopModel

/// Answers asks from screens, notifications and Live Activities, and shows the results in notifications while the app is
/// not open.
actor AnswerService {
    private let queue: AnswerQueue
    private let inbox: AskInbox
    private let calls: ServerCalls
    private let clearing: Clearing
    private let center: any NotificationCenterPort
    private let foreground: ForegroundState
    private let announcing = AsyncLock()

    init(
        queue: AnswerQueue, inbox: AskInbox, calls: ServerCalls, clearing: Clearing,
        center: any NotificationCenterPort, foreground: ForegroundState
    ) {
        self.queue = queue
        self.inbox = inbox
        self.calls = calls
        self.clearing = clearing
        self.center = center
        self.foreground = foreground
    }

    func answer(_ id: AskID, _ answer: Answer) async -> AnswerResult {
        guard let ask = await ask(id) else { return await refuse(id, answer, AnswerMessages.unknownAsk) }
        return await submit(AnswerDraft(to: ask, answer))
    }

    func answer(_ ask: Ask, _ answer: Answer) async -> AnswerResult { await submit(AnswerDraft(to: ask, answer)) }

    /// Answers from a notification, which carries an extract of the ask. When the extract lacks the signed fields, the
    /// ask is loaded.
    func answer(_ notice: AskNotice, _ answer: Answer) async {
        let id = notice.askID
        if let ask = await inbox[id] {
            await submit(AnswerDraft(to: ask, answer, inputDigest: notice.inputDigest))
        } else if let digest = notice.inputDigest, let deadline = notice.deadline {
            await submit(AnswerDraft(askID: id, answer: answer, inputDigest: digest, deadline: deadline))
        } else if let ask = await ask(id) {
            await submit(AnswerDraft(to: ask, answer, inputDigest: notice.inputDigest))
        } else {
            _ = await refuse(id, answer, AnswerMessages.incomplete)
        }
    }

    @discardableResult
    private func submit(_ draft: AnswerDraft) async -> AnswerResult {
        // The other notifications about the ask are removed when the answer is stored: until then they are the only
        // record of it.
        let result = await queue.submit(draft) { [clearing] in await clearing.clear(draft.askID) }
        if result.endsAsk { await clearing.clear(draft.askID) }
        await announce()
        return result
    }

    private func refuse(_ id: AskID, _ answer: Answer, _ message: String) async -> AnswerResult {
        let result = await queue.refuse(id, answer, .refused(message: message))
        await announce()
        return result
    }

    private func ask(_ id: AskID) async -> Ask? {
        if let ask = await inbox[id] { return ask }
        guard case .found(let ask) = await calls.lookUp({ try await $0.call(API.getAsk, id, key: $1.key) }) else {
            return nil
        }
        return ask
    }

    // MARK: Results

    /// Applies new results: removes asks that ended, and shows notifications while the app is not open.
    func announce() async {
        // Serialized, so that "sent" does not overtake "queued".
        _ = await announcing.withLock {
            let reports = queue.unannounced
            guard !reports.isEmpty else { return }
            for report in reports {
                if report.result.endsAsk { await inbox.remove(report.askID) }
                await show(report)
            }
            await inbox.publish()
        }
    }

    private func show(_ report: AnswerReport) async {
        guard let notice = AnswerNotice(report) else {
            return await clearing.remove([AnswerNotice.id(for: report.askID)])
        }
        // The result is also kept in `results`, so that a failure here loses nothing.
        if !foreground.isForeground { try? await center.deliver(notice.notification) }
    }

    func settle(_ ask: Ask) async { await queue.settle(ask) }

    func refreshDelivered(with credentials: DeviceCredentials) async {
        await queue.refreshDelivered(with: credentials)
        await announce()
    }

    // MARK: Sending

    func flush() async {
        await queue.flush(everything: true)
        await announce()
    }

    /// Sends the answers that are due, until the task is cancelled.
    func run() async { await queue.run { await self.announce() } }
}
