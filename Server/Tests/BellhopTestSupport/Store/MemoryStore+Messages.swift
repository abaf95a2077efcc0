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
    ) async throws -> [Message] {
        try run { state in
            let all = state.messages
            func place(_ id: MessageID) -> Int? { all.firstIndex { $0.id == id } }
            let part: [Message]
            switch range {
            case .newest(let before): part = all[..<(before.flatMap(place) ?? all.count)].reversed()
            case .after(let message): part = place(message).map { Array(all[($0 + 1)...]) } ?? []
            }
            let wanted = part.filter { message in
                (message.from == user || message.to == user) && conversation.map { message.conversation == $0 } ?? true
            }
            return Array(wanted.prefix(limit))
        }
    }
}
