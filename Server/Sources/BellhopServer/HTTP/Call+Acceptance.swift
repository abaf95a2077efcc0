import BellhopCore
import BellhopModel
import BellhopStore

extension Call {
    /// Answers, with 202 unless `status` is given, with what `accept` accepted, or with the first reply when the request came before.
    ///
    /// - Parameters:
    ///   - kept: the body that a repetition gets; the same unless given. It leaves out what is shown only once.
    ///   - accept: is given what makes the record of the reply, which it stores with what it does; `nil` when the
    ///     request named no idempotency key.
    func accepted<Value: Encodable & Sendable>(
        _ status: Int = 202,
        keeping kept: @escaping @Sendable (Value) throws -> [UInt8] = { try CanonicalJSON.encode($0) },
        _ accept: ((@Sendable (Value) throws -> IdempotencyRecord)?) async throws -> IdempotentResult<Value>
    ) async throws -> Reply {
        let remember = idempotency.map { claim in
            { @Sendable (value: Value) in claim.record(status: status, body: try kept(value)) }
        }
        switch try await accept(remember) {
        case .accepted(let value):
            var reply = try Reply.json(value, status: status)
            reply.isKept = true
            return reply
        case .repeated(let record):
            guard let idempotency else { throw APIError(.internalError) }
            return try idempotency.reply(from: record)
        }
    }
}

extension IdempotencyClaim {
    /// The reply that `record` holds.
    /// - Throws: ``APIError`` `idempotency_key_reused` if it was made for another request.
    func reply(from record: IdempotencyRecord) throws -> Reply {
        try check(record)
        return .repeated(record.status, record.body)
    }
}
