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
    /// The waiting side's own deadline came first. The ask may still be pending: close it.
    ///
    /// - Parameter lastFailure: the error of the last attempt, if the server could not be reached in the end.
    case gaveUp(lastFailure: ClientError?)
}

// These do more than forward: they report repetitions, or check that the response is about the ask that was named.
extension BellhopClient {
    /// Creates an ask.
    ///
    /// - Parameter idempotencyKey: 1 to 255 printable ASCII characters. A second call with the same key and body gets the
    ///   first one's ask, as it was when it was created.
    public func createAsk(_ request: AskRequest, idempotencyKey: String? = nil) async throws -> CreatedAsk {
        var call = Call(API.createAsk.route, idempotencyKey: idempotencyKey)
        call.body = try CanonicalJSON.encode(request)
        let reply = try await perform(call)
        return CreatedAsk(ask: try decode(Ask.self, from: reply), isRepeated: reply.isRepeated)
    }

    /// Gets one ask as it is now.
    public func getAsk(_ id: AskID) async throws -> Ask {
        try decode(id, from: try await perform(Call(API.getAsk.route, [id])))
    }

    /// Gets one ask as soon as it has ended or `seconds` have passed, in one attempt.
    ///
    /// - Parameters:
    ///   - seconds: 1 to 55 (``BellhopModel/APILimits/wait``).
    ///   - limit: the timeout of the exchange; `seconds` and the configuration's timeout unless given.
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

    /// Rejects another ask than `id`: it could bring another ask's answer, with a valid signature.
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

    /// Creates an ask, and never takes an earlier prompt's answer for this one's.
    ///
    /// Two hooks that run for one prompt share a key and so one ask: the second joins it while it is pending. An ask of
    /// that key that has ended belongs to an earlier prompt of the same content, and its answer is used up: then a new ask
    /// is created with the next key.
    ///
    /// - Parameter attempt: the request and its idempotency key for each repetition, counted from 0. The key must differ
    ///   from one to the next.
    /// - Returns: a pending ask, or one that ended while it was being created; of the last attempt.
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
        // Two hooks do not explain so many equal prompts in one turn: this one is new.
        return try await createAsk(try await attempt(Self.mostRepetitions).request).ask
    }
}

extension BellhopClient {
    /// The time after its deadline in which the client still asks how an ask has ended.
    static let afterDeadline = Duration.seconds(3)

    /// Waits until an ask ends, through restarts of the server and failures of the network.
    ///
    /// - Parameter deadline: the waiting side's own, by its own clock; the ask's is by the server's. The client asks for
    ///   ``afterDeadline`` longer how the ask ended: an answer that came in the last moment counts.
    /// - Throws: ``ClientError`` that no waiting can repair, such as a revoked key.
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
                // A stopping server answers its waiters early. An immediate second request would only burden it.
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

    /// Withdraws an ask that is no longer needed, unless it has ended by then.
    ///
    /// - Parameter deadline: the end of the attempts where the server cannot be reached; as for any call unless given. The
    ///   ask's own will do: then it expires by itself.
    /// - Returns: the ask as it ended: withdrawn, or as it was answered just before.
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
