public import BellhopModel

extension BellhopClient {
    /// Asks the user, and never takes an earlier prompt's answer for this one's.
    ///
    /// Two hooks that run for one prompt share a key and so one ask: the second joins it while it is pending. An ask of
    /// that key that has ended already belongs to an earlier prompt of the same content, and its answer is used up: then
    /// a new one is made with the next key.
    ///
    /// - Parameter attempt: what to send, and under which idempotency key, for each repetition, counted from 0. The key
    ///   must differ from one to the next.
    /// - Returns: a pending ask, or one that ended while it was being made; of the last attempt.
    public func openAsk(
        _ attempt: (_ repetition: Int) async throws -> (request: AskRequest, idempotencyKey: String)
    ) async throws -> Ask {
        for repetition in 0..<Self.mostRepetitions {
            let (request, key) = try await attempt(repetition)
            let created = try await createAsk(request, idempotencyKey: key)
            guard created.isRepeated else { return created.ask }
            let ask = try await getAsk(created.ask.id)
            if ask.state == .pending { return ask }
        }
        // So many equal prompts in one turn are no accident of two hooks: this one is new.
        return try await createAsk(try await attempt(Self.mostRepetitions).request).ask
    }

    static let mostRepetitions = 50
}
