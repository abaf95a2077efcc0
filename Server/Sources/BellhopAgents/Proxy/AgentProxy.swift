public import BellhopModel

/// The state machine between an agent and its client, such as an editor. It receives pieces of lines and returns effects.
///
/// All messages pass through unchanged. Permission requests are also sent to the phone, and the first answer wins. Only
/// a ``VerifiedAnswer`` to this request, or the client's own response, can approve.
public struct AgentProxy: Sendable {
    public enum Side: Hashable, Sendable { case agent, client }

    public enum Effect: Hashable, Sendable {
        /// Write these bytes.
        case write([UInt8], to: Side)
        /// Ask, then call ``AgentProxy/resolve(_:with:)``.
        case ask(Ticket)
        case withdraw(Ticket.ID, WithdrawalReason)
        /// One line for standard error.
        case remark(String)
    }

    /// A request that is sent to the phone.
    public struct Ticket: Hashable, Sendable, Identifiable {
        public let id: Int
        public let content: AskRequest.Content
        public let sessionID: SessionID?
    }

    public struct Options: Sendable {
        /// Only the phone decides: requests do not reach the client, and a missing answer denies.
        public var phoneOnly: Bool
        /// The agent's name until the agent reports one.
        public var agent: String
        /// The name of this machine, to be shown.
        public var host: String?
        /// The working folder of this process.
        public var folder: String?

        public init(phoneOnly: Bool, agent: String, host: String?, folder: String?) {
            self.phoneOnly = phoneOnly
            self.agent = agent
            self.host = host
            self.folder = folder
        }
    }

    /// The maximum number of open requests. Further ones are left to the client.
    static let ticketLimit = 64

    let options: Options
    let nonce: @Sendable () -> String
    var context: ProxyState
    var waiting: [RPCID: Waiting] = [:]
    /// Requests that the phone answered: the client's responses to them are dropped.
    var answered = AnsweredRequests()
    /// `true` after the end of the agent or its client.
    private(set) var isOver = false
    private var lastTicket = 0
    /// Sides that have received only the beginning of a long line.
    var midLine: Set<Side> = []
    /// The proxy's own lines that wait for the end of a long line.
    var held: [Side: [[UInt8]]] = [:]

    /// The request that waits for a response.
    struct Requester: Hashable {
        let id: RPCID
        let isMarked: Bool
    }

    struct Waiting {
        let ticket: Ticket.ID
        let requester: Requester
        let prompt: AgentPrompt
        let request: Request
    }

    /// A request of the agent and its tool call.
    struct Request {
        let method: AgentPrompt.Method
        let message: RPCMessage
        /// The fields of its tool call or item when it was asked.
        var item: [String: JSONValue]
        /// The number of times that it was asked again after a change.
        var changes = 0
    }

    /// - Parameter nonce: makes a nonce for each ask.
    public init(_ options: Options, nonce: @escaping @Sendable () -> String = AskNonce.random) {
        self.options = options
        self.nonce = nonce
        context = ProxyState(agent: options.agent, host: options.host, folder: options.folder)
    }

    mutating func nextTicket() -> Ticket.ID {
        lastTicket += 1
        return lastTicket
    }

    /// Ends the proxy when the agent or its client has ended.
    public mutating func end() -> [Effect] {
        isOver = true
        defer { waiting = [:] }
        return waiting.values.map { .withdraw($0.ticket, .agentEnded) }
    }
}

/// Reading and writing of lines.
extension AgentProxy {
    /// The maximum size of a line of `side`, in bytes. Longer lines pass through unread. When only the phone decides, the
    /// agent's longer lines are dropped instead, because they may be requests.
    public func lineLimit(of side: Side) -> Int {
        side == .agent && options.phoneOnly ? 64 << 20 : Self.readLimit
    }

    /// The maximum size of a decoded line, in bytes.
    static let readLimit = 4 << 20

    /// Processes a piece of `side`'s output.
    public mutating func receive(_ piece: LineSplitter.Piece, from side: Side) -> [Effect] {
        switch (piece, side) {
        case (.part(_, let endsLine), .agent) where options.phoneOnly:
            return unread(endsLine: endsLine) + changedUnread()
        case (.part(let bytes, let endsLine), .agent):
            return passed(bytes, endsLine: endsLine, from: side) + changedUnread()
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

    /// Passes a line that this proxy cannot answer to the client.
    func unanswerable(_ line: [UInt8]) -> [Effect] {
        options.phoneOnly ? unread(endsLine: true) : [.write(line, to: .client)]
    }

    private func unread(endsLine: Bool) -> [Effect] {
        endsLine ? [.remark("a line from the agent was not relayed: it is not a message, or it is too long")] : []
    }

    /// Writes one of the proxy's own lines.
    mutating func write(_ line: [UInt8], to side: Side) -> [Effect] {
        guard midLine.contains(side) else { return [.write(line, to: side)] }
        held[side, default: []].append(line)
        return []
    }
}
