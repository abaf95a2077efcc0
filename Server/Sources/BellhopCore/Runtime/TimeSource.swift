public import BellhopModel
public import BellhopStore
import Foundation
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

/// The time of the database that several nodes share, so that they agree about deadlines and leases although their clocks
/// differ. As a service it compares the clocks each minute, because the system's may be changed.
public final class SharedTime: TimeSource, Service {
    /// Smaller differences, in milliseconds, are not corrected, because the measurement is not exact.
    private static let tolerance: Int64 = 50
    /// The difference, in milliseconds, from which it is logged.
    private static let worthReporting: Int64 = 1000

    private let store: Store
    private let local: any TimeSource
    private let logger: Logger
    private let offset = Atomic<Int64>(0)

    /// - Parameter store: a shared one.
    /// - Throws: `StoreUnavailable`
    public init(_ store: Store, local: any TimeSource = SystemTime(), logger: Logger) async throws {
        self.store = store
        self.local = local
        self.logger = logger
        try await compare()
    }

    public var now: Timestamp { local.now + .milliseconds(offset.load(ordering: .relaxed)) }

    public func sleep(until moment: Timestamp) async throws { try await sleepInSlices(until: moment) }

    public func run() async throws {
        try? await cancelWhenGracefulShutdown {
            while true {
                try await self.local.sleep(until: self.local.now + .seconds(60))
                // Those who need the database report that it cannot be reached.
                try? await self.compare()
            }
        }
    }

    private func compare() async throws {
        let before = local.now.milliseconds
        guard let shared = try await store.databaseTime()?.milliseconds else { return }
        let roundTrip = local.now.milliseconds - before
        let difference = shared - (before + roundTrip / 2)
        let change = abs(difference - offset.load(ordering: .relaxed))
        guard change > max(Self.tolerance, roundTrip) else { return }
        offset.store(difference, ordering: .relaxed)
        guard change >= Self.worthReporting else { return }
        logger.warning(
            "The clock of this machine differs from that of the database, whose time is used",
            metadata: ["seconds_ahead": "\(Double(-difference) / 1000)"])
    }
}
