public import BellhopModel
public import BellhopStore
public import Metrics

/// Creates, reads, answers and withdraws asks.
///
/// Every method throws `APIError` for a caller's error, and rethrows store errors. Returned results are durable.
public struct AskService: Sendable {
    let store: Store
    let hub: EventHub
    let workSignal: WorkSignal
    let time: any TimeSource
    let metrics: AskMetrics
    let events: EventPublisher

    /// - Parameter workSignal: notified when deliveries or deadlines are created.
    public init(
        store: Store, hub: EventHub, workSignal: WorkSignal, time: any TimeSource, metrics: any MetricsFactory
    ) {
        self.store = store
        self.hub = hub
        self.workSignal = workSignal
        self.time = time
        self.metrics = AskMetrics(metrics)
        self.events = EventPublisher(store: store, hub: hub, time: time)
    }

    /// Creates an ask for the key's user.
    ///
    /// - Parameters:
    ///   - key: an agent's.
    ///   - recorder: makes the idempotency record of the response, which is stored in the ask's transaction, so that a
    ///     repetition finds it even after a crash; `nil` without an idempotency key.
    /// - Throws: `APIError`: `forbidden`, `invalid_request`, `input_digest_mismatch`, `ask_paused`.
    public func create(
        _ request: AskRequest, by key: KeyRecord, recorder: ResponseRecorder<Ask>?
    ) async throws -> IdempotentResult<Ask> {
        try key.require([.agent], to: "ask")
        try AskRules.check(request)
        let ask = Ask(request, by: key, at: time.now)
        let inputHash = Self.inputHash(of: ask)
        if let inputHash { try await checkDenialLimit(ask, inputHash) }
        let submission = Submission(
            notification: UserNotification(of: ask), ask: ask, inputHash: inputHash,
            heldUntil: request.hold > 0 ? ask.createdAt + .seconds(request.hold) : nil,
            idempotency: try recorder?(ask))
        switch try await store.accept(submission, at: time.now, notifying: workSignal) {
        case .repeated(let record):
            return .repeated(record)
        case .stored:
            metrics.created()
            await events.publish(.askCreated(ask), to: ask.userID)
            return .accepted(ask)
        }
    }

    /// One ask in its current state.
    ///
    /// - Throws: `APIError`: `not_found`, `forbidden`.
    public func ask(_ id: AskID, for key: KeyRecord) async throws -> Ask {
        try key.require([.agent, .device], to: "read an ask")
        return try await find(id, for: key)
    }

    /// The user's asks, newest first.
    ///
    /// - Parameters:
    ///   - state: selects asks in this state.
    ///   - cursor: the last ask of the previous page.
    ///   - limit: the page size. Values outside of 1 to 200 are clamped.
    /// - Throws: `APIError` `forbidden`.
    public func list(
        for key: KeyRecord, state: AskState?, before cursor: AskID? = nil, limit: Int
    ) async throws -> [Ask] {
        try key.require([.agent, .device], to: "read asks")
        return try await store.asks(of: key.userID, state: state, before: cursor, limit: PageLimit.clamp(limit))
    }

    func find(_ id: AskID, for key: KeyRecord) async throws -> Ask { try check(await store.ask(id), id, for: key) }

    private func check(_ ask: Ask?, _ id: AskID, for key: KeyRecord) throws -> Ask {
        guard let ask else { throw APIError(.notFound, "There is no ask \(id).") }
        try key.require(ask.userID, owning: "ask")
        return ask
    }
}

extension AskService {
    /// Records the answer of the key's device.
    ///
    /// Repeating the same answer returns the same result, from any of the user's devices.
    ///
    /// - Throws: `APIError`: `not_found`; `forbidden` unless the key is a device's of the same user;
    ///   `device_not_trusted`; `signature_invalid`; `input_digest_mismatch` and `answer_does_not_fit`; `ask_already_answered`,
    ///   `ask_expired` and `ask_withdrawn`, with the resolution.
    public func answer(_ id: AskID, _ request: AnswerRequest, by key: KeyRecord) async throws -> Ask {
        try key.require([.device], to: "answer")
        guard let deviceID = key.deviceID else { throw Self.keyWithoutDevice }
        let (found, registered) = try await store.ask(id, and: deviceID)
        let ask = try check(found, id, for: key)
        let device = try check(registered, of: key)
        let answer = SignedAnswer(
            answer: request.answer, deviceID: device.id, deviceName: device.name, signature: request.signature)
        let statement = AnswerStatement(
            askID: ask.id, inputDigest: request.inputDigest, deadline: ask.deadline, deviceID: device.id,
            answer: request.answer)
        guard try DeviceSignature.isValid(request.signature, of: statement.text, by: device.publicKey) else {
            throw APIError(.signatureInvalid)
        }
        return try await end(ask, .answered(answer, inputDigest: request.inputDigest))
    }

    /// Withdraws an ask whose answer the agent no longer needs. Repeating it changes nothing.
    ///
    /// - Throws: `APIError`: `not_found`; `forbidden` unless the key is an agent's of the same user;
    ///   `ask_already_answered` and `ask_expired`, with the resolution.
    public func withdraw(_ id: AskID, reason: WithdrawalReason, by key: KeyRecord) async throws -> Ask {
        try key.require([.agent], to: "withdraw an ask")
        let ask = try await find(id, for: key)
        guard !ask.request.isEnrolment else {
            throw APIError(
                .forbidden,
                "The server created this ask for a new device: deny it on a device, or remove the new device.")
        }
        return try await end(ask, .withdrawn(reason))
    }

    private func end(_ ask: Ask, _ event: AskStateMachine.Event) async throws -> Ask {
        let transition = try await store.transition(ask.id, event, at: self.time.now, notifying: workSignal)
        guard let transition else {
            throw APIError(.notFound, "There is no ask \(ask.id).")
        }
        switch transition.consequence {
        case .resolve:
            metrics.resolved(transition.ask)
            await events.publish(.askResolved(transition.ask), to: transition.ask.userID)
            return transition.ask
        case .unchanged:
            return transition.ask
        case .refuse(let refusal):
            throw APIError(refusal, of: transition.ask, at: time.now)
        }
    }

    private static let keyWithoutDevice = APIError(
        .forbidden, "The key belongs to no device of this user; pair the device again.")

    private func check(_ device: Device?, of key: KeyRecord) throws -> Device {
        guard let device, device.userID == key.userID, device.inactivation?.cause != .removed else {
            throw Self.keyWithoutDevice
        }
        guard device.trust == .trusted else { throw APIError(.deviceNotTrusted) }
        return device
    }
}

extension Ask {
    /// A new ask; its deadline applies to server, agent and devices.
    init(_ request: AskRequest, by key: KeyRecord, at now: Timestamp) {
        self.init(
            id: .make(at: now), userID: key.userID, sessionID: request.sessionID,
            category: request.category ?? (request.content.isApproval ? .approvalRequest : .questionAsked),
            request: request.content, createdAt: now, deadline: now + .seconds(request.expiresIn))
    }
}

extension UserNotification {
    /// The notification of `ask`: grouped by its session, expiring at its deadline.
    init(of ask: Ask) {
        self.init(
            id: .make(at: ask.createdAt), userID: ask.userID, category: ask.category, sessionID: ask.sessionID,
            askID: ask.id, title: ask.request.title, body: ask.request.body, thread: ask.sessionID?.description,
            deepLink: "bellhop://asks/\(ask.id)", createdAt: ask.createdAt, expiresAt: ask.deadline)
    }
}
