public import BellhopModel
import Foundation

/// The server's clock, estimated from the `Date` of its responses; the device's clock until then.
///
/// Used for decisions of the server by its clock, such as whether an ask is still pending. The system's own timers use
/// the device's clock, to which ``deviceTime(of:)`` converts.
public final class ServerClock: ClockPort, @unchecked Sendable {
    private let device: any ClockPort
    private let record: SingleRecord<ServerTime>?
    private let signal: AsyncSignal?

    private let lock = NSLock()
    // Guarded by `lock`.
    private var known: ServerTime?
    private var kept: ServerTime?
    private var isRestored = false

    /// - Parameters:
    ///   - device: the clock of the device.
    ///   - journal: the storage of the offset for the next launch and the app's extensions.
    ///   - signal: signalled when the known offset changes by more than a second.
    init(_ device: any ClockPort, journal: (any Journal)? = nil, signal: AsyncSignal? = nil) {
        self.device = device
        record = journal.map { SingleRecord(.serverTime, in: $0) }
        self.signal = signal
    }

    /// The server's time.
    public var now: Timestamp {
        let (wall, uptime) = (device.now, device.uptime)
        return lock.withLock { known?.now(wall: wall, uptime: uptime) } ?? wall
    }

    public var uptime: Duration { device.uptime }

    /// `true` if the server's time is known from a response.
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
    /// - Parameter sent: the uptime when its request was sent.
    func learn(from response: APIResponse, sent: Duration) async {
        let (wall, uptime) = (device.now, device.uptime)
        // A response with an age is from a cache, with the date of the original (RFC 9111 §5.1).
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

    /// Stores the offset, unless the device's clock is right.
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
