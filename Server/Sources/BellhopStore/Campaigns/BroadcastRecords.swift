public import BellhopModel

/// The last device that a broadcast has reached.
public struct BroadcastCursor: Hashable, Sendable {
    public var user: UserID
    public var device: DeviceID

    public init(user: UserID, device: DeviceID) {
        self.user = user
        self.device = device
    }
}

/// A broadcast whose next batch this process may send until its lease ends.
public struct BroadcastClaim: Hashable, Sendable {
    public var campaign: Campaign
    public var cursor: BroadcastCursor?
    /// The number of the claim.
    public var turn: Int64
}

/// A device that a broadcast is sent to.
public struct BroadcastTarget: Hashable, Sendable {
    public var user: UserID
    public var id: DeviceID
    public var platform: Platform
    public var token: DeviceToken
    public var environment: PushEnvironment
    public var app: String
    public var registeredAt: Timestamp
}

/// The next devices of a broadcast.
public struct BroadcastBatch: Hashable, Sendable {
    /// The devices that get a push.
    public var targets: [BroadcastTarget] = []
    /// The number of devices that get none, by reason.
    public var skips: [String: Int] = [:]
    /// The number of users of all these devices who were not reached before.
    public var recipients = 0
    /// The number of users who get no push.
    public var refused = 0
    /// The position after the batch; `nil` when it is empty and the last one.
    public var cursor: BroadcastCursor?
    /// Indicates whether no devices follow.
    public var isLast = false
}

/// The results of one batch.
public struct BroadcastProgress: Hashable, Sendable {
    public var sent = 0
    /// The number of failures by reason.
    public var failures: [String: Int] = [:]
    /// The sum of the times from the creation of the campaign until pushes were accepted, in milliseconds.
    public var latency: Int64 = 0
    /// The results that change registrations of devices.
    public var effects: [DeliveryResult] = []

    public init() {}
}

/// The stored counts of a broadcast, by device.
struct BroadcastCounts: Codable, Hashable {
    /// The maximum number of distinct reasons. Gateways may send any text.
    private static let reasonLimit = 32

    var sent = 0
    var failures: [String: Int] = [:]
    var skips: [String: Int] = [:]

    mutating func add(_ progress: BroadcastProgress, skipping skips: [String: Int]) {
        sent += progress.sent
        Self.add(progress.failures, to: &failures)
        Self.add(skips, to: &self.skips)
    }

    private static func add(_ counts: [String: Int], to sums: inout [String: Int]) {
        for (reason, count) in counts.sorted(by: { $0.key < $1.key }) {
            let isKnown = sums[reason] != nil || sums.count < reasonLimit
            sums[isKnown ? reason : "other", default: 0] += count
        }
    }
}

extension BroadcastFigures {
    /// The maximum number of reasons in each list.
    private static let topReasons = 10

    /// - Parameter latency: the sum of the latencies of all sent pushes, in milliseconds.
    init(_ counts: BroadcastCounts, opened: Int, latency: Int64) {
        func top(_ counts: [String: Int]) -> [ReasonCount] {
            let sorted = counts.sorted { ($1.value, $0.key) < ($0.value, $1.key) }
            return sorted.prefix(Self.topReasons).map { ReasonCount(reason: $0.key, devices: $0.value) }
        }
        self.init(
            sent: counts.sent, failed: counts.failures.values.reduce(0, +),
            skipped: counts.skips.values.reduce(0, +), opened: opened, failures: top(counts.failures),
            skips: top(counts.skips), latency: counts.sent > 0 ? Int(latency) / counts.sent : nil)
    }
}
