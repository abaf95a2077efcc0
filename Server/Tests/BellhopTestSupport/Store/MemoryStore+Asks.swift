public import BellhopModel
public import BellhopStore

extension MemoryStore {
    public func ask(_ id: AskID) async throws -> Ask? { try run { $0.asks[id] } }

    public func asks(of user: UserID, state wanted: AskState?, limit: Int) async throws -> [Ask] {
        try run { state in
            let asks = state.asks.values.filter { $0.userID == user && (wanted == nil || $0.state == wanted) }
            return Array(asks.sorted { $0.id > $1.id }.prefix(limit))
        }
    }

    public func transition(
        _ id: AskID, _ event: AskStateMachine.Event, at time: Timestamp
    ) async throws -> AskTransition? {
        try run { $0.transition(id, event, at: time) }
    }

    public func expireAsks(at time: Timestamp, limit: Int) async throws -> [AskTransition] {
        try run { state in
            let due = state.asks.values.filter { $0.state == .pending && $0.deadline <= time }
            return due.sorted { $0.deadline < $1.deadline }.prefix(limit).compactMap {
                state.transition($0.id, .deadlineReached, at: time)
            }
        }
    }

    public func nextAskDeadline() async throws -> Timestamp? {
        try run { $0.asks.values.filter { $0.state == .pending }.map(\.deadline).min() }
    }

    public func denials(
        of user: UserID, inputHash: [UInt8], after moment: Timestamp
    ) async throws -> [Timestamp] {
        try run { state in
            state.asks.values.filter {
                $0.userID == user && $0.state == .denied && state.inputHashes[$0.id] == inputHash
            }.compactMap(\.resolution?.at).filter { $0 > moment }.sorted()
        }
    }

    public func markApplied(_ id: AskID, at time: Timestamp) async throws -> Ask? {
        try run { state in
            guard var ask = state.asks[id], ask.resolution?.answer != nil else { return nil }
            guard ask.appliedAt == nil else { return ask }
            ask.appliedAt = time
            state.asks[id] = ask
            if let notification = state.notification(of: id) { state.note(.applied, notification, at: time) }
            return ask
        }
    }
}

extension MemoryStore.State {
    func notification(of ask: AskID) -> NotificationID? { notifications.values.first { $0.askID == ask }?.id }

    mutating func transition(
        _ id: AskID, _ event: AskStateMachine.Event, at time: Timestamp
    ) -> AskTransition? {
        guard var ask = asks[id], let notificationID = notification(of: id) else { return nil }
        let consequence = AskStateMachine.transition(of: event, for: ask, at: time)
        var clearing = 0
        if case .resolve(let resolution) = consequence {
            ask.resolution = resolution
            asks[id] = ask
            if ask.request.isEnrolment { resolveEnrolment(ask, with: resolution, at: time) }
            makeLiveActivitiesDue(withEndOf: ask, at: time)
            note(.resolved, notificationID, at: time, device: resolution.answer?.deviceID, resolution.state.rawValue)
            clearing = settle(notificationID, except: resolution.answer?.deviceID, at: time)
        }
        return AskTransition(ask: ask, notificationID: notificationID, consequence: consequence, clearing: clearing)
    }
}
