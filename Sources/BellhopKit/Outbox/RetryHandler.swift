import BellhopModel

/// Sends one kind of request for a ``RetryQueue`` and interprets the server's responses.
protocol RetryHandler: Sendable {
    associatedtype Item: Codable & Hashable & Sendable
    /// The final result of a request.
    associatedtype Outcome: Codable & Hashable & Sendable
    /// The result of ``prepare(_:)``, such as a signed request.
    associatedtype Prepared: Sendable
    /// The public description of an event; `Never` for a kind whose events are not reported.
    associatedtype Report: Sendable

    typealias Request = QueuedRequest<Item, Outcome>

    var policy: RetryQueuePolicy { get }
    /// The outcome of a request that could not be delivered in time.
    var expired: Outcome { get }
    /// The outcome of a new request that could not be stored; `nil` to send it from memory instead.
    var notStored: Outcome? { get }

    func prepare(_ request: Request) async -> RetryPreparation<Prepared, Outcome>

    /// Makes one attempt.
    ///
    /// - Parameter timeLeft: the time until the request expires.
    /// - Throws: when the attempt was interrupted; it is repeated later.
    func send(_ prepared: Prepared, for request: Request, timeLeft: Duration) async throws -> AttemptResult<Outcome>

    /// Asks the server about an expired request that may have arrived. Used with
    /// ``RetryQueuePolicy/verifiesExpiredRequests`` only.
    ///
    /// - Returns: `nil` when the server did not get it.
    func verify(_ request: Request) async -> AttemptResult<Outcome?>

    /// Returns `true` when `new` says more than the known outcome of `request`.
    func shouldReplaceOutcome(of request: Request, with new: Outcome) -> Bool

    func report(_ event: RetryEvent<Outcome>, of request: Request) -> Report?
}

extension RetryHandler {
    var notStored: Outcome? { nil }

    func verify(_ request: Request) async -> AttemptResult<Outcome?> { .ended(nil) }

    func shouldReplaceOutcome(of request: Request, with new: Outcome) -> Bool { request.outcome == nil }
}

extension RetryHandler where Prepared == Void {
    func prepare(_ request: Request) async -> RetryPreparation<Void, Outcome> { .ready(()) }
}

extension RetryHandler where Report == Never {
    func report(_ event: RetryEvent<Outcome>, of request: Request) -> Never? { nil }
}

/// The rules of one kind of request.
struct RetryQueuePolicy: Sendable {
    /// The journal's drawer for the requests.
    var drawer: RecordKey.Drawer
    var backoff: RetryBackoff
    /// The limit of one attempt; `nil` when the handler has its own.
    var attemptTimeout: Duration?
    /// The time for which an outcome is kept after the expiry, for repetitions and unread reports. An unread outcome is
    /// kept seven times as long. Zero removes a request as soon as it has ended.
    var retention: Duration
    /// A failed request delays those behind it, because all go to one server.
    var isOrdered = false
    /// The server is asked about an expired request that may have arrived.
    var verifiesExpiredRequests = false
}

/// A request in the journal: the item, and later its outcome.
struct QueuedRequest<Item: Codable & Hashable & Sendable, Outcome: Codable & Hashable & Sendable>: Codable, Hashable,
    Sendable
{
    /// The idempotency name, which is also the name of its journal record.
    let name: String
    let item: Item
    let acceptedAt: Timestamp
    /// No attempt is made from this moment on.
    let expiresAt: Timestamp
    /// The latest time observed while the request was queued.
    var latestTime: Timestamp
    var outcome: Outcome?
    /// The server may have the request although it expired without a receipt.
    var isUnverified = false
    /// The app has read the outcome.
    var isReported = false

    init(_ name: String, _ item: Item, at now: Timestamp, expiresAt: Timestamp) {
        self.name = name
        self.item = item
        acceptedAt = now
        self.expiresAt = expiresAt
        latestTime = now
    }
}

/// The result of preparing one attempt.
enum RetryPreparation<Prepared: Sendable, Outcome: Sendable>: Sendable {
    case ready(Prepared)
    case ended(Outcome)
    case retry
}

/// The result of one attempt.
enum AttemptResult<Outcome: Sendable>: Sendable {
    case ended(Outcome)
    /// - Parameter atLeast: the shortest delay that the server asked for (`Retry-After`).
    case retry(atLeast: Duration?)
}

extension AttemptResult: Equatable where Outcome: Equatable {}

/// A reportable event of a queued request.
enum RetryEvent<Outcome: Sendable>: Sendable {
    case ended(Outcome)
    /// The first attempt failed. A request that is not stored is lost when the process ends.
    case delayed(isStored: Bool)
}

/// The outcome of a request that the server accepts or refuses without further details.
enum DeliveryOutcome: Codable, Hashable, Sendable {
    case done
    case refused(message: String)
    /// The server could not be reached in time.
    case expired
}

/// A request and its state in this process. Only its queue uses it.
final class RetryQueueEntry<Item: Codable & Hashable & Sendable, Outcome: Codable & Hashable & Sendable> {
    var request: QueuedRequest<Item, Outcome>
    var time: MonotonicTime
    var attempts = 0
    /// The uptime of the next attempt: setting the wall clock back must not delay it.
    var due: Duration = .zero
    /// The journal has the request as it is.
    var isStored: Bool
    /// An attempt has been made, or may have been made before a restart.
    var mayHaveArrived: Bool
    var isDelayReported: Bool
    let lock: AsyncLock

    /// A new request, whose lock is held until ``RetryQueue/sendReserved(_:whenStored:)`` has ended.
    init(new request: QueuedRequest<Item, Outcome>) {
        self.request = request
        time = MonotonicTime(seen: request.latestTime)
        (isStored, mayHaveArrived, isDelayReported) = (false, false, false)
        lock = AsyncLock(isLocked: true)
    }

    /// A request of an earlier launch.
    init(stored request: QueuedRequest<Item, Outcome>) {
        self.request = request
        time = MonotonicTime(seen: request.latestTime)
        (isStored, mayHaveArrived, isDelayReported) = (true, true, true)
        lock = AsyncLock()
    }

    var isOpen: Bool { request.outcome == nil || request.isUnverified || !isStored }
}
