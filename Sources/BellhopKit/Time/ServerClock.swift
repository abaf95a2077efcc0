import BellhopFoundation
public import BellhopModel

/// An estimate of the server's clock, based on the `Date` headers of its responses. Returns the device's time until the
/// first response.
///
/// Use it for times that the server evaluates, such as the deadline of an ask. Convert times for timers and triggers of
/// the system to the device's clock with ``deviceTime(of:)``.
public final class ServerClock: ClockPort, @unchecked Sendable {
    private let device: any ClockPort
    private let record: SingleRecord<ServerTime>?
    private let signal: AsyncSignal?

    private let lock = Lock()
    // Guarded by `lock`.
    private var known: ServerTime?
    private var kept: ServerTime?
    private var isRestored = false

    /// - Parameters:
    ///   - device: the device's clock.
    ///   - journal: the storage of the offset for the next launch and for the app's extensions.
    ///   - signal: signalled when the known offset changes by more than a second.
    init(_ device: any ClockPort, journal: (any Journal)? = nil, signal: AsyncSignal? = nil) {
        self.device = device
        record = journal.map { SingleRecord(.serverTime, in: $0) }
        self.signal = signal
    }

    /// The estimated server time.
    public var now: Timestamp {
        let (wall, uptime) = (device.now, device.uptime)
        return lock.withLock { known?.now(wall: wall, uptime: uptime) } ?? wall
    }

    public var uptime: Duration { device.uptime }

    /// `true` when the server's time is known from a response.
    var isKnown: Bool { lock.withLock { known != nil } }

    public func sleep(until moment: Timestamp) async throws {
        // The known offset may change during the sleep.
        while now < moment { try await device.sleep(until: deviceTime(of: moment)) }
    }

    /// The device's time when the server's clock shows `moment`.
    public func deviceTime(of moment: Timestamp) -> Timestamp { device.now + (moment - now) }

    // MARK: Learning

    /// Restores the offset of an earlier launch, if it is still valid. Runs on the caller's actor, so that two answers
    /// keep their order.
    nonisolated(nonsending) func restore() async {
        guard let record, !lock.withLock({ isRestored }) else { return }
        let found: ServerTime?
        switch await record.read() {
        case .found(let time): found = time
        case .nothing: found = nil
        case .locked: return
        }
        let (wall, uptime) = (device.now, device.uptime)
        lock.withLock {
            guard !isRestored else { return }
            (isRestored, kept) = (true, found)
            if known == nil, let found, found.holds(wall: wall, uptime: uptime) { known = found }
        }
    }

    /// Updates the estimate from a response of the server.
    ///
    /// - Parameter sent: the uptime at which the request was sent.
    func learn(from response: APIResponse, sent: Duration) async {
        let (wall, uptime) = (device.now, device.uptime)
        // A response with an `Age` comes from a cache, and its date is that of the original (RFC 9111 §5.1).
        guard response.headers["age"] == nil, let date = response.headers["date"].flatMap(Timestamp.init(httpDate:))
        else {
            return
        }
        await restore()
        let reading = ServerTime(date: date, sent: sent, received: uptime, wall: wall)
        let (before, after) = lock.withLock {
            let before = known?.now(wall: wall, uptime: uptime) ?? wall
            let time = known?.narrowed(by: reading) ?? reading
            known = time
            return (before, time.now(wall: wall, uptime: uptime))
        }
        if abs((after - before).wholeMilliseconds) > Self.tolerance { signal?.signal() }
        await store(wall: wall, uptime: uptime)
    }

    /// The offset below which nothing is stored, in milliseconds.
    private static let tolerance: Int64 = 1000

    /// Stores the offset, or removes it when the device's clock is correct.
    private func store(wall: Timestamp, uptime: Duration) async {
        guard let record else { return }
        let change: (known: ServerTime, isOff: Bool)? = lock.withLock {
            guard isRestored, let known else { return nil }
            let isOff = !known.agrees(wall: wall, uptime: uptime)
            guard isOff else { return kept == nil ? nil : (known, false) }
            let (old, new) = (kept?.now(wall: wall, uptime: uptime), known.now(wall: wall, uptime: uptime))
            let isSaid =
                kept?.holds(wall: wall, uptime: uptime) == true
                && abs((new - (old ?? wall)).wholeMilliseconds) <= Self.tolerance
            return isSaid ? nil : (known, true)
        }
        guard let change else { return }
        if change.isOff {
            if await record.write(change.known) { lock.withLock { kept = change.known } }
        } else if (try? await record.remove()) != nil {
            lock.withLock { kept = nil }
        }
    }
}
