import BellhopModel

/// Carries errands: kept first, then tried again and again, with pauses that grow, until somebody has said yes or no
/// or it is too late. Each is carried out at most once to the end, over restarts too.
actor Courier<Cargo: Codable & Hashable & Sendable> {
    let manner: CourierManner
    let journal: any Journal
    let clock: any ClockPort
    let randomness: any RandomnessPort
    /// Signalled when ``pause`` may have become shorter.
    let wake: Wake
    let carry: @Sendable (Errand<Cargo>) async throws -> ErrandVerdict

    var entries: [String: ErrandEntry<Cargo>] = [:]
    private let loading = Turn()
    private var isLoaded = false
    private let reports = Mailbox<ErrandReport<Cargo>>(limit: 256)
    /// The same reports again, for whoever has to act on them rather than show them.
    nonisolated let fresh = Mailbox<ErrandReport<Cargo>>(limit: 256)

    /// - Parameter carry: makes one attempt. It throws only when it was cancelled.
    init(
        _ manner: CourierManner, journal: any Journal, clock: any ClockPort, randomness: any RandomnessPort, wake: Wake,
        carry: @escaping @Sendable (Errand<Cargo>) async throws -> ErrandVerdict
    ) {
        self.manner = manner
        self.journal = journal
        self.clock = clock
        self.randomness = randomness
        self.wake = wake
        self.carry = carry
    }

    /// Takes an errand and sees it through its first attempt. One whose name is known is not taken again.
    ///
    /// When it cannot be written down it is carried all the same, from memory, and that is reported.
    func accept(_ errand: Errand<Cargo>) async {
        await load()
        guard entries[errand.name] == nil else { return }
        let entry = ErrandEntry(new: errand)
        entries[errand.name] = entry
        defer { entry.turn.end() }
        await keep(entry)
        await attempt(entry)
    }

    /// What came of errands, in order, each once; `nil` when the task is cancelled. An end that nobody took is given
    /// again after the next launch.
    func nextReport() async -> ErrandReport<Cargo>? {
        guard let report = await reports.next() else { return nil }
        await told(report)
        return report
    }

    /// How long until ``flush(everything:)`` has something to do; `nil` when nothing waits.
    var pause: Duration? {
        entries.values.filter(\.isOpen).map(\.due).min().map { max(.zero, $0 - clock.uptime) }
    }

    /// Carries what is due, or everything.
    func flush(everything: Bool = false) async {
        guard await load() else { return }
        await forgetOld()
        let uptime = clock.uptime
        let due = entries.values.filter { $0.isOpen && (everything || $0.due <= uptime) }.map(\.errand)
        let names = due.sorted { ($0.acceptedAt, $0.name) < ($1.acceptedAt, $1.name) }.map(\.name)
        if manner.isOrdered {
            for name in names where await !attempt(name, early: everything) { return hold(names) }
        } else {
            await withDiscardingTaskGroup { group in
                for name in names { group.addTask { await self.attempt(name, early: everything) } }
            }
        }
    }

    func post(_ report: ErrandReport<Cargo>) {
        fresh.post(report)
        reports.post(report)
    }

    /// - Returns: whether the journal could be read.
    @discardableResult
    private func load() async -> Bool {
        _ = await loading.take {
            guard !isLoaded, let kept = try? await shelved() else { return }
            for errand in kept where entries[errand.name] == nil {
                entries[errand.name] = ErrandEntry(kept: errand)
                if let result = errand.result, !errand.isTold {
                    reports.post(ErrandReport(errand: errand, news: .ended(result)))
                }
            }
            isLoaded = true
        }
        return isLoaded
    }

    private func told(_ report: ErrandReport<Cargo>) async {
        guard let entry = entries[report.errand.name], case .ended(let result) = report.news,
            entry.errand.result == result
        else { return }
        entry.errand.isTold = true
        await keep(entry)
    }
}

extension Courier: Forgetful {
    func forget() async throws {
        entries = [:]
        _ = fresh.takeAll()
        _ = reports.takeAll()
        for key in try await journal.keys(in: manner.drawer) { try await journal.remove(key) }
    }
}
