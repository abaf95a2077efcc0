import BellhopModel
import Synchronization

/// What a server will answer, request by request, and what it was asked.
final class Script: Sendable {
    /// What happens when a request has come in whole.
    enum Turn: Sendable {
        case reply(Int, String, headers: [String: String] = [:])
        /// The connection ends without a reply.
        case drop
        /// Nothing, ever.
        case silence
        /// Becomes a WebSocket, sends these bytes, and ends the connection or not.
        case webSocket([UInt8], drop: Drop? = nil)

        static func json(_ status: Int, _ value: some Encodable, headers: [String: String] = [:]) throws -> Turn {
            .reply(status, try CanonicalJSON.text(value), headers: headers)
        }
    }

    enum Drop: Sendable { case atOnce, whenAnswered }

    struct Request: Hashable, Sendable {
        var method: String
        var target: String
        /// By name in lower case.
        var headers: [String: String]
        var body: String
    }

    private struct State {
        var turns: [Turn]
        var requests: [Request] = []
    }

    private let state: Mutex<State>

    init(_ turns: [Turn]) { state = Mutex(State(turns: turns)) }

    var requests: [Request] { state.withLock { $0.requests } }

    /// Beyond the script's end every connection is dropped.
    func next(for request: Request) -> Turn {
        state.withLock { state in
            state.requests.append(request)
            return state.turns.isEmpty ? .drop : state.turns.removeFirst()
        }
    }
}
