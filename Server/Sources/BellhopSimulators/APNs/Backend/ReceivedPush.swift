public import BellhopModel

/// A request received by the simulator, with its result.
public struct ReceivedPush: Sendable, Hashable {
    public enum Result: Sendable, Hashable {
        /// Status 200.
        case accepted
        /// The request violated a rule.
        case refused(APNsRefusal)
        /// The request was valid, and a scripted fault was applied.
        case faulted(APNsFault)
    }

    /// The number of the connection, counted from 1.
    public var connection: Int
    /// The HTTP/2 stream within the connection.
    public var stream: Int
    /// The device token in the path, in lower case; empty when there is none.
    public var token: String
    /// The `apns-id` of the response: the provider's own, or a generated one.
    public var apnsID: String
    /// The header fields as the provider sent them.
    public var headers: PushHeaders
    public var payload: [UInt8]
    public var receivedAt: Timestamp
    public var result: Result
}

/// The log of all received pushes, in order.
struct PushLog: Sendable {
    private(set) var entries: [ReceivedPush] = []
    private var byToken: [String: [Int]] = [:]
    private var attempts: [String: Int] = [:]

    mutating func append(_ push: ReceivedPush) {
        byToken[push.token, default: []].append(entries.count)
        attempts[push.apnsID.lowercased(), default: 0] += 1
        entries.append(push)
    }

    func entries(for token: String) -> [ReceivedPush] { (byToken[token] ?? []).map { entries[$0] } }

    /// The number of requests with this `apns-id`.
    func attempts(of apnsID: String) -> Int { attempts[apnsID.lowercased()] ?? 0 }
}

/// The statistics of a simulator since its creation.
public struct APNsStatistics: Sendable, Hashable {
    /// The number of accepted TCP connections, open or closed.
    public var connections = 0
    /// The number of open connections.
    public var openConnections = 0
    /// The number of complete requests.
    public var requests = 0
    /// The number of requests that were accepted without a fault.
    public var accepted = 0
    /// The number of requests that violated a rule.
    public var refused = 0
    /// The number of requests with a scripted fault.
    public var faulted = 0
    /// The number of streams refused above the limit of a connection without a valid token.
    public var refusedStreams = 0
}

extension APNsStatistics {
    mutating func count(_ result: ReceivedPush.Result) {
        requests += 1
        switch result {
        case .accepted: accepted += 1
        case .refused: refused += 1
        case .faulted: faulted += 1
        }
    }
}
