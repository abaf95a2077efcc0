public import BellhopKit
public import BellhopModel

/// A Bellhop server as seen from a device: the routes that an app uses, with the real state machine of asks and
/// scripted faults. Strict: a request that the real server would reject stops a debug build.
public actor FakeServer: APITransport {
    let clock: ManualClock
    /// The server's time at the phone's uptime zero; `nil` while it uses the phone's clock.
    private var zero: Timestamp?
    var devices: [DeviceID: Paired] = [:]
    var codes: [String: UserID] = [:]
    var revoked: Set<String> = []
    /// The trust of a device that pairs or registers again.
    public private(set) var trust = Device.Trust.trusted
    var asks: [AskID: Ask] = [:]
    var notifications: [UserNotification] = []
    var sessions: [AgentSession] = []
    var unread: Int?
    var requestsByName: [String: [String: [UInt8]]] = [:]
    var lastNumber: UInt64 = 0
    private var faults: [Fault] = []
    private var isDown = false
    private var onArrival: (@Sendable (APIRequest) async -> Void)?

    /// The user's preferences on the server.
    public internal(set) var preferences = NotificationPreferences.default
    /// Every request that arrived, in order.
    public private(set) var served: [Served] = []
    /// The times of all requests, including those that failed before they were sent.
    public private(set) var attempts: [Timestamp] = []
    /// The number of times each ask has ended; more than one is a bug.
    public internal(set) var transitions: [AskID: Int] = [:]
    /// The notifications that were marked as read, in order.
    public internal(set) var read: [NotificationID] = []
    /// The receipts of the device, in order.
    public internal(set) var receipts: [Receipt] = []
    /// The items that were completed, each once.
    public internal(set) var completed: [String] = []
    /// The accepted replies, each once.
    public internal(set) var replies: [MessageReply] = []
    /// The user's topics.
    public internal(set) var subscriptions: Set<TopicID> = []
    /// The durations that items were snoozed for, in minutes.
    public internal(set) var snoozed: [TopicID: Int] = [:]
    /// The number of requests that marked everything as read.
    public internal(set) var readEverything = 0
    var items: [TopicID: Item] = [:]
    var messages: [Message] = []
    var itemChanges: [ItemChanges.Change] = []
    var forgottenChanges = 0
    var repliesByName: Set<String> = []

    /// The tokens for updating the device's Live Activities, by session.
    public internal(set) var activityTokens: [SessionID: DeviceToken] = [:]
    /// The token for starting Live Activities.
    public internal(set) var startToken: DeviceToken?

    public init(clock: ManualClock) { self.clock = clock }

    /// Sets the trust of devices that register from now on.
    public func setTrust(_ value: Device.Trust) { trust = value }

    // MARK: Time

    /// The server's time.
    public var now: Timestamp { zero.map { $0 + clock.uptime } ?? clock.now }

    /// Gives the server a separate clock, which cannot be set and whose time is in its responses (`Date`).
    ///
    /// - Parameter difference: the time by which it is ahead of the phone's clock.
    public func tellTime(ahead difference: Duration) { zero = clock.now + difference - clock.uptime }

    // MARK: The script

    /// Makes the next requests fail, one for each fault.
    public func fail(next faults: Fault...) { self.faults += faults }
    /// Makes the server unreachable, or reachable again.
    public func setDown(_ value: Bool) { isDown = value }
    /// Sets preferences as another device of the user.
    public func setPreferences(_ preferences: NotificationPreferences) { self.preferences = preferences }
    /// The number of unread notifications; `nil` when the server does not send it.
    public func setUnread(_ count: Int?) { unread = count }
    /// Adds a code that pairs one device with `user`.
    public func addCode(_ code: String, for user: UserID) { codes[code] = user }
    public func add(_ ask: Ask) { asks[ask.id] = ask }
    public func add(_ notification: UserNotification) { notifications.insert(notification, at: 0) }
    public func add(_ session: AgentSession) { sessions.append(session) }
    public func add(_ item: Item) { items[item.id] = item }
    public func add(_ message: Message) { messages.insert(message, at: 0) }
    /// Revokes the keys of all devices.
    public func revokeKeys() { revoked.formUnion(devices.values.map(\.key)) }
    /// Calls a closure for every request that arrives.
    public func watch(_ onArrival: (@Sendable (APIRequest) async -> Void)?) { self.onArrival = onArrival }

    /// Ends an ask without this device's answer.
    @discardableResult
    public func resolve(_ id: AskID, _ resolution: Resolution) -> Ask? {
        asks[id]?.resolution = resolution
        return asks[id]
    }

    /// Reports that the agent continued.
    @discardableResult
    public func apply(_ id: AskID) -> Ask? {
        asks[id]?.appliedAt = now
        return asks[id]
    }

    // MARK: Asks

    public func ask(_ id: AskID) -> Ask? { asks[id] }
    public var deviceList: [Device] { devices.values.map(\.device) }
    /// The API key of a device.
    public func key(of id: DeviceID) -> String? { devices[id]?.key }
    /// The received requests to one endpoint, in order.
    public func requests<Request, Response>(to endpoint: Endpoint<Request, Response>) -> [Served] {
        served.filter { $0.request.method == endpoint.route.method && matches(endpoint, $0.request.path) }
    }

    // MARK: Request handling

    public func send(_ request: APIRequest) async throws -> APIResponse {
        attempts.append(clock.now)
        if isDown { throw NoNetwork() }
        let fault = faults.isEmpty ? nil : faults.removeFirst()
        if case .offline = fault { throw NoNetwork() }
        await onArrival?(request)
        if case .held(let gate) = fault {
            await gate.pass()
            try Task.checkCancellation()
        }
        var response: APIResponse
        if case .response(let scripted) = fault { response = scripted } else { response = answer(request) }
        if zero != nil { response.headers["date"] = now.httpDate }
        served.append(Served(request: request, at: clock.now, status: response.status))
        if case .replyLost = fault { throw NoNetwork() }
        return response
    }
}

extension FakeServer {
    /// The failure of the next request.
    public enum Fault: Sendable {
        /// The request does not leave the device.
        case offline
        /// The request is executed, and its response is lost.
        case replyLost
        /// Another server responds, or the server fails.
        case response(APIResponse)
        /// The request arrives, and waits at the gate.
        case held(Gate)
    }

    /// The error of a request that was not sent, or whose response was lost.
    public struct NoNetwork: Error {
        public init() {}
    }

    /// A received request.
    public struct Served: Sendable {
        public let request: APIRequest
        public let at: Timestamp
        public let status: Int
    }

    struct Paired {
        var device: Device
        var key: String
    }
}
