public import BellhopModel

extension BellhopClient {
    /// Connects, and returns the user's events as they happen.
    ///
    /// The sequence ends when the server closes the WebSocket, and throws ``ClientError`` when the connection is lost.
    /// Events between two connections are not sent again: read the lists after connecting. Stop reading, or release the
    /// sequence, to disconnect.
    ///
    /// - Throws: ``ClientError`` when it cannot connect, `CancellationError` when the task is cancelled.
    public func events() async throws -> AsyncThrowingStream<ServerEvent, any Error> {
        try await EventConnection(connector: transport.connector, key: key, configuration: configuration).open()
    }

    /// Passes events to `handle`, one after the other, and reconnects whenever the connection is lost.
    ///
    /// Never returns. Throws errors of `handle`, a permanent ``ClientError``, or `CancellationError`.
    public func followEvents(_ handle: (EventSignal) async throws -> Void) async throws -> Never {
        let (time, policy) = (configuration.time, configuration.retry)
        var failures = 0
        while true {
            var retryAfter: Duration?
            var start: Timestamp?
            do {
                let events = try await events()
                start = time.now()
                try await handle(.connected)
                for try await event in events {
                    failures = 0
                    try await handle(.event(event))
                }
                try Task.checkCancellation()
            } catch let error as ClientError where error.isRetryable {
                retryAfter = error.retryAfter
                try await handle(.disconnected(error))
            }
            // A proxy without its server may accept each connection and end it at once: back off as after a refusal.
            if let start, time.now() - start > policy.longestPause { failures = 0 }
            failures += 1
            try await time.sleep(policy.pause(after: failures, retryAfter: retryAfter))
        }
    }
}

/// A signal of ``BellhopClient/followEvents(_:)``.
public enum EventSignal: Hashable, Sendable {
    /// No event is missed from now on; read earlier changes from the lists.
    case connected
    case event(ServerEvent)
    /// The connection was lost, and is being established again.
    case disconnected(ClientError)
}
