import BellhopModel

extension AnswerOutbox {
    /// - Parameter early: also when it is not due.
    func attempt(_ id: AskID, early: Bool) async {
        guard let entry = entries[id] else { return }
        _ = await entry.turn.take {
            // The attempt before, for which this one waited, may have put it off.
            guard early || entry.due <= clock.uptime else { return }
            await attempt(entry)
        }
    }

    /// In the entry's turn only.
    func attempt(_ entry: OutboxEntry) async {
        switch entry.record.step(at: time(for: entry)) {
        case .send: await send(entry)
        case .expire: await expire(entry)
        case .verify: await verify(entry)
        case .rest: entry.record.isUnverified = false
        }
    }

    private func send(_ entry: OutboxEntry) async {
        guard let credentials = await credentials(for: entry), let request = await signed(entry, by: credentials)
        else { return }
        if entry.mayHaveArrived, isCurrent(entry) { await shelf.keep(entry.record) }
        guard entry.record.result == nil, isCurrent(entry) else { return }
        // The last thing before it leaves: signing may have waited for the person, and writing for the disk.
        let left = entry.record.deadline - time(for: entry)
        guard left > .zero else { return await expire(entry) }
        entry.mayHaveArrived = true
        let timeout = min(.seconds(15), left)
        guard
            let reply = try? await api.answer(
                entry.record.askID, request, key: credentials.key, timeout: timeout,
                until: clock.deviceTime(of: entry.record.deadline))
        else { return postpone(entry) }
        switch AnswerVerdict.of(reply, to: entry.record) {
        case .ended(let result): await end(entry, result)
        case .tryAgain(let atLeast): postpone(entry, atLeast: atLeast)
        case .keyRejected(let result):
            await registrar.keyRejected(credentials.key)
            await end(entry, result)
        }
    }

    /// `nil` when there are none to send with; then it is said what becomes of the answer.
    private func credentials(for entry: OutboxEntry) async -> DeviceCredentials? {
        switch await registrar.credentials() {
        case .found(let credentials) where credentials.userID == entry.record.userID: return credentials
        case .found: await end(entry, .refused(message: AnswerWording.otherOwner))
        case .unpaired: await end(entry, .refused(message: AnswerWording.notPaired))
        case .locked: postpone(entry)
        }
        return nil
    }

    /// `nil` when the key cannot be used now.
    private func signed(_ entry: OutboxEntry, by credentials: DeviceCredentials) async -> AnswerRequest? {
        let record = entry.record
        if entry.signature?.device != credentials.deviceID {
            let statement = AnswerStatement(
                askID: record.askID, inputDigest: record.inputDigest, deadline: record.deadline,
                deviceID: credentials.deviceID, answer: record.answer)
            guard let text = try? statement.text, let bytes = try? await deviceKey.sign(Array(text.utf8)),
                bytes.count == 64
            else {
                postpone(entry)
                return nil
            }
            entry.signature = (credentials.deviceID, Base64.encode(bytes))
        }
        guard let signature = entry.signature?.text else { return nil }
        return AnswerRequest(answer: record.answer, inputDigest: record.inputDigest, signature: signature)
    }

    private func expire(_ entry: OutboxEntry) async {
        entry.due = clock.uptime
        entry.record.isUnverified = entry.mayHaveArrived
        await end(entry, .expiredOffline)
        wake.signal()
    }

    /// The deadline passed without a receipt: it was lost, or the answer never arrived. To read harms nobody.
    private func verify(_ entry: OutboxEntry) async {
        guard case .found(let credentials) = await registrar.credentials(),
            let reply = try? await api.call(API.getAsk, entry.record.askID, key: credentials.key)
        else { return postpone(entry) }
        if case .unavailable(let why) = reply { return postpone(entry, atLeast: why.retryAfter) }
        if case .value(let ask) = reply, let result = AnswerVerdict.result(of: ask, for: entry.record.answer) {
            await end(entry, result)
        }
        entry.record.isUnverified = false
        if isCurrent(entry) { await shelf.keep(entry.record) }
    }

    /// Not forgotten: the device may have changed hands while it was sent.
    private func isCurrent(_ entry: OutboxEntry) -> Bool { entries[entry.record.askID] === entry }

    func end(_ entry: OutboxEntry, _ result: AnswerResult) async {
        guard isCurrent(entry), entry.record.isSurpassed(by: result) else { return }
        entry.record.result = result
        entry.record.isTold = false
        if result != .expiredOffline { entry.record.isUnverified = false }
        post(result, of: entry.record)
        // When this cannot be written the journal still has the answer: it is sent again, and gets the same receipt.
        await shelf.keep(entry.record)
    }

    private func postpone(_ entry: OutboxEntry, atLeast: Duration? = nil) {
        entry.attempts += 1
        var delay = Backoff.answers.delay(after: entry.attempts, random: randomness.next(), atLeast: atLeast)
        if entry.record.result == nil {
            // Nobody should wait longer than the deadline to learn that it has passed.
            delay = min(delay, max(.zero, entry.record.deadline - time(for: entry)))
            if !entry.isAnnounced {
                entry.isAnnounced = true
                post(.queuedOffline, of: entry.record)
            }
        }
        entry.due = clock.uptime + delay
        wake.signal()
    }

    /// The time as it is known for this answer, and kept with it. What the server says of it counts more than whatever
    /// the device's clock has shown.
    private func time(for entry: OutboxEntry) -> Timestamp {
        let now = clock.isKnown ? clock.now : entry.time.advance(to: clock.now, uptime: clock.uptime)
        entry.record.seen = now
        return now
    }
}
