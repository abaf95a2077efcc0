import BellhopModel
import BellhopStore
import Synchronization

/// Lets the transactions that accept notifications claim deliveries for the dispatcher of this process, which saves the
/// transaction of a claim.
///
/// A notification reserves room in the dispatcher's queues before its transaction begins, so that they do not grow
/// beyond their capacity. Without room its deliveries stay in the store. From then on none are claimed directly on that
/// platform until the dispatcher has claimed all that were due, so that new deliveries do not overtake waiting ones.
///
/// A process that dies after the commit loses nothing: the leases end, as those of other claims.
final class DirectClaims: Sendable {
    /// The maximum number of deliveries that one notification claims. The dispatcher claims others.
    static let limit = 4

    /// The queue of a platform.
    struct Lane: Sendable {
        /// Reserves room for a number of deliveries; `false` without room.
        let reserve: @Sendable (Int) -> Bool
        /// Gives reserved room back.
        let release: @Sendable (Int) -> Void
    }

    private let lanes: [Platform: Lane]
    private let lease: Duration
    /// The platforms without due deliveries in the store.
    private let drained = Mutex<Set<Platform>>([])
    private let claimed = BatchQueue<ClaimedDelivery>()

    /// - Parameter lease: the duration of a claim.
    init(_ lanes: [Platform: Lane], lease: Duration) {
        self.lanes = lanes
        self.lease = lease
    }

    /// Reserves room. ``end(_:with:)`` must follow.
    ///
    /// - Returns: `nil` when there is none.
    func begin(at time: Timestamp) -> ImmediateClaim? {
        let open = drained.withLock { drained in
            drained = drained.filter { lanes[$0]?.reserve(Self.limit) == true }
            return drained
        }
        return open.isEmpty
            ? nil : ImmediateClaim(at: time, lease: time + lease, platforms: open, limit: Self.limit)
    }

    /// Hands claimed deliveries to the dispatcher and gives room that is not needed back.
    ///
    /// - Parameter deliveries: empty when nothing was stored.
    /// - Returns: the deliveries that it does not take, because it stops.
    func end(_ claim: ImmediateClaim, with deliveries: [ClaimedDelivery]) -> [ClaimedDelivery] {
        for platform in claim.platforms {
            lanes[platform]?.release(claim.limit - deliveries.count { $0.device.platform == platform })
        }
        return deliveries.isEmpty ? [] : Array(claimed.append(deliveries))
    }

    /// Sets which platforms have no due deliveries in the store.
    ///
    /// Transactions that began without a claim may still end; the dispatcher claims their deliveries next, after a few
    /// newer ones.
    func setDrained(_ platforms: Set<Platform>) {
        drained.withLock { $0 = platforms.filter { lanes[$0] != nil } }
    }

    /// Waits for claimed deliveries; empty when it is closed and none are left. Their room stays reserved until
    /// ``release(_:)``.
    func take(atMost limit: Int) async -> [ClaimedDelivery] { await claimed.take(atMost: limit) }

    /// Gives the room of deliveries back that are in the queues or have ended.
    func release(_ deliveries: [ClaimedDelivery]) {
        for (platform, deliveries) in Dictionary(grouping: deliveries, by: \.device.platform) {
            lanes[platform]?.release(deliveries.count)
        }
    }

    /// Takes no more deliveries.
    func close() {
        drained.withLock { $0 = [] }
        claimed.close()
    }
}
