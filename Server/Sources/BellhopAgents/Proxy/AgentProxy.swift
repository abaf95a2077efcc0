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

/// From lines to what they say, and back.
extension AgentProxy {
    /// Of one line of `side` that is read, in bytes. Longer ones pass through unread; those of the agent do not where
    /// only the phone decides, for they may ask.
    public func lineLimit(of side: Side) -> Int {
        side == .agent && options.phoneOnly ? 64 << 20 : Self.readLimit
    }

    /// Of a line that is decoded, in bytes.
    static let readLimit = 4 << 20

    /// What `side` has said.
    public mutating func receive(_ piece: LineSplitter.Piece, from side: Side) -> [Effect] {
        switch (piece, side) {
        case (.part(_, let endsLine), .agent) where options.phoneOnly:
            return unread(endsLine: endsLine) + retoldUnread()
        case (.part(let bytes, let endsLine), .agent):
            return passed(bytes, endsLine: endsLine, from: side) + retoldUnread()
        case (.part(let bytes, let endsLine), .client): return passed(bytes, endsLine: endsLine, from: side)
        case (.line(let line), .agent):
            guard let head = RPCHead(line) else { return unanswerable(line) }
            return fromAgent(line, head)
        case (.line(let line), .client):
            guard let head = RPCHead(line) else { return [.write(line, to: .agent)] }
            return fromClient(line, head)
        }
    }

    private mutating func passed(_ bytes: [UInt8], endsLine: Bool, from side: Side) -> [Effect] {
        let other: Side = side == .agent ? .client : .agent
        guard endsLine else {
            midLine.insert(other)
            return [.write(bytes, to: other)]
        }
        midLine.remove(other)
        return [.write(bytes, to: other)] + (held.removeValue(forKey: other) ?? []).map { .write($0, to: other) }
    }

    /// What cannot be answered from here, but perhaps by the client.
    func unanswerable(_ line: [UInt8]) -> [Effect] {
        options.phoneOnly ? unread(endsLine: true) : [.write(line, to: .client)]
    }

    private func unread(endsLine: Bool) -> [Effect] {
        endsLine ? [.remark("a line of the agent is no message, or too long, and is not passed on")] : []
    }

    /// Writes a line of our own.
    mutating func say(_ line: [UInt8], to side: Side) -> [Effect] {
        guard midLine.contains(side) else { return [.write(line, to: side)] }
        held[side, default: []].append(line)
        return []
    }
}
