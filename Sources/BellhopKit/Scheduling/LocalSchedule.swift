import BellhopModel

/// Local notifications scheduled for later: all in the journal, the soonest also in the system's schedule, which
/// persists across restarts and works while the app does not run.
actor LocalSchedule {
    private let center: any NotificationCenterPort
    private let journal: any Journal
    private let clock: any ClockPort
    private let digesting: any Digesting
    private let turn = AsyncLock()
    private let preferences: @Sendable () async -> NotificationPreferences

    /// - Parameter preferences: the notification preferences; a notification that they disable waits until it is
    ///   enabled.
    init(
        center: any NotificationCenterPort, journal: any Journal, clock: any ClockPort, digesting: any Digesting,
        preferences: @escaping @Sendable () async -> NotificationPreferences
    ) {
        self.preferences = preferences
        self.center = center
        self.journal = journal
        self.clock = clock
        self.digesting = digesting
    }

    /// Schedules a notification. It replaces one with the same ID.
    ///
    /// - Throws: ``LocalTriggerProblem``, or an error when it cannot be stored or added to the system's schedule.
    ///   Nothing is then scheduled under this id.
    func schedule(_ id: LocalID, _ payload: PushPayload, _ trigger: LocalTrigger) async throws {
        let record = try ScheduledRecord(id.description, payload, trigger, at: clock.now)
        let isDone: Void? = try await turn.withLock {
            try await store(record)
            await remove(pending: [record.id])
            do {
                try await updateSystemSchedule(insisting: record.id)
            } catch {
                try? await journal.remove(key(of: record.id))
                throw error
            }
        }
        if isDone == nil { throw CancellationError() }
    }

    /// Updates the system's schedule.
    func fill() async {
        _ = await turn.withLock { try? await updateSystemSchedule() }
    }

    /// The scheduled notifications, soonest first, including those that did not fit into the system's schedule.
    func list() async -> [PendingNotification] {
        let now = clock.now
        let records = (try? await records()) ?? []
        let waiting = records.compactMap { record in
            record.next(after: now).map {
                PendingNotification(id: record.id, payload: record.push, trigger: record.trigger, next: $0)
            }
        }
        return waiting.sorted { ($0.next ?? now, $0.id) < ($1.next ?? now, $1.id) }
    }

    /// Removes the notifications for which `isMeant` is true, from the journal first, so that they are not scheduled
    /// again.
    ///
    /// - Parameter moment: notifications scheduled later stay.
    /// - Throws: when the journal still has one.
    func remove(
        until moment: Timestamp? = nil, _ isMeant: @Sendable (String, PushPayload) -> Bool
    ) async throws {
        _ = try await turn.withLock {
            var later: Set<String> = []
            for record in try await records() where isMeant(record.id, record.push) {
                if let moment, record.from > moment {
                    later.insert(record.id)
                } else {
                    try await journal.remove(key(of: record.id))
                }
            }
            let own = await center.pending().filter {
                LocalID($0.id) != nil && !later.contains($0.id) && isMeant($0.id, $0.payload)
            }
            await remove(pending: own.map(\.id))
            try? await updateSystemSchedule()
        }
    }

    // MARK: While locked

    /// - Throws: when the system refuses `id`, or the journal cannot be read.
    private func updateSystemSchedule(insisting id: String? = nil) async throws {
        let preferences = await preferences()
        let records = try await records()
        let now = clock.now
        let plan = SchedulePlan(
            for: records, pending: await center.pending().map(\.id), at: now, allows: preferences.allows)
        await remove(pending: plan.withdraw)
        for var record in records where plan.withdraw.contains(record.id) {
            record.isPlaced = false
            try? await store(record)
        }
        for var record in plan.place {
            do {
                try await center.schedule(record.notification, record.trigger(at: now))
            } catch {
                if record.id == id { throw error }
                continue
            }
            record.isPlaced = true
            // If the write fails, it is placed again the next time, under the same id.
            try? await store(record)
        }
        for record in plan.show where (try? await center.deliver(record.notification)) != nil {
            try? await journal.remove(key(of: record.id))
        }
        for record in plan.completed { try? await journal.remove(key(of: record.id)) }
    }

    private func remove(pending ids: [String]) async {
        if !ids.isEmpty { await center.removePending(ids) }
    }

    // MARK: The journal

    private func records() async throws -> [ScheduledRecord] {
        var records: [ScheduledRecord] = []
        for key in try await journal.keys(in: .schedule) {
            guard let bytes = try await journal.read(key) else { continue }
            if let record = try? CanonicalJSON.decode(ScheduledRecord.self, from: bytes) { records.append(record) }
        }
        return records
    }

    private func store(_ record: ScheduledRecord) async throws {
        try await journal.write(try CanonicalJSON.encode(record), to: key(of: record.id))
    }

    private func key(of id: String) -> RecordKey {
        RecordKey(unchecked: .schedule, Hex.encode(digesting.sha256(Array(id.utf8)).prefix(16)))
    }
}

extension LocalSchedule: UserScoped {
    func erase() async throws { try await remove { _, _ in true } }
}

extension LocalSchedule {
    /// Shows `notification` again at `moment`, once; at once if that is past.
    func snooze(_ notification: DeliveredNotification, until moment: Timestamp, at now: Timestamp) async throws {
        let id = LocalID.snooze(notification.id)
        let pause = max(.seconds(1), moment - now)
        try await schedule(id, notification.payload, .after(pause, repeats: false))
    }

    func remove(item: String) async throws {
        try await remove { id, payload in
            if payload.itemID == item { return true }
            if case .reminder(item, _)? = LocalID(id) { return true }
            return false
        }
    }

    func remove(ask: AskID) async throws { try await remove { _, payload in payload.askID == ask } }

    /// Removes the snoozed copy of the notification with this id.
    func removeSnooze(of id: String) async throws {
        let name = LocalID.snooze(id).description
        try await remove { id, _ in id == name }
    }
}

/// A scheduled local notification as stored in the journal.
struct ScheduledRecord: Codable, Hashable, Sendable {
    let id: String
    let payload: JSONValue
    let trigger: LocalTrigger
    /// The time of scheduling, from which an interval counts.
    let from: Timestamp
    /// The first firing time.
    let first: Timestamp
    /// `true` if it was added to the system's schedule.
    var isPlaced = false

    /// - Throws: the reason why the system would refuse `trigger`, or never fire it.
    init(_ id: String, _ payload: PushPayload, _ trigger: LocalTrigger, at now: Timestamp) throws(LocalTriggerProblem) {
        self.id = id
        self.payload = payload.json
        self.trigger = trigger
        from = now
        first = try trigger.next(after: now)
    }

    var notification: LocalNotification { LocalNotification(id: id, payload: push) }

    var push: PushPayload { PushPayload(json: payload.object ?? [:]) }

    /// The next firing time; `nil` after the last one.
    func next(after now: Timestamp) -> Timestamp? {
        if first > now { return first }
        switch trigger {
        case .after(let interval, repeats: true):
            let period = max(1, interval.wholeMilliseconds)
            let rounds = (now - first).wholeMilliseconds / period + 1
            return first + .milliseconds(rounds * period)
        case .calendar(_, repeats: true): return try? trigger.next(after: now)
        case .after, .calendar: return nil
        }
    }

    /// The trigger for the system that fires at the originally planned time.
    func trigger(at now: Timestamp) -> LocalTrigger {
        if case .after(_, repeats: false) = trigger {
            .after(max(.milliseconds(1), first - now), repeats: false)
        } else {
            trigger
        }
    }
}
