public import BellhopModel
public import BellhopStore

extension MemoryStore {
    public func put(_ session: AgentSession) async throws -> AgentSession {
        try run { state in
            let key = SessionKey(user: session.userID, id: session.id)
            let kept = AgentSession(
                id: session.id, userID: session.userID, title: session.title, origin: session.origin,
                status: session.status, operation: session.operation, progress: session.progress,
                startedAt: state.sessions[key]?.startedAt ?? session.startedAt, updatedAt: session.updatedAt)
            let wasOver = state.sessions[key]?.isOver == true
            state.sessions[key] = kept
            state.wantLiveActivities(of: kept, isResumed: wasOver)
            return kept
        }
    }

    public func session(_ id: SessionID, of user: UserID) async throws -> AgentSession? {
        try run { $0.sessions[SessionKey(user: user, id: id)] }
    }

    public func update(
        _ id: SessionID, of user: UserID, _ update: SessionUpdate, at time: Timestamp
    ) async throws -> AgentSession? {
        try run { state in
            let key = SessionKey(user: user, id: id)
            guard var session = state.sessions[key] else { return nil }
            let former = session.status
            session.status = update.status ?? session.status
            session.operation = update.operation ?? session.operation
            session.progress = update.progress ?? session.progress
            session.updatedAt = time
            state.sessions[key] = session
            state.makeLiveActivitiesDue(of: id, user, at: time, evenBehind: session.status != former)
            return session
        }
    }

    public func endSilentSessions(
        changedBefore limit: Timestamp, _ update: SessionUpdate, at time: Timestamp, limit count: Int
    ) async throws -> [AgentSession] {
        try run { state in
            let asked = Set(
                state.asks.values.filter { $0.state == .pending }.compactMap { ask in
                    ask.sessionID.map { SessionKey(user: ask.userID, id: $0) }
                })
            let silent = state.sessions.filter { key, session in
                !session.isOver && session.updatedAt < limit && !asked.contains(key)
            }
            return silent.sorted {
                ($0.value.updatedAt, $0.key.id.description) < ($1.value.updatedAt, $1.key.id.description)
            }
            .prefix(count).map { key, session in
                var session = session
                session.status = .completed
                session.operation = update.operation ?? session.operation
                session.progress = update.progress ?? session.progress
                session.updatedAt = time
                state.sessions[key] = session
                state.makeLiveActivitiesDue(of: key.id, key.user, at: time, evenBehind: true)
                return session
            }
        }
    }

    public func sessions(of user: UserID, limit: Int) async throws -> [AgentSession] {
        try run { state in
            let sessions = state.sessions.values.filter { $0.userID == user }
            return Array(sessions.sorted { $0.updatedAt > $1.updatedAt }.prefix(limit))
        }
    }
}

extension MemoryStore {
    public func send(_ message: Message, telling submission: Submission) async throws -> SubmissionResult {
        let result = try await accept(submission)
        if case .stored = result { try run { $0.messages.append(message) } }
        return result
    }

    public func message(_ id: MessageID) async throws -> Message? {
        try run { state in state.messages.first { $0.id == id } }
    }

    public func messages(
        of user: UserID, _ range: MessageRange, in conversation: ConversationID?, limit: Int
    ) async throws -> [Message]? {
        try run { state in
            let all = state.messages
            func index(of id: MessageID) -> Int? { all.firstIndex { $0.id == id } }
            let part: [Message]
            switch range {
            case .newest(nil): part = all.reversed()
            case .newest(let before?): part = all[..<(index(of: before) ?? 0)].reversed()
            case .after(let message):
                guard let index = index(of: message) else { return nil }
                part = Array(all[(index + 1)...])
            }
            let wanted = part.filter { message in
                (message.from == user || message.to == user) && conversation.map { message.conversation == $0 } ?? true
            }
            return Array(wanted.prefix(limit))
        }
    }

    public func forgetMessages(before time: Timestamp, limit: Int) async throws -> Int {
        try run { state in
            let old = Set(state.messages.filter { $0.sentAt < time }.sorted { $0.sentAt < $1.sentAt }.prefix(limit))
            state.messages.removeAll(where: old.contains)
            return old.count
        }
    }
}
