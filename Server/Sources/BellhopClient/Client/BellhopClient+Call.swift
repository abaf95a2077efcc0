import BellhopModel

extension BellhopClient {
    /// Makes `call`, again if need be, and decodes what comes back.
    func call<Value: Decodable>(_ call: Call, as type: Value.Type = Value.self) async throws -> Value {
        try decode(type, from: try await perform(call))
    }

    /// Makes `call` until it succeeds, is refused for good, or patience ends.
    func perform(_ call: Call) async throws -> HTTPReply {
        let (time, policy) = (configuration.time, configuration.retry)
        let end = time.now() + policy.patience
        var failures = 0
        while true {
            do {
                return try await attempt(call, within: configuration.timeout)
            } catch let error as ClientError where error.isRetryable {
                guard call.repeatsWhenInDoubt || !error.mayHaveSucceeded else { throw error }
                failures += 1
                let pause = policy.pause(after: failures, retryAfter: error.retryAfter)
                guard time.now() + pause < end else { throw error }
                try await time.sleep(pause)
            }
        }
    }

    /// One attempt; any status but success is thrown.
    func attempt(_ call: Call, within limit: Duration) async throws -> HTTPReply {
        let headers = call.idempotencyKey.map { ["Idempotency-Key": $0] } ?? [:]
        let reply = try await send(
            call.method.rawValue, call.target, headers: headers, body: call.body, isRepeatable: call.repeatsWhenInDoubt,
            within: limit)
        if let error = ClientError(reply, from: address) { throw error }
        return reply
    }

    func decode<Value: Decodable>(_ type: Value.Type, from reply: HTTPReply) throws -> Value {
        do {
            return try CanonicalJSON.decode(type, from: reply.body)
        } catch {
            throw ClientError.unexpectedReply(
                address: address.description, status: reply.status, reason: "the body is no \(type)")
        }
    }
}
