import BellhopFoundation
public import BellhopModel
public import BellhopStore
public import Logging
public import ServiceLifecycle
import Synchronization

/// The current time, and waiting for a moment. The engine has no other source of time, so that tests control it.
public protocol TimeSource: Sendable {
    var now: Timestamp { get }

    /// Returns at `moment` or soon after; immediately when it has passed.
    ///
    /// - Throws: `CancellationError` when the task is cancelled before.
    func sleep(until moment: Timestamp) async throws
}

extension TimeSource {
    /// Sleeps in slices, because `Task.sleep` uses a monotonic clock: a changed wall clock or a suspended machine is
    /// noticed within one slice.
    fileprivate func sleepInSlices(until moment: Timestamp) async throws {
        var rest = moment - now
        while rest > .zero {
            try await Task.sleep(for: min(rest, .seconds(30)))
            rest = moment - now
        }
        try Task.checkCancellation()
    }
}

/// The system's wall clock.
public struct SystemTime: TimeSource {
    public init() {}

    public var now: Timestamp {
        Timestamp(milliseconds: Int64((Date().timeIntervalSince1970 * 1000).rounded(.down)))
    }

    public func sleep(until moment: Timestamp) async throws { try await sleepInSlices(until: moment) }
}

/// The time since the start of the process, which continues while the machine is suspended and cannot be set.
struct Uptime: TimeSource {
    private static let start = ContinuousClock.now

    var now: Timestamp { Timestamp(milliseconds: 0) + (ContinuousClock.now - Self.start) }

    func sleep(until moment: Timestamp) async throws { try await sleepInSlices(until: moment) }
}

/// The time of the database that several nodes share, so that they agree about deadlines and leases although their clocks
/// differ.
///
/// Between comparisons with the database it advances with ``Uptime``, so that a changed clock of this machine has no
/// effect. As a service it compares each minute, because the clock of the database may be changed, and both may drift.
public final class SharedTime: TimeSource, Service {
    /// Smaller differences, in milliseconds, are not corrected, because the measurement is not exact.
    private static let tolerance: Int64 = 50
    /// The difference between the clocks of this machine and of the database, in milliseconds, from which it is logged.
    private static let worthReporting: Int64 = 1000

    private let store: Store
    private let wall: any TimeSource
    private let uptime: any TimeSource
    private let logger: Logger
    /// The time of the database when `uptime` was 0, in milliseconds.
    private let origin = Atomic<Int64>(0)
    private let reported = Atomic<Int64>(0)

    /// - Parameters:
    ///   - store: a shared one.
    ///   - wall: the clock whose difference from the database's is logged.
    /// - Throws: `StoreUnavailable`
    public convenience init(_ store: Store, wall: any TimeSource = SystemTime(), logger: Logger) async throws {
        try await self.init(store, wall: wall, uptime: Uptime(), logger: logger)
    }

    init(
        _ store: Store, wall: any TimeSource = SystemTime(), uptime: any TimeSource, logger: Logger
    ) async throws {
        self.store = store
        self.wall = wall
        self.uptime = uptime
        self.logger = logger
        try await compare()
    }

    public var now: Timestamp { uptime.now + .milliseconds(origin.load(ordering: .relaxed)) }

    public func sleep(until moment: Timestamp) async throws { try await sleepInSlices(until: moment) }

    public func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await self.uptime.sleep(until: self.uptime.now + .seconds(60))
                // Those who need the database report that it cannot be reached.
                try? await self.compare()
            }
        }
    }

    private func compare() async throws {
        let before = uptime.now.milliseconds
        guard let shared = try await store.databaseTime()?.milliseconds else { return }
        let roundTrip = uptime.now.milliseconds - before
        let measured = shared - (before + roundTrip / 2)
        if abs(measured - origin.load(ordering: .relaxed)) > max(Self.tolerance, roundTrip) {
            origin.store(measured, ordering: .relaxed)
        }
        let ahead = wall.now.milliseconds - now.milliseconds
        guard abs(ahead - reported.load(ordering: .relaxed)) >= Self.worthReporting else { return }
        reported.store(ahead, ordering: .relaxed)
        logger.warning(
            "The clock of this machine differs from that of the database, whose time is used",
            metadata: ["seconds_ahead": "\(Double(ahead) / 1000)"])
    }
}
