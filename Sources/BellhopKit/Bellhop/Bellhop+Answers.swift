public import BellhopModel

extension Bellhop {
    /// Answers an ask from one of the app's own screens.
    ///
    /// - Parameter id: of an ask that ``BellhopUpdate/pending(_:answering:)`` listed or ``open(_:)`` gave.
    /// - Returns: what came of it so far; also given by ``results``, where later news follow.
    @discardableResult
    public func answer(_ id: AskID, _ answer: Answer) async -> AnswerResult {
        guard let ask = await ask(id) else {
            return await refuse(id, answer, AnswerWording.unknownAsk)
        }
        return await submit(AnswerDraft(to: ask, answer))
    }

    /// Answers an ask that is on the screen, whole: also when it cannot be loaded again, and about that very text.
    @discardableResult
    public func answer(_ ask: Ask, _ answer: Answer) async -> AnswerResult {
        await submit(AnswerDraft(to: ask, answer))
    }

    /// Answers from a notification, which carries an extract of the ask. When it lacks what has to be signed, the
    /// whole ask is loaded first.
    func answer(_ notice: AskNotice, _ answer: Answer) async {
        let id = notice.askID
        if let ask = pending[id] {
            await submit(AnswerDraft(to: ask, answer, inputDigest: notice.inputDigest))
        } else if let digest = notice.inputDigest, let deadline = notice.deadline {
            await submit(AnswerDraft(askID: id, answer: answer, inputDigest: digest, deadline: deadline))
        } else if let ask = await ask(id) {
            await submit(AnswerDraft(to: ask, answer, inputDigest: notice.inputDigest))
        } else {
            await refuse(id, answer, AnswerWording.incomplete)
        }
    }

    /// What a route leads to, with whatever has to be loaded for it.
    public func open(_ route: Route) async -> Destination {
        switch route {
        case .ask(let id), .question(let id):
            if let ask = pending[id] { return .ask(ask) }
            return await load {
                await self.lookUp(id, $0)
            } found: {
                .ask($0)
            }
        case .session(let id, let purpose):
            return await load {
                try? await self.api.call(API.listSessions, key: $0.key)
            } found: { page in
                page.items.first { $0.id == id }.map { .session($0, purpose) } ?? .notFound
            }
        case .notFound: return .notFound
        case .asks, .notifications, .item, .message, .settings, .link: return .place(route)
        }
    }

    // MARK: Submitting

    @discardableResult
    private func submit(_ draft: AnswerDraft) async -> AnswerResult {
        // The one that was tapped the system took away; there may be others about the same ask, and this may have
        // been answered in the app. They go when the answer is safe: until then they are all that is left of it.
        let result = await outbox.submit(draft) { [clearing] in await clearing.clear(draft.askID) }
        if result.endsAsk { await clearing.clear(draft.askID) }
        await announce()
        return result
    }

    @discardableResult
    private func refuse(_ id: AskID, _ answer: Answer, _ message: String) async -> AnswerResult {
        let result = await outbox.refuse(id, answer, message)
        await announce()
        return result
    }

    /// Follows up what came of answers: asks that ended leave the list, and while the app is not open the person is
    /// told by a notification what they would otherwise not see.
    func announce() async {
        // One after the other, so that "sent" does not overtake "queued".
        _ = await announcing.take {
            let news = outbox.fresh.takeAll()
            guard !news.isEmpty else { return }
            for report in news {
                if report.result.endsAsk { pending.end(report.askID) }
                await show(report)
            }
            await note(await registrar.state)
            await tellPending()
        }
    }

    private func show(_ report: AnswerReport) async {
        guard let notice = AnswerNotice(report) else {
            return await clearing.remove([AnswerNotice.id(for: report.askID)])
        }
        // Not to be shown is not to be lost: the result waits in `results`.
        if !isForeground { try? await ports.center.deliver(notice.notification) }
    }

    // MARK: Loading

    private func ask(_ id: AskID) async -> Ask? {
        if let ask = pending[id] { return ask }
        guard case .found(let credentials) = await registrar.credentials(),
            case .value(let ask) = await lookUp(id, credentials)
        else { return nil }
        return ask
    }

    private func lookUp(_ id: AskID, _ credentials: DeviceCredentials) async -> ServerReply<Ask>? {
        try? await api.call(API.getAsk, id, key: credentials.key)
    }

    private func load<Value: Sendable>(
        _ call: (DeviceCredentials) async -> ServerReply<Value>?, found: (Value) -> Destination
    ) async -> Destination {
        guard case .found(let credentials) = await registrar.credentials() else { return .unavailable }
        switch await call(credentials) {
        case .value(let value): return found(value)
        case .refused(let refusal):
            if refusal.code == .unauthorized { await keyRejected(credentials) }
            return refusal.code == .unauthorized ? .unavailable : .notFound
        case .unavailable, nil: return .unavailable
        }
    }

    func keyRejected(_ credentials: DeviceCredentials) async {
        await registrar.keyRejected(credentials.key)
        await note(await registrar.state)
    }
}
