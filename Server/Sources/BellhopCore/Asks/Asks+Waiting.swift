public import BellhopModel

extension Asks {
    /// Waits until the ask has ended, or `limit` is over, or the hub is finished, and gives it as it stands then.
    ///
    /// - Throws: `APIError`: `not_found`, `forbidden`. `CancellationError`.
    public func wait(for id: AskID, by key: KeyRecord, atMost limit: Duration) async throws -> Ask {
        let end = time.now + limit
        while true {
            try Task.checkCancellation()
            // Subscribed before the ask is read: an end between the two is an event.
            let events = hub.subscribe(key.userID)
            let ask = try await ask(id, for: key)
            guard ask.state == .pending, time.now < end, !hub.isFinished else { return ask }
            switch try await ending(of: id, in: events, until: end) {
            case .ended(let ask): return ask
            case .timedOut: return try await self.ask(id, for: key)
            case .lostTrack: continue
            }
        }
    }

    private enum Waited {
        case ended(Ask)
        case timedOut
        /// The events ended before: they came too fast, or the hub is finished.
        case lostTrack
    }

    private func ending(of id: AskID, in events: AsyncStream<Event>, until end: Timestamp) async throws -> Waited {
        try await withThrowingTaskGroup(of: Waited.self) { group in
            defer { group.cancelAll() }
            group.addTask {
                for await event in events {
                    if case .askResolved(let ask) = event, ask.id == id { return .ended(ask) }
                }
                return .lostTrack
            }
            group.addTask {
                try await time.sleep(until: end)
                return .timedOut
            }
            return try await group.next() ?? .timedOut
        }
    }
}
