public import BellhopModel
public import BellhopStore

extension MemoryStore {
    public func add(_ schedule: Schedule, idempotency: IdempotencyRecord?) async throws -> IdempotentWriteResult {
        try run { $0.add(schedule, idempotency) }
    }

    public func schedule(_ id: ScheduleID) async throws -> Schedule? { try run { $0.schedules[id] } }

    public func schedules(
        _ filter: ScheduleFilter, before cursor: ScheduleID?, limit: Int
    ) async throws -> [Schedule] {
        try run { state in
            let found = state.schedules.values.filter { schedule in
                filter.user.map { schedule.user == $0 } ?? true && filter.state.map { schedule.state == $0 } ?? true
                    && cursor.map { schedule.id < $0 } ?? true
            }
            return Array(found.sorted { $0.id > $1.id }.prefix(limit))
        }
    }

    public func replace(_ schedule: Schedule) async throws -> Bool { try run { $0.replace(schedule) } }

    public func nextScheduleDue() async throws -> Timestamp? {
        try run { $0.schedules.values.compactMap(\.next).min() }
    }

    public func dueSchedules(at time: Timestamp, limit: Int) async throws -> [Schedule] {
        try run { state in
            let due = state.schedules.values.compactMap { schedule in schedule.next.map { ($0, schedule) } }
            let inOrder = due.filter { $0.0 <= time }.sorted { ($0.0, $0.1.id) < ($1.0, $1.1.id) }
            return inOrder.prefix(limit).map(\.1)
        }
    }

    public func fire(_ schedule: Schedule, _ sending: ScheduledSubmission) async throws -> Bool {
        try run { state in
            if state.isAboutCompleteItem(schedule.notification) {
                if let former = state.schedules[schedule.id], former.next != nil {
                    state.schedules[schedule.id] = former.cancelled(at: schedule.updatedAt)
                }
                return false
            }
            guard state.replace(schedule) else { return false }
            switch sending {
            case .notification(var submission):
                submission.bypassesPreferences = state.snoozes.contains(schedule.id)
                _ = try state.submit(submission)
            case .campaign(let submission):
                let campaign = submission.campaign
                state.campaigns[campaign.id] = CampaignRow(campaign: campaign, audience: submission.audience)
            }
            return true
        }
    }

    public func forgetSchedules(endedBefore time: Timestamp, limit: Int) async throws -> Int {
        try run { state in
            let ended = state.schedules.values.filter { $0.next == nil && $0.updatedAt < time }
            let forgotten = ended.sorted { $0.updatedAt < $1.updatedAt }.prefix(limit)
            for schedule in forgotten { state.schedules[schedule.id] = nil }
            return forgotten.count
        }
    }
}

extension MemoryStore.State {
    mutating func add(_ schedule: Schedule, _ record: IdempotencyRecord?) -> IdempotentWriteResult {
        if let record {
            let scope = MemoryStore.Scope(key: record.scope, text: record.key)
            if let first = idempotency[scope] { return .repeated(first) }
            idempotency[scope] = record
        }
        schedules[schedule.id] = schedule
        return .stored
    }

    fileprivate mutating func replace(_ schedule: Schedule) -> Bool {
        guard let kept = schedules[schedule.id], kept.next != nil, kept.revision == schedule.revision - 1 else {
            return false
        }
        schedules[schedule.id] = schedule
        return true
    }
}
