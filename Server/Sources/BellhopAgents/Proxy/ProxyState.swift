import BellhopModel

/// The context of later requests, collected from passing messages: the agent's name, the folders of its sessions, its tool calls
/// and items.
struct ProxyState {
    private var agent: String
    private let host: String?
    private let folder: String?
    private var items = ItemCache()
    /// Requests of the client whose responses matter.
    private var questions: [RPCID: Question] = [:]
    private var folders: [String: String] = [:]

    private enum Question {
        case initialize
        /// - folder: the requested folder.
        case session(folder: String?)
    }

    /// The maximum number of questions, and of sessions.
    private static let limit = 256

    init(agent: String, host: String?, folder: String?) {
        self.agent = agent
        self.host = host
        self.folder = folder
    }

    func context(for request: RPCMessage) -> PromptContext {
        PromptContext(
            agent: agent, host: host,
            folder: AgentPrompt.session(request.params).flatMap { folders[$0] } ?? folder,
            item: Self.item(of: request).map(items.fields) ?? [:])
    }

    /// The change that a line of the agent reports.
    enum Change {
        case item(ItemCache.Key)
        /// A tool call or item that cannot be read.
        case unreadable
    }

    @discardableResult
    mutating func note(_ line: [UInt8], _ head: RPCHead, from side: AgentProxy.Side) -> Change? {
        switch (side, head.method) {
        case (.agent, "session/update"?) where line.firstRange(of: Array("tool_call".utf8)) != nil,
            (.agent, "item/started"?), (.agent, "item/completed"?), (.agent, "item/fileChange/patchUpdated"?):
            guard let message = RPCMessage(line) else { return .unreadable }
            return update(message, size: line.count).map(Change.item)
        case (.agent, nil): answered(line, head)
        case (.client, let method?) where Self.opening.contains(method):
            if let message = RPCMessage(line), let id = message.id { asked(message, id) }
        default: break
        }
        return nil
    }

    // MARK: Items

    /// The tool call or item of a request.
    static func item(of request: RPCMessage) -> ItemCache.Key? {
        let id = PermissionSubject.id(request.params) ?? request.params["itemId"]?.string
        return id.map { .init(session: AgentPrompt.session(request.params), id: $0) }
    }

    /// The known fields of an item; empty when it has ended.
    func fields(of item: ItemCache.Key) -> [String: JSONValue] { items.fields(of: item) }

    /// Stores the tool call of a permission request.
    mutating func note(_ request: RPCMessage, size: Int) {
        guard let item = Self.item(of: request), let call = PermissionSubject.toolCall(request.params) else { return }
        items.note(call, of: item, size: size)
    }

    private mutating func update(_ message: RPCMessage, size: Int) -> ItemCache.Key? {
        let params = message.params
        let update = params["update"]?.object ?? params["item"]?.object ?? params
        guard let id = (update["toolCallId"] ?? update["id"] ?? update["itemId"])?.string else { return nil }
        let key = ItemCache.Key(session: AgentPrompt.session(params), id: id)
        switch message.method {
        case "item/completed": items.remove(key)
        case "item/fileChange/patchUpdated": items.note(["changes": update["changes"] ?? []], of: key, size: size)
        // ACP v2 sends the parts of a tool call's content one by one.
        case _ where update["sessionUpdate"] == "tool_call_content_chunk":
            let content = items.fields(of: key)["content"]?.array ?? []
            items.note(["content": .array(content + [update["content"] ?? .null])], of: key, size: size)
        default: items.note(update, of: key, size: size)
        }
        return key
    }

    // MARK: Sessions

    /// Requests of the client that name the folder of a session, thread or conversation, or return the agent's name.
    private static let opening: Set = [
        "initialize", "session/new", "session/load", "session/resume", "session/fork", "thread/start", "thread/resume",
        "thread/fork", "newConversation", "resumeConversation",
    ]

    private mutating func asked(_ message: RPCMessage, _ id: RPCID) {
        guard questions.count < Self.limit else { return }
        let folder = message.params["cwd"]?.string
        questions[id] = message.method == "initialize" ? .initialize : .session(folder: folder)
        // The agent may send requests before it responds.
        guard let folder, let session = AgentPrompt.session(message.params), !message.method.hasSuffix("fork") else {
            return
        }
        remember(folder, of: session)
    }

    private mutating func answered(_ line: [UInt8], _ head: RPCHead) {
        guard head.isResponse, let id = head.id, let question = questions.removeValue(forKey: id),
            let result = JSONValue(bounded: line)?["result"]
        else { return }
        switch question {
        case .initialize:
            let info = result["agentInfo"] ?? result["info"]
            // Codex reports its platform but not its name.
            let name = info?["title"]?.string ?? info?["name"]?.string ?? result["userAgent"].map { _ in "Codex" }
            guard let name, !name.isEmpty else { return }
            agent = DisplayText.line(name, characters: 60)
        case .session(let asked):
            let thread = result["thread"]
            guard let session = result.object.flatMap(AgentPrompt.session) ?? thread?["id"]?.string,
                let folder = (result["cwd"] ?? thread?["cwd"])?.string ?? asked
            else { return }
            remember(folder, of: session)
        }
    }

    private mutating func remember(_ folder: String, of session: String) {
        if folders.count >= Self.limit { folders = [:] }
        folders[session] = folder
    }
}

/// The newest unfinished tool calls and items, limited in memory.
struct ItemCache {
    struct Key: Hashable {
        /// The session or thread.
        let session: String?
        let id: String
    }

    private static let countLimit = 256
    /// The maximum size of the lines that described the items, in bytes.
    private static let sizeLimit = 16 << 20

    private var known: [Key: (fields: [String: JSONValue], size: Int)] = [:]
    private var order: [Key] = []
    private var size = 0

    func fields(of key: Key) -> [String: JSONValue] { known[key]?.fields ?? [:] }

    /// Merges fields into an item.
    ///
    /// - Parameter size: the size of the line, in bytes.
    mutating func note(_ fields: [String: JSONValue], of key: Key, size: Int) {
        guard !["completed", "failed", "cancelled"].contains(fields["status"]?.string) else { return remove(key) }
        let merged = self.fields(of: key).merging(fields.filter { $0.value != .null }) { $1 }
        let former = known[key]?.size ?? 0
        remove(key)
        known[key] = (merged, former + size)
        order.append(key)
        self.size += former + size
        while order.count > Self.countLimit || self.size > Self.sizeLimit, let oldest = order.first { remove(oldest) }
    }

    mutating func remove(_ key: Key) {
        guard let old = known.removeValue(forKey: key) else { return }
        size -= old.size
        order.removeAll { $0 == key }
    }
}
