public import BellhopModel
import Synchronization

/// What a server will answer, request by request, and what it was asked.
///
/// The system gives out ports again, so that a client of another test may still ask on this one's: what comes without
/// the script's own key is none of its requests.
public final class Script: Sendable {
    /// What happens when a request has come in whole.
    public enum Turn: Sendable {
        case reply(Int, String, headers: [String: String] = [:])
        /// These bytes, whatever they mean; then the connection ends, or not.
        case bytes(String, thenDrops: Bool = false)
        /// The connection ends without a reply.
        case drop
        /// These bytes; then TCP ends, without the goodbye of TLS.
        case cut(String)
        /// The connection is reset.
        case reset
        /// These bytes as soon as the request's head is there. The rest of it is never read.
        case hasty(String)
        /// Nothing, ever.
        case silence
        /// The same, and whatever comes is not read either.
        case deafness
        /// Becomes a WebSocket, sends these bytes, and ends the connection or not.
        case webSocket([UInt8], drop: Drop? = nil)

        public static func json(_ status: Int, _ value: some Encodable, headers: [String: String] = [:]) throws -> Turn
        {
            .reply(status, try CanonicalJSON.text(value), headers: headers)
        }
    }

    public enum Drop: Sendable { case atOnce, whenAnswered }

    public struct Request: Hashable, Sendable {
        public var method: String
        public var target: String
        /// By name in lower case.
        public var headers: [String: String]
        public var body: String
    }

    private struct State {
        var turns: [Turn]
        var requests: [Request] = []
    }

    /// For the clients of this test alone.
    public let key: Secret
    private let state: Mutex<State>
    /// Beyond the turns.
    private let rest: @Sendable (Request) throws -> Turn

    /// Beyond the script's end every connection is dropped.
    public init(_ turns: [Turn], key: Secret = Script.anotherKey()) {
        self.key = key
        state = Mutex(State(turns: turns))
        rest = { _ in .drop }
    }

    /// - Parameter answer: to each request; where it throws, the connection is dropped.
    public init(key: Secret = Script.anotherKey(), answer: @escaping @Sendable (Request) throws -> Turn) {
        self.key = key
        state = Mutex(State(turns: []))
        rest = answer
    }

    /// One that no other test has.
    public static func anotherKey() -> Secret {
        Secret("bh_agent_" + String(UInt64.random(in: .min ... .max), radix: 36))
    }

    public var requests: [Request] { state.withLock { $0.requests } }

    /// What is answered at once, before the request is there as a whole.
    var haste: String? {
        state.withLock { state in
            guard case .hasty(let text)? = state.turns.first else { return nil }
            state.turns.removeFirst()
            return text
        }
    }

    /// A stranger's connection is dropped at once.
    func next(for request: Request) -> Turn {
        guard request.headers["authorization"] == "Bearer \(key.reveal())" else { return .drop }
        let turn: Turn? = state.withLock { state in
            state.requests.append(request)
            return state.turns.isEmpty ? nil : state.turns.removeFirst()
        }
        return turn ?? (try? rest(request)) ?? .drop
    }
}
