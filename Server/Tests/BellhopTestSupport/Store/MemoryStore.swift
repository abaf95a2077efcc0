public import BellhopModel
public import BellhopStore
import Synchronization

/// An in-memory store with the contract of ``Store``, apart from durability.
///
/// It counts calls, can be made to fail, and records violations of the contract by callers in ``violations``.
public final class MemoryStore: Store {
    private let state = Mutex(State())

    /// Recorded delivery results.
    public let recorded = Tally()
    /// Calls of `claimDeliveries`, including failed ones.
    public let claims = Tally()
    /// Written last-seen times of devices.
    public let seen = Tally()
    /// Calls of any method while the store was broken.
    public let refusals = Tally()

    /// - Parameter burst: the limits for folding notifications into summaries.
    public init(burst: BurstLimits? = nil) { state.withLock { $0.burst = burst } }

    /// Makes every method throw `StoreUnavailable`, at once or after a number of calls.
    public func breakDown(_ reason: String = "the disk is full", afterCalls calls: Int = 0) {
        state.withLock { ($0.fault, $0.callsLeft) = (reason, calls) }
    }
    public func mend() { state.withLock { $0.fault = nil } }

    /// Violations of the contract by callers, such as recording a delivery that was not claimed.
    public var violations: [String] { state.withLock { $0.violations } }
    /// The maximum number of devices that gateways had inactivated at once.
    public var mostLapsed: Int { state.withLock { $0.mostLapsed } }
    /// All deliveries, oldest first.
    public var deliveries: [DeliveryRow] { state.withLock { $0.deliveries } }

    func run<Value>(_ work: (inout State) throws -> Value) throws -> Value {
        do {
            return try state.withLock { state throws in
                if let fault = state.fault {
                    guard state.callsLeft > 0 else { throw StoreUnavailable(fault) }
                    state.callsLeft -= 1
                }
                return try work(&state)
            }
        } catch let error as StoreUnavailable {
            refusals.add()
            throw error
        }
    }

    public func recover() async throws {
        try run { state in
            for index in state.deliveries.indices where state.deliveries[index].lease != nil {
                state.deliveries[index].lease = Timestamp(milliseconds: 0)
            }
            for index in state.liveActivities.indices where state.liveActivities[index].isClaimed {
                state.liveActivities[index].due = Timestamp(milliseconds: 0)
            }
        }
    }

    public func ping() async throws { try run { _ in } }
}

/// One delivery as the store keeps it.
public struct DeliveryRow: Hashable, Sendable {
    public enum Ending: Hashable, Sendable {
        case sent, cancelled
        case failed(String)
    }

    public var id: DeliveryID
    public var notificationID: NotificationID
    public var deviceID: DeviceID
    public var purpose: DeliveryPurpose
    public var due: Timestamp
    public var isBulk = false
    public var lease: Timestamp?
    public var attempts = 0
    public var failures = 0
    public var ending: Ending?

    /// The time from which it can be claimed; `nil` when it has ended.
    var claimable: Timestamp? { ending == nil ? lease ?? due : nil }
}
