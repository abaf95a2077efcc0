public import BellhopModel

/// The result of ``BellhopClient/createAsk(_:idempotencyKey:)``.
public struct CreatedAsk: Hashable, Sendable {
    public var ask: Ask
    /// The ask was created by an earlier call with the same idempotency key; it may have ended since.
    public var isRepeated: Bool

    public init(ask: Ask, isRepeated: Bool) {
        self.ask = ask
        self.isRepeated = isRepeated
    }
}

/// The result of waiting for an answer.
public enum AskWait: Hashable, Sendable {
    /// The ask has ended, in any state.
    case ended(Ask)
    /// The caller's deadline passed. The ask may still be pending: close it.
    ///
    /// - Parameter lastFailure: the error of the last attempt, if the server was unreachable at the end.
    case gaveUp(lastFailure: ClientError?)
}

// These methods do more than forward: they report repetitions, or check that the response is about the named ask.
extension BellhopClient {
    /// Creates an ask.
    ///
    /// - Parameter idempotencyKey: 1 to 255 printable ASCII characters. A second call with the same key and body gets
    ///   the first one's ask in its state at creation.
    public func createAsk(_ request: AskRequest, idempotencyKey: String? = nil) async throws -> CreatedAsk {
        var call = Call(API.createAsk.route, idempotencyKey: idempotencyKey)
        call.body = try CanonicalJSON.encode(request)
        let reply = try await perform(call)
        return CreatedAsk(ask: try decode(Ask.self, from: reply), isRepeated: reply.isRepeated)
    }

    /// Gets the current state of one ask.
    public func getAsk(_ id: AskID) async throws -> Ask {
        try decode(id, from: try await perform(Call(API.getAsk.route, [id])))
    }

    /// Gets one ask as soon as it has ended or `seconds` have passed, in one attempt.
    ///
    /// - Parameters:
    ///   - seconds: 1 to 55 (``BellhopModel/APILimits/wait``).
    ///   - limit: the timeout of the exchange; by default `seconds` plus the configuration's timeout.
    public func getAsk(_ id: AskID, wait seconds: Int, within limit: Duration? = nil) async throws -> Ask {
        let call = Call(API.getAsk.route, [id], query: ["wait": seconds])
        let reply = try await attempt(call, within: limit ?? .seconds(seconds) + configuration.timeout)
        return try decode(id, from: reply)
    }

    /// Answers an ask. Needs a device's key.
    public func answerAsk(
        _ id: AskID, _ answer: AnswerRequest, idempotencyKey: String? = nil
    ) async throws -> Ask {
        var call = Call(API.answerAsk.route, [id], idempotencyKey: idempotencyKey)
        call.body = try CanonicalJSON.encode(answer)
        return try decode(id, from: try await perform(call))
    }

    /// Withdraws an ask. An ask that was answered first is refused with `ask_already_answered`, and the error's
    /// `resolution` holds the answer.
    @discardableResult
    public func withdrawAsk(_ id: AskID, reason: WithdrawalReason) async throws -> Ask {
        let call = Call(API.withdrawAsk.route, [id], query: ["reason": reason.rawValue])
        return try decode(id, from: try await perform(call))
    }

    /// Rejects an ask with another id than `id`, whose answer could have a valid signature.
    private func decode(_ id: AskID, from reply: HTTPReply) throws -> Ask {
        let ask = try decode(Ask.self, from: reply)
        guard ask.id == id else {
            throw ClientError.unexpectedReply(
                address: address.description, status: reply.status, reason: "it contains another ask")
        }
        return ask
    }
}

extension BellhopClient {
    static let mostRepetitions = 50

    /// Creates an ask, and never returns the answer of an earlier prompt.
    ///
    /// Two hooks that run for one prompt share a key and so one ask: the second joins it while it is pending. An ask of
    /// that key that has ended belongs to an earlier prompt of the same content, and its answer is used up: then a new
    /// ask is created with the next key.
    ///
    /// - Parameter attempt: returns the request and its idempotency key for each repetition, counted from 0. The key
    ///   must be different for each.
    /// - Returns: the ask of the last attempt: pending, or ended during its creation.
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
        // Two hooks cannot cause so many equal prompts in one turn, so this prompt is new.
        return try await createAsk(try await attempt(Self.mostRepetitions).request).ask
    }
}

extension BellhopClient {
    /// The time after its deadline during which the client still requests the final state of an ask.
    static let afterDeadline = Duration.seconds(3)

    /// Waits until an ask ends, through restarts of the server and failures of the network.
    ///
    /// - Parameter deadline: the caller's deadline by its own clock; the ask's deadline is by the server's. The client
    ///   continues for ``afterDeadline``, so that an answer at the last moment counts.
    /// - Throws: a permanent ``ClientError``, such as a revoked key.
    public func waitForAnswer(to id: AskID, until deadline: Timestamp) async throws -> AskWait {
        let time = configuration.time
        let end = deadline + Self.afterDeadline
        var failures = 0
        var lastFailure: ClientError?
        while true {
            let start = time.now()
            guard start < end else { return .gaveUp(lastFailure: lastFailure) }
            let seconds = Self.seconds(toWaitWithin: deadline - start)
            do {
                let limit = min(end - start, .seconds(seconds) + configuration.timeout)
                let ask = try await getAsk(id, wait: seconds, within: limit)
                guard ask.state == .pending else { return .ended(ask) }
                lastFailure = nil
                // A stopping server ends long polls early. An immediate second request would only burden it.
                let heldOut = time.now() - start >= .seconds(seconds) - .milliseconds(500)
                failures = heldOut ? 0 : failures + 1
            } catch let error as ClientError where error.isRetryable {
                lastFailure = error
                failures += 1
            }
            guard failures > 0 else { continue }
            let pause = configuration.retry.pause(after: failures, retryAfter: lastFailure?.retryAfter)
            try await time.sleep(max(.zero, min(pause, end - time.now())))
        }
    }

    /// Withdraws an ask that is no longer needed, unless it has already ended.
    ///
    /// - Parameter deadline: the end of the attempts while the server is unreachable; by default that of any call. The
    ///   ask's own deadline is sufficient, because the ask then expires.
    /// - Returns: the ended ask: withdrawn, or answered just before.
    public func closeAsk(
        _ id: AskID, reason: WithdrawalReason, until deadline: Timestamp? = nil
    ) async throws -> Ask {
        let time = configuration.time
        var failures = 0
        while true {
            do {
                return try await withdrawAsk(id, reason: reason)
            } catch ClientError.refused(let error, _) where [.askAlreadyAnswered, .askExpired].contains(error.code) {
                return try await getAsk(id)
            } catch let error as ClientError where error.isRetryable {
                failures += 1
                let pause = configuration.retry.pause(after: failures, retryAfter: error.retryAfter)
                guard let deadline, time.now() + pause < deadline else { throw error }
                try await time.sleep(pause)
            }
        }
    }

    /// Whole seconds, rounded up, so that the last request does not return before the deadline.
    private static func seconds(toWaitWithin left: Duration) -> Int {
        Int(clamping: max(1, min(Int64(APILimits.wait), (left.wholeMilliseconds + 999) / 1000)))
    }
}
