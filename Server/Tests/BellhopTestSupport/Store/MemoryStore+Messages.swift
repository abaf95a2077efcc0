public import BellhopModel
public import BellhopStore

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
            func place(_ id: MessageID) -> Int? { all.firstIndex { $0.id == id } }
            let part: [Message]
            switch range {
            case .newest(nil): part = all.reversed()
            case .newest(let before?): part = all[..<(place(before) ?? 0)].reversed()
            case .after(let message):
                guard let place = place(message) else { return nil }
                part = Array(all[(place + 1)...])
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
