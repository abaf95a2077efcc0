/// Requests whose one answer was given already, so that a second one is swallowed.
///
/// It remembers the last thousand: a client that never answers what it was told to drop costs no more than that.
struct SettledRequests {
    private static let limit = 1000

    private var order: [RPCID] = []

    mutating func add(_ id: RPCID) {
        order.append(id)
        if order.count > Self.limit { order.removeFirst() }
    }

    /// - Returns: whether an answer to it is to be swallowed. Each is so once.
    mutating func take(_ id: RPCID) -> Bool {
        guard let index = order.firstIndex(of: id) else { return false }
        order.remove(at: index)
        return true
    }
}
