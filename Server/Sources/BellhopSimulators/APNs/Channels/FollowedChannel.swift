import BellhopModel

/// One channel, who follows it, and what it keeps for those who come later.
struct FollowedChannel: Sendable {
    typealias Stream = AsyncStream<DeliveredBroadcast>

    /// The longest that the latest message is stored (Apple, "Sending channel management requests to APNs").
    static let longestStorage: Duration = .seconds(8 * 60 * 60)

    let id: ChannelID
    let app: String
    let storage: ChannelStorage
    private var stored: (broadcast: DeliveredBroadcast, expiresAt: Timestamp)?
    private var followers: [Stream.Continuation] = []

    init(id: ChannelID, app: String, storage: ChannelStorage) {
        self.id = id
        self.app = app
        self.storage = storage
    }

    /// To all who follow now; kept for later ones if channel and broadcast say so.
    mutating func post(_ broadcast: DeliveredBroadcast, now: Timestamp) {
        followers.removeAll { if case .terminated = $0.yield(broadcast) { true } else { false } }
        guard storage == .latest, case .until(let moment) = broadcast.headers.lifetime, moment > now else { return }
        stored = (broadcast, min(moment, now + Self.longestStorage))
    }

    /// First what is stored, then whatever is posted.
    mutating func attach(_ follower: Stream.Continuation, now: Timestamp) {
        if let stored, stored.expiresAt > now { follower.yield(stored.broadcast) }
        followers.append(follower)
    }

    /// - Returns: those who followed, for the caller to finish. Finishing calls out, so it must not happen under a lock.
    mutating func detach() -> [Stream.Continuation] {
        defer { followers = [] }
        return followers
    }
}
