import BellhopModel

/// Marks notifications as read on the server, with retries while it is unreachable.
struct ReadReceipts: Sendable {
    let queue: RetryQueue<ReadReceiptHandler>
    private let clock: any ClockPort

    init(
        api: DeviceAPI, registrar: Registrar, journal: any Journal, clock: any ClockPort,
        randomness: any RandomnessPort
    ) {
        self.clock = clock
        queue = RetryQueue(
            ReadReceiptHandler(api: api, registrar: registrar), journal: journal, clock: clock, randomness: randomness)
    }

    func markRead(_ id: NotificationID) async {
        let now = clock.now
        await queue.enqueue(QueuedRequest(id.description, id, at: now, expiresAt: now + Self.lifetime))
    }

    /// The maximum time for which the server keeps a notification unread.
    private static let lifetime: Duration = .seconds(7 * 24 * 3600)
}

/// Sends one read receipt. Its outcome is not reported.
struct ReadReceiptHandler: RetryHandler {
    typealias Item = NotificationID
    typealias Outcome = DeliveryOutcome
    typealias Prepared = Void
    typealias Report = Never

    let policy = RetryQueuePolicy(drawer: .reads, backoff: .background, retention: .zero, isOrdered: true)
    let expired = DeliveryOutcome.expired
    let api: DeviceAPI
    let registrar: Registrar

    func send(
        _ prepared: Void, for request: QueuedRequest<NotificationID, DeliveryOutcome>, timeLeft: Duration
    ) async throws -> AttemptResult<DeliveryOutcome> {
        // An unpaired device retries too: the same user may pair it again.
        guard case .found(let credentials) = await registrar.credentials() else { return .retry(atLeast: nil) }
        switch try await api.perform(API.readNotification, request.item, key: credentials.key) {
        case .value: return .ended(.done)
        case .unavailable(let why): return .retry(atLeast: why.retryAfter)
        case .refused(let refusal):
            if refusal.code == .unauthorized { await registrar.keyRejected(credentials.key) }
            return .ended(.refused(message: refusal.message))
        }
    }
}
