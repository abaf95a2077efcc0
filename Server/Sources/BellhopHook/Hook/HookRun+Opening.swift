import BellhopClient
import BellhopModel

extension HookRun {
    /// Asks, and takes back what may have been asked where no reply came: nobody waits for its answer.
    ///
    /// - Parameter attempt: see `BellhopClient.openAsk(_:)`.
    func open(
        _ attempt: (_ repetition: Int) async throws -> (request: AskRequest, idempotencyKey: String)
    ) async throws -> Ask {
        var asked: AskRequest?
        do {
            return try await client.openAsk { repetition in
                let next = try await attempt(repetition)
                asked = next.request
                return next
            }
        } catch let error as ClientError where error.mayHaveSucceeded {
            if let digest = asked?.content.inputDigest { await takeBack(digest) }
            throw error
        }
    }

    /// Looks for it instead of sending it again, which might be what makes it. An ask that the server makes later still, or
    /// that cannot be looked for, ends by its deadline. Until then an answer to it reaches nobody, and is not reported as
    /// applied.
    private func takeBack(_ digest: String) async {
        try? await within(.seconds(1)) {
            // Under a nonce, so that no other prompt has the same.
            for ask in try await client.call(API.listAsks, query: ["state": "pending", "limit": 200]).items
            where ask.request.inputDigest == digest {
                try await client.withdrawAsk(ask.id, reason: .withdrawnByAgent)
            }
        }
    }
}
