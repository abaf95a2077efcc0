import BellhopModel

/// What was said on the way that makes a later request understood: who the agent is, where its sessions work, and the
/// tool calls and items it told of.
struct SceneMemory {
    private var agent: String
    private let host: String?
    private let folder: String?
    private var items = ItemMemory()
    /// Requests of the client whose responses say something, and what they were about.
    private var questions: [RPCID: Question] = [:]
    private var folders: [String: String] = [:]

    private enum Question { case initialize, session(folder: String) }

    /// Of questions, and of sessions.
    private static let limit = 256

    init(agent: String, host: String?, folder: String?) {
        self.agent = agent
        self.host = host
        self.folder = folder
    }

    func scene(for request: RPCMessage) -> PromptScene {
        let session = (request.params["sessionId"] ?? request.params["threadId"])?.string
        let item = (request.params["toolCall"]?["toolCallId"] ?? request.params["itemId"])?.string
        return PromptScene(
            agent: agent, host: host, folder: session.flatMap { folders[$0] } ?? folder,
            item: items.item(item, of: session))
    }

    mutating func note(_ line: [UInt8], _ head: RPCHead, from side: AgentProxy.Side) {
        switch (side, head.method) {
        case (.agent, "session/update"?) where line.firstRange(of: Array("tool_call".utf8)) != nil:
            guard let message = RPCMessage(line), let update = message.params["update"]?.object else { return }
            items.note(
                update, id: update["toolCallId"]?.string, of: message.params["sessionId"]?.string, size: line.count)
        case (.agent, "item/started"?):
            guard let message = RPCMessage(line), let item = message.params["item"]?.object else { return }
            items.note(item, id: item["id"]?.string, of: message.params["threadId"]?.string, size: line.count)
        case (.agent, "item/completed"?):
            guard let message = RPCMessage(line) else { return }
            items.forget(message.params["item"]?["id"]?.string, of: message.params["threadId"]?.string)
        case (.agent, nil): answered(line, head)
        case (.client, "initialize"?), (.client, "session/new"?), (.client, "session/load"?),
            (.client, "session/resume"?):
            asked(line)
        default: break
        }
    }

    private mutating func asked(_ line: [UInt8]) {
        guard let message = RPCMessage(line), let id = message.id, questions.count < Self.limit else { return }
        guard message.method != "initialize" else {
            questions[id] = .initialize
            return
        }
        guard let folder = message.params["cwd"]?.string else { return }
        if let session = message.params["sessionId"]?.string {
            remember(folder, of: session)
        } else {
            questions[id] = .session(folder: folder)
        }
    }

    private mutating func answered(_ line: [UInt8], _ head: RPCHead) {
        guard head.isResponse, let id = head.id, let question = questions.removeValue(forKey: id),
            NestingDepth.of(line) <= RPCMessage.depthLimit,
            let result = (try? CanonicalJSON.decode(JSONValue.self, from: line))?["result"]
        else { return }
        switch question {
        case .initialize:
            let info = result["agentInfo"]
            guard let name = (info?["title"]?.string ?? info?["name"]?.string), !name.isEmpty else { return }
            agent = ShownText.line(name, characters: 60)
        case .session(let folder):
            guard let session = result["sessionId"]?.string else { return }
            remember(folder, of: session)
        }
    }

    private mutating func remember(_ folder: String, of session: String) {
        if folders.count >= Self.limit { folders = [:] }
        folders[session] = folder
    }
}

/// Tool calls and items that are not done, the newest of them, within a bound of memory.
private struct ItemMemory {
    private struct Key: Hashable { let session: String?, id: String }

    private static let countLimit = 256
    /// In bytes of the lines that told of them.
    private static let sizeLimit = 16 << 20

    private var known: [Key: (fields: [String: JSONValue], size: Int)] = [:]
    private var order: [Key] = []
    private var size = 0

    func item(_ id: String?, of session: String?) -> [String: JSONValue] {
        id.flatMap { known[Key(session: session, id: $0)]?.fields } ?? [:]
    }

    /// What is told later of the same item adds to it.
    mutating func note(_ fields: [String: JSONValue], id: String?, of session: String?, size: Int) {
        guard let id else { return }
        guard !["completed", "failed"].contains(fields["status"]?.string) else { return forget(id, of: session) }
        let merged = item(id, of: session).merging(fields.filter { $0.value != .null }) { $1 }
        let former = known[Key(session: session, id: id)]?.size ?? 0
        forget(id, of: session)
        let key = Key(session: session, id: id)
        known[key] = (merged, former + size)
        order.append(key)
        self.size += former + size
        while order.count > Self.countLimit || self.size > Self.sizeLimit, let oldest = order.first {
            forget(oldest.id, of: oldest.session)
        }
    }

    mutating func forget(_ id: String?, of session: String?) {
        guard let id, let old = known.removeValue(forKey: Key(session: session, id: id)) else { return }
        size -= old.size
        order.removeAll { $0 == Key(session: session, id: id) }
    }
}
