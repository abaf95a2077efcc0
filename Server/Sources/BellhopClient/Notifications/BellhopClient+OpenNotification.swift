public import BellhopModel

extension BellhopClient {
    /// Tells the user of something that lasts for a while and may come again, such as an agent's prompt: once each time.
    ///
    /// Two callers that tell of it at once share a key and so one notification. One of that key that was read or taken
    /// back belongs to an earlier time: then a new one is made with the next key. See ``openAsk(_:)``.
    ///
    /// - Parameter request: for each repetition, counted from 0. Its collapse key, which must differ from one to the
    ///   next, is the idempotency key too.
    /// - Returns: one that is unread, or was a moment ago.
    public func openNotification(
        _ request: (_ repetition: Int) throws -> NotificationRequest
    ) async throws -> UserNotification {
        for repetition in 0..<Self.mostRepetitions {
            let request = try request(repetition)
            let reply = try await perform(Call(.sendNotification).sending(request).keyed(request.options?.collapseKey))
            let told = try decode(UserNotification.self, from: reply)
            guard reply.isRepeated else { return told }
            if try await getNotification(told.id).notification.readAt == nil { return told }
        }
        return try await sendNotification(try request(Self.mostRepetitions))
    }
}
