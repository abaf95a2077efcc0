public import BellhopModel

/// What stands between an agent and its client (an editor), as a pure state machine: pieces of lines in, effects out.
///
/// Everything passes through as it came, but for what a person decides: a request for permission is also asked on the
/// phone, and whoever answers first answers for both. There is no way to a yes but through a ``VerifiedAnswer`` to this
/// very request, or the client's own words.
public struct AgentProxy: Sendable {
    public enum Side: Hashable, Sendable { case agent, client }

    public enum Effect: Hashable, Sendable {
        /// Write these bytes.
        case write([UInt8], to: Side)
        /// Ask the person, and then call ``AgentProxy/resolve(_:with:)``.
        case ask(Ticket)
        case withdraw(Ticket.ID, WithdrawalReason)
        /// One line for standard error.
        case remark(String)
    }

    /// One request that is asked on the phone.
    public struct Ticket: Hashable, Sendable, Identifiable {
        public let id: Int
        public let content: AskRequest.Content
        public let sessionID: SessionID?
    }

    public struct Options: Sendable {
        /// Only the phone decides: requests do not reach the client, and no answer is a no.
        public var phoneOnly: Bool
        /// What the agent is called until it says so itself.
        public var agent: String
        /// What this machine is called, to be shown.
        public var host: String?
        /// The folder that this process works in.
        public var folder: String?

        public init(phoneOnly: Bool, agent: String, host: String?, folder: String?) {
            self.phoneOnly = phoneOnly
            self.agent = agent
            self.host = host
            self.folder = folder
        }
    }

    /// Of requests that wait at the same time. More are left to the client.
    static let ticketLimit = 64

    let options: Options
    let nonce: @Sendable () -> String
    var scenes: SceneMemory
    var waiting: [RPCID: Waiting] = [:]
    /// Requests that the phone has answered: what the client says to them is swallowed.
    var settled = SettledRequests()
    /// Nobody needs an answer any more.
    private(set) var isOver = false
    private var lastTicket = 0
    /// Sides that have got the beginning of a long line.
    var midLine: Set<Side> = []
    /// Lines of our own that wait for the end of a long line, which they must not cut in two.
    var held: [Side: [[UInt8]]] = [:]

    /// Who waits for a response.
    struct Asker: Hashable {
        let id: RPCID
        let isMarked: Bool
    }

    struct Waiting {
        let ticket: Ticket.ID
        let asker: Asker
        let prompt: AgentPrompt
        let request: Request
    }

    /// A request of the agent, and what it was asked about.
    struct Request {
        let method: AgentPrompt.Method
        let message: RPCMessage
        /// All that had been told of its tool call or item.
        var told: [String: JSONValue]
        /// How often it was asked before, about what has changed since.
        var changes = 0
    }

    /// - Parameter nonce: makes a new one for each ask.
    public init(_ options: Options, nonce: @escaping @Sendable () -> String = AskNonce.random) {
        self.options = options
        self.nonce = nonce
        scenes = SceneMemory(agent: options.agent, host: options.host, folder: options.folder)
    }

    mutating func nextTicket() -> Ticket.ID {
        lastTicket += 1
        return lastTicket
    }

    /// The agent or its client is gone: nobody needs an answer any more.
    public mutating func end() -> [Effect] {
        isOver = true
        defer { waiting = [:] }
        return waiting.values.map { .withdraw($0.ticket, .agentEnded) }
    }
}
