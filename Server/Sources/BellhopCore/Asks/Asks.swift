public import BellhopModel
public import BellhopStore
public import Metrics

/// The life of asks, as agents and devices take part in it.
///
/// Every method throws `APIError` for what its caller did wrong, and passes on what the store throws when it cannot do
/// its work. What a method returns is durable.
public struct Asks: Sendable {
    let store: any Store
    let hub: EventHub
    let wake: Wake
    let time: any TimeSource
    let metrics: AskMetrics
    let announcer: Announcer

    /// - Parameter wake: rung whenever there are deliveries to send or deadlines to keep.
    public init(store: any Store, hub: EventHub, wake: Wake, time: any TimeSource, metrics: any MetricsFactory) {
        self.store = store
        self.hub = hub
        self.wake = wake
        self.time = time
        self.metrics = AskMetrics(metrics)
        self.announcer = Announcer(store: store, hub: hub, time: time)
    }

    /// Asks the key's user.
    ///
    /// - Parameters:
    ///   - key: an agent's.
    ///   - remember: makes the record of the response, which is stored together with the ask, so that a repetition
    ///     under the same idempotency key finds it even after a crash. `nil` when the request named no such key.
    /// - Throws: `APIError`: `forbidden`, `invalid_request`, `input_digest_mismatch`, `ask_paused`.
    public func create(
        _ request: AskRequest, by key: KeyRecord, remember: (@Sendable (Ask) throws -> IdempotencyRecord)?
    ) async throws -> Acceptance<Ask> {
        try key.require([.agent], to: "ask")
        try AskRules.check(request)
        let ask = Ask(request, by: key, at: time.now)
        let inputHash = Self.inputHash(of: ask)
        if let inputHash { try await refuseIfPaused(ask, inputHash) }
        let submission = Submission(
            notification: UserNotification(of: ask), ask: ask, inputHash: inputHash,
            heldUntil: request.hold > 0 ? ask.createdAt + .seconds(request.hold) : nil,
            idempotency: try remember?(ask))
        switch try await store.accept(submission, waking: wake) {
        case .repeated(let record):
            return .repeated(record)
        case .stored:
            metrics.created()
            await announcer.announce(.askCreated(ask), to: ask.userID)
            return .accepted(ask)
        }
    }

    /// One ask, as it stands.
    ///
    /// - Throws: `APIError`: `not_found`, `forbidden`.
    public func ask(_ id: AskID, for key: KeyRecord) async throws -> Ask {
        try key.require([.agent, .device], to: "read an ask")
        return try await find(id, for: key)
    }

    /// The user's asks, newest first.
    ///
    /// - Parameters:
    ///   - state: only those in this state, if given.
    ///   - limit: at most so many; 1 to 200, and what is beyond is brought into that range.
    /// - Throws: `APIError` `forbidden`.
    public func list(for key: KeyRecord, state: AskState?, limit: Int) async throws -> [Ask] {
        try key.require([.agent, .device], to: "read asks")
        return try await store.asks(of: key.userID, state: state, limit: PageLimit.clamp(limit))
    }

    func find(_ id: AskID, for key: KeyRecord) async throws -> Ask {
        guard let ask = try await store.ask(id) else { throw APIError(.notFound, "There is no ask \(id).") }
        try key.require(ask.userID, owning: "ask")
        return ask
    }
}
