public import BellhopModel

extension BellhopClient {
    /// Asks the user, and never takes an earlier prompt's answer for this one's.
    ///
    /// Two hooks that run for one prompt share a key and so one ask: the second joins it while it is pending. An ask of
    /// that key that has ended already belongs to an earlier prompt of the same content, and its answer is used up: then
    /// a new one is made with the next key.
    ///
    /// - Parameter key: the idempotency key for each repetition, counted from 0. It must differ from one to the next.
    /// - Returns: a pending ask, or one that ended while it was being made.
    public func openAsk(
        _ request: AskRequest, idempotencyKey key: (_ repetition: Int) throws -> String
    ) async throws -> Ask {
        for repetition in 0..<Self.mostRepetitions {
            let created = try await createAsk(request, idempotencyKey: try key(repetition))
            guard created.isRepeated else { return created.ask }
            let ask = try await getAsk(created.ask.id)
            if ask.state == .pending { return ask }
        }
        // So many equal prompts in one turn are no accident of two hooks: this one is new.
        return try await createAsk(request).ask
    }

    static let mostRepetitions = 50
}
