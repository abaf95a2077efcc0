/// How many streams one connection may have open, and how many it has. A pure value.
///
/// "APNs allows only one stream until you post a request with a valid authentication token" (Apple, Sending
/// notification requests to APNs). After that the peer's SETTINGS rule, for the whole life of the connection: APNs
/// lowers them after errors, down to 1, and raises them again.
struct StreamGate: Hashable {
    /// What a peer that sets no limit is sent at most: the number below which RFC 9113 §6.5.2 advises against one.
    static let unstatedLimit = 100

    private(set) var open = 0
    private(set) var isProven = false
    private var peerLimit = unstatedLimit

    var limit: Int { isProven ? peerLimit : min(1, peerLimit) }
    var hasRoom: Bool { open < limit }

    mutating func opened() { open += 1 }
    mutating func closed() { open -= 1 }
    /// The first answer of someone who knows us.
    mutating func proved() { isProven = true }
    mutating func peerSaid(limit: Int) { peerLimit = limit }
}
