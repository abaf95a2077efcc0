public import BellhopModel
public import BellhopStore

extension SQLiteStore {
    public func ask(_ id: AskID) async throws -> Ask? {
        try await read { try $0.asks.find(id)?.ask }
    }

    public func asks(of user: UserID, state: AskState?, limit: Int) async throws -> [Ask] {
        try await read { try $0.asks.newest(of: user, state: state, limit: limit) }
    }

    public func transition(
        _ id: AskID, _ happening: AskStateMachine.Event, at time: Timestamp
    ) async throws -> AskTransition? {
        try await write { try $0.transition(id, happening, at: time) }
    }

    public func expireAsks(at time: Timestamp, limit: Int) async throws -> [AskTransition] {
        try await write { db in
            try db.asks.overdue(at: time, limit: limit).compactMap { try db.transition($0, .deadlineReached, at: time) }
        }
    }

    public func nextAskDeadline() async throws -> Timestamp? {
        try await read { try $0.asks.nextDeadline() }
    }

    public func denials(
        of user: UserID, inputHash: [UInt8], after moment: Timestamp
    ) async throws -> [Timestamp] {
        try await read { try $0.asks.denials(of: user, inputHash: inputHash, after: moment) }
    }

    public func markApplied(_ id: AskID, at time: Timestamp) async throws -> Ask? {
        try await write { db in
            let isFirst = try db.asks.markApplied(id, at: time)
            guard let stored = try db.asks.find(id), stored.ask.resolution?.answer != nil else { return nil }
            if isFirst { try db.timeline.add(TimelineEntry(at: time, step: .applied), to: stored.notificationID) }
            return stored.ask
        }
    }
}
