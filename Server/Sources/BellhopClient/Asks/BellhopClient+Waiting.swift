public import BellhopModel

extension BellhopClient {
    /// Waits until an ask ends, through restarts of the server and failures of the network.
    ///
    /// - Parameter deadline: the waiting side's own, by its own clock: so many seconds from when it asked. The ask's is by
    ///   the server's clock. For ``afterDeadline`` longer it is still heard how the ask ended: an answer that came in
    ///   the last moment counts.
    /// - Throws: ``ClientError`` that no waiting can mend, such as a revoked key.
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
                // A server that stops lets its waiters go early. Asking it again at once would only burden it.
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

    /// Takes back an ask that nobody waits for any more, unless it has ended by then.
    ///
    /// - Parameter deadline: until when to try again where the server cannot be reached; as patient as any call unless
    ///   given. The ask's own will do: then it ends by itself.
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

    /// How long after its deadline it is asked how an ask has ended.
    static let afterDeadline = Duration.seconds(3)

    /// Whole seconds, rounded up, so that the last request does not come back before the deadline for nothing.
    private static func seconds(toWaitWithin left: Duration) -> Int {
        Int(clamping: max(1, min(Int64(APILimits.wait), (left.wholeMilliseconds + 999) / 1000)))
    }
}
