public import BellhopModel

extension BellhopClient {
    /// Waits until an ask ends, through restarts of the server and failures of the network, but not past `deadline`.
    ///
    /// - Parameter deadline: the waiting side's own; choose it before the agent's timeout for its hook.
    /// - Throws: ``ClientError`` that no waiting can mend, such as a revoked key.
    public func waitForAnswer(to id: AskID, until deadline: Timestamp) async throws -> AskWait {
        let time = configuration.time
        var failures = 0
        var lastFailure: ClientError?
        while true {
            let start = time.now()
            let left = deadline - start
            guard left > .zero else { return .gaveUp(lastFailure: lastFailure) }
            let seconds = Self.seconds(toWaitWithin: left)
            do {
                let limit = min(left, .seconds(seconds) + configuration.timeout)
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
            try await time.sleep(max(.zero, min(pause, deadline - time.now())))
        }
    }

    /// Whole seconds, rounded up, so that the last request does not come back before the deadline for nothing.
    private static func seconds(toWaitWithin left: Duration) -> Int {
        Int(clamping: min(Int64(APILimits.wait), (left.wholeMilliseconds + 999) / 1000))
    }
}
