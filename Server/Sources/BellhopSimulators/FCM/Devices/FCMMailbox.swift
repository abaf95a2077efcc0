import BellhopModel

/// Store and forward for one registration token (FCM, *Non-collapsible and collapsible messages*).
///
/// While a device is away, FCM keeps one message for each of four collapse keys, and a hundred others; at the hundred
/// and first it drops all of those, and tells the app when it is back. Which of five keys stay is not said: here it is
/// the latest.
struct FCMMailbox: Sendable {
    typealias Stream = AsyncStream<DeliveredMessage>

    static let mostKeys = 4
    static let mostOthers = 100

    private var stored: [DeliveredMessage] = []
    /// Where the device takes its messages. It may have gone away; the next message finds out.
    private var device: Stream.Continuation?

    /// Delivers at once when the device is attached; keeps the message for later otherwise.
    mutating func post(_ message: DeliveredMessage) {
        if let device {
            if case .enqueued = device.yield(message) { return }
            self.device = nil
        }
        stored.removeAll { message.collapseKey != nil && $0.collapseKey == message.collapseKey }
        guard message.lifetime > .zero else { return }
        stored.append(message)
        if stored.count(where: { $0.collapseKey != nil }) > Self.mostKeys,
            let oldest = stored.firstIndex(where: { $0.collapseKey != nil })
        {
            stored.remove(at: oldest)
        }
        if stored.count(where: { $0.collapseKey == nil }) > Self.mostOthers {
            stored.removeAll { $0.collapseKey == nil }
        }
    }

    /// Connects the device: first what was stored and has not expired, oldest first, then whatever is posted.
    ///
    /// - Returns: the one whose place this takes, for the caller to finish. Finishing calls out, so it must not happen
    ///   under a lock.
    mutating func attach(_ continuation: Stream.Continuation, now: Timestamp) -> Stream.Continuation? {
        let replaced = device
        device = continuation
        for message in stored where message.receivedAt + message.lifetime > now { continuation.yield(message) }
        stored = []
        return replaced
    }

    /// Detaches the device, if there is one.
    ///
    /// - Returns: what the caller has to finish, as above.
    mutating func detach() -> Stream.Continuation? {
        defer { device = nil }
        return device
    }
}
