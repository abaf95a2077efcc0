public import BellhopModel
import NIOConcurrencyHelpers

/// The responses of a scripted server, one for each request, and a record of the requests.
///
/// The system reuses ports, so that a client of another test may still send requests to this one's port: requests
/// without the script's key are ignored.
public final class Script: Sendable {
    /// The reaction to a complete request.
    public enum Turn: Sendable {
        case reply(Int, String, headers: [String: String] = [:])
        /// Sends these bytes, and optionally closes the connection.
        case bytes(String, thenDrops: Bool = false)
        /// Closes the connection without a response.
        case drop
        /// Sends these bytes, then closes TCP without a TLS close notification.
        case cut(String)
        /// Resets the connection.
        case reset
        /// Sends these bytes as soon as the request's head has arrived, and never reads the rest.
        case hasty(String)
        /// Never responds.
        case silence
        /// Never responds, and reads nothing more.
        case deafness
        /// Switches to WebSocket, sends these bytes, and optionally closes the connection.
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
        /// The headers by lower-case name.
        public var headers: [String: String]
        public var body: String
    }

    private struct State {
        var turns: [Turn]
        var requests: [Request] = []
    }

    /// The key for the clients of this test.
    public let key: Secret
    private let state: NIOLockedValueBox<State>
    /// The reaction after the last turn.
    private let rest: @Sendable (Request) throws -> Turn

    /// Creates a script after whose end every connection is closed.
    public init(_ turns: [Turn], key: Secret = Script.anotherKey()) {
        self.key = key
        state = NIOLockedValueBox(State(turns: turns))
        rest = { _ in .drop }
    }

    /// - Parameter answer: returns the reaction to each request; an error closes the connection.
    public init(key: Secret = Script.anotherKey(), answer: @escaping @Sendable (Request) throws -> Turn) {
        self.key = key
        state = NIOLockedValueBox(State(turns: []))
        rest = answer
    }

    /// A key that no other test uses.
    public static func anotherKey() -> Secret {
        Secret("bh_agent_" + String(UInt64.random(in: .min ... .max), radix: 36))
    }

    public var requests: [Request] { state.withLockedValue { $0.requests } }

    /// The bytes to send before the request is complete.
    var haste: String? {
        state.withLockedValue { state in
            guard case .hasty(let text)? = state.turns.first else { return nil }
            state.turns.removeFirst()
            return text
        }
    }

    /// The next reaction; closes connections without the script's key.
    func next(for request: Request) -> Turn {
        guard request.headers["authorization"] == "Bearer \(key.reveal())" else { return .drop }
        let turn: Turn? = state.withLockedValue { state in
            state.requests.append(request)
            return state.turns.isEmpty ? nil : state.turns.removeFirst()
        }
        return turn ?? (try? rest(request)) ?? .drop
    }
}
