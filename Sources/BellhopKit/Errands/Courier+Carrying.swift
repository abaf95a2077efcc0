import BellhopModel

extension Courier {
    /// - Parameter early: also when it is not due.
    /// - Returns: whether it has ended.
    @discardableResult
    func attempt(_ name: String, early: Bool) async -> Bool {
        guard let entry = entries[name] else { return true }
        _ = await entry.turn.take {
            // The attempt before, for which this one waited, may have put it off.
            guard early || entry.due <= clock.uptime else { return }
            await attempt(entry)
        }
        return entry.errand.result != nil
    }

    /// In the entry's turn only.
    func attempt(_ entry: ErrandEntry<Cargo>) async {
        if !entry.isWritten { await keep(entry) }
        guard isCurrent(entry) else { return }
        guard entry.errand.result == nil else {
            if !entry.isWritten { entry.due = clock.uptime + manner.backoff.limit }
            return
        }
        let left = entry.errand.expiresAt - entry.time(by: clock)
        guard left > .zero else { return await end(entry, .expired) }
        switch await verdict(on: entry.errand, within: manner.patience.map { min($0, left) }) {
        case .done: await end(entry, .done)
        case .refused(let message): await end(entry, .refused(message: message))
        case .tryAgain(let atLeast): postpone(entry, atLeast: atLeast)
        }
    }

    private func verdict(on errand: Errand<Cargo>, within patience: Duration?) async -> ErrandVerdict {
        guard let patience else { return await verdict(on: errand) }
        let moment = clock.now + patience
        return await withTaskGroup(of: ErrandVerdict.self) { group in
            group.addTask { await self.verdict(on: errand) }
            group.addTask { [clock] in
                try? await clock.sleep(until: moment)
                return .tryAgain(atLeast: nil)
            }
            defer { group.cancelAll() }
            return await group.next() ?? .tryAgain(atLeast: nil)
        }
    }

    private nonisolated func verdict(on errand: Errand<Cargo>) async -> ErrandVerdict {
        (try? await carry(errand)) ?? .tryAgain(atLeast: nil)
    }

    private func end(_ entry: ErrandEntry<Cargo>, _ result: ErrandResult) async {
        // The device may have changed hands while it was carried.
        guard isCurrent(entry) else { return }
        entry.errand.result = result
        post(ErrandReport(errand: entry.errand, news: .ended(result)))
        // When this cannot be written the journal still has the errand, and it is carried again under its name.
        await keep(entry)
        if !entry.isWritten { entry.due = clock.uptime + manner.backoff.limit }
    }

    private func postpone(_ entry: ErrandEntry<Cargo>, atLeast: Duration? = nil) {
        entry.attempts += 1
        let delay = manner.backoff.delay(after: entry.attempts, random: randomness.next(), atLeast: atLeast)
        // Nobody should wait longer than the end of its time to learn that it has passed.
        entry.due = clock.uptime + min(delay, max(.zero, entry.errand.expiresAt - entry.time(by: clock)))
        if !entry.isAnnounced {
            entry.isAnnounced = true
            post(ErrandReport(errand: entry.errand, news: .waiting(isKept: entry.isWritten)))
        }
        wake.signal()
    }

    /// Those behind one that failed wait as long as it does.
    func hold(_ names: [String]) {
        let open = names.compactMap { entries[$0] }.filter(\.isOpen)
        guard let due = open.map(\.due).max() else { return }
        for entry in open { entry.due = due }
    }

    private func isCurrent(_ entry: ErrandEntry<Cargo>) -> Bool { entries[entry.errand.name] === entry }

    // MARK: The journal

    func shelved() async throws -> [Errand<Cargo>] {
        var errands: [Errand<Cargo>] = []
        for key in try await journal.keys(in: manner.drawer) {
            guard let bytes = try await journal.read(key) else { continue }
            // A record that cannot be read can be carried by nobody.
            if let errand = try? CanonicalJSON.decode(Errand<Cargo>.self, from: bytes) { errands.append(errand) }
        }
        return errands.sorted { ($0.acceptedAt, $0.name) < ($1.acceptedAt, $1.name) }
    }

    func keep(_ entry: ErrandEntry<Cargo>) async {
        if manner.retention == .zero, entry.errand.result != nil { return await remove(entry) }
        guard let bytes = try? CanonicalJSON.encode(entry.errand) else { return }
        entry.isWritten = (try? await journal.write(bytes, to: key(of: entry))) != nil
        // Forgotten while it was written: it must not come back at the next launch.
        if !isCurrent(entry) { try? await journal.remove(key(of: entry)) }
    }

    private func remove(_ entry: ErrandEntry<Cargo>) async {
        entry.isWritten = (try? await journal.remove(key(of: entry))) != nil
        if entry.isWritten, isCurrent(entry) { entries[entry.errand.name] = nil }
    }

    func forgetOld() async {
        let now = clock.now
        for entry in entries.values where entry.errand.result != nil {
            let rest = entry.errand.isTold ? manner.retention : manner.retention * 7
            if now >= entry.errand.expiresAt + rest { await remove(entry) }
        }
    }

    private func key(of entry: ErrandEntry<Cargo>) -> RecordKey {
        RecordKey(unchecked: manner.drawer, entry.errand.name)
    }
}
