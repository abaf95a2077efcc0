public import BellhopModel

/// The registration of a token with FCM.
public struct FCMDevice: Sendable, Hashable {
    public enum State: Sendable, Hashable {
        case active
        /// The app was deleted, or has registered again: requests get 404 `UNREGISTERED`.
        case unregistered
    }

    public var token: DeviceToken
    public var projectID: String
    public var state: State

    public init(token: DeviceToken, projectID: String, state: State = .active) {
        self.token = token
        self.projectID = projectID
        self.state = state
    }
}

/// A message delivered to a device.
public struct DeliveredMessage: Sendable, Hashable {
    public var token: DeviceToken
    /// `{id}` of the response's `projects/*/messages/{id}`.
    public var id: String
    /// The data for the app.
    public var data: [String: String]
    /// The notification for the system: `AndroidNotification` merged over `Notification`; `nil` when both are absent.
    public var notification: [String: JSONValue]?
    /// True if the message has high priority and may wake the device.
    public var isHigh: Bool
    /// The time for which it is stored for an offline device.
    public var lifetime: Duration
    /// `nil` when it replaces no other message. A message with a notification always has a key; by default all of an
    /// app share one.
    public var collapseKey: String?
    /// The time at which FCM accepted it, not the time of delivery.
    public var receivedAt: Timestamp

    /// The content in the format of ``BellhopModel/AndroidMessage``, for comparison.
    public var content: JSONValue {
        var object: [String: JSONValue] = [:]
        if !data.isEmpty { object["data"] = .object(data.mapValues(JSONValue.string)) }
        if let notification { object["notification"] = .object(notification) }
        return .object(object)
    }
}

/// The stored messages of one registration token, and its connection (FCM, *Non-collapsible and collapsible messages*).
///
/// FCM stores one message for each of four collapse keys, and 100 others, for an offline device. The 101st makes it
/// drop all of those, and notify the app when it reconnects. FCM does not document which of five keys it keeps; here
/// the latest ones.
struct FCMDeviceQueue: Sendable {
    typealias Stream = AsyncStream<DeliveredMessage>

    static let mostKeys = 4
    static let mostOthers = 100

    private var stored: [DeliveredMessage] = []
    /// The stream of the connected device. A closed stream is detected at the next message.
    private var device: Stream.Continuation?

    /// Delivers the message to a connected device, or stores it.
    mutating func deliver(_ message: DeliveredMessage) {
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

    /// Connects the device, which receives the stored messages that have not expired first, oldest first.
    ///
    /// - Returns: The replaced stream, which the caller must finish outside of its lock, because finishing runs foreign
    ///   code.
    mutating func attach(_ continuation: Stream.Continuation, now: Timestamp) -> Stream.Continuation? {
        let replaced = device
        device = continuation
        for message in stored where message.receivedAt + message.lifetime > now { continuation.yield(message) }
        stored = []
        return replaced
    }

    /// Disconnects the device, if there is one.
    ///
    /// - Returns: The streams that the caller must finish.
    mutating func detach() -> Stream.Continuation? {
        defer { device = nil }
        return device
    }
}

/// A send request received by the simulator, with its result.
public struct ReceivedMessage: Sendable, Hashable {
    public enum Result: Sendable, Hashable {
        /// Status 200.
        case accepted
        /// The request violated a rule.
        case refused(FCMRefusal)
        /// The request was valid, and a scripted fault was applied.
        case faulted(FCMFault)
    }

    /// The number of the connection, counted from 1.
    public var connection: Int
    /// The registration token of the message; empty when it has none.
    public var token: String
    /// The bytes of the body.
    public var body: [UInt8]
    public var receivedAt: Timestamp
    public var result: Result

    /// The `message` of the body; `nil` when the body is not JSON, or has none.
    public var message: JSONValue? { (try? CanonicalJSON.decode(JSONValue.self, from: body))?["message"] }
}
