import BellhopModel

/// Store and forward for one device token.
///
/// While a device is away, APNs keeps one notification for each topic, the latest, and delivers it when the device
/// is back, unless it has expired by then (Apple, "Sending notification requests to APNs", Quality of Service).
struct Mailbox: Sendable {
    typealias Stream = AsyncStream<DeliveredPush>

    /// How long a push without `apns-expiration` is kept ("30 days or less").
    static let defaultLifetime: Duration = .seconds(30 * 24 * 60 * 60)

    private struct Stored: Sendable {
        var push: DeliveredPush
        var expiresAt: Timestamp
    }

    private var stored: [String: Stored] = [:]
    /// Where the device takes its pushes. It may have gone away; the next push finds out.
    private var device: Stream.Continuation?

    /// Delivers at once when the device is attached; keeps the push for later otherwise.
    mutating func post(_ push: DeliveredPush, keep: Bool, now: Timestamp) {
        if let device {
            if case .enqueued = device.yield(push) { return }
            self.device = nil
        }
        guard keep else { return }
        let topic = push.headers.topic ?? ""
        let expiresAt: Timestamp
        switch push.headers.lifetime ?? .serviceDefault {
        case .until(let moment): expiresAt = moment
        case .serviceDefault: expiresAt = now + Self.defaultLifetime
        case .oneAttempt: expiresAt = now
        }
        if expiresAt > now {
            stored[topic] = Stored(push: push, expiresAt: expiresAt)
        } else if let collapseID = push.headers.collapseID, stored[topic]?.push.headers.collapseID == collapseID {
            // The newer one will not be shown, but what it would have replaced is out of date all the same.
            stored[topic] = nil
        }
    }

    /// Connects the device: first what was stored, oldest first, then whatever is posted.
    ///
    /// - Returns: the one whose place this takes, for the caller to finish. Finishing calls out, so it must not happen
    ///   under a lock.
    mutating func attach(_ continuation: Stream.Continuation, now: Timestamp) -> Stream.Continuation? {
        let replaced = device
        device = continuation
        let due = stored.values.filter { $0.expiresAt > now }
        stored = [:]
        for item in due.sorted(by: { $0.push.receivedAt < $1.push.receivedAt }) { continuation.yield(item.push) }
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
