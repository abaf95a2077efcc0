import BellhopDelivery
import BellhopModel
import BellhopStore

extension Call {
    /// Answers 202 with what `accept` accepted, or with the first reply when the request came before.
    ///
    /// - Parameter accept: is given what makes the record of the reply, which it stores with what it does; `nil` when
    ///   the request named no idempotency key.
    func accepted<Value: Encodable & Sendable>(
        _ accept: ((@Sendable (Value) throws -> IdempotencyRecord)?) async throws -> Acceptance<Value>
    ) async throws -> Reply {
        let remember = idempotency.map { claim in
            { @Sendable (value: Value) in claim.record(status: 202, body: try CanonicalJSON.encode(value)) }
        }
        switch try await accept(remember) {
        case .accepted(let value):
            var reply = try Reply.json(value, status: 202)
            reply.isKept = true
            return reply
        case .repeated(let record):
            guard let idempotency else { throw APIError(.internalError) }
            return try idempotency.reply(from: record)
        }
    }
}
