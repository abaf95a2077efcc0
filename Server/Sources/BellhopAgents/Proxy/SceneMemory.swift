import BellhopModel

/// What was said on the way that makes a later request understood: who the agent is, where its sessions work, and the
/// tool calls and items it told of.
struct SceneMemory {
    private var agent: String
    private let host: String?
    private let folder: String?
    private var items = ItemMemory()
    /// Requests of the client whose responses say something.
    private var questions: [RPCID: Question] = [:]
    private var folders: [String: String] = [:]

    private enum Question {
        case initialize
        /// - folder: the one that it asked for.
        case session(folder: String?)
    }

    /// Of questions, and of sessions.
    private static let limit = 256

    init(agent: String, host: String?, folder: String?) {
        self.agent = agent
        self.host = host
        self.folder = folder
    }

    func scene(for request: RPCMessage) -> PromptScene {
        PromptScene(
            agent: agent, host: host,
            folder: AgentPrompt.session(request.params).flatMap { folders[$0] } ?? folder,
            item: Self.item(of: request).map(items.fields) ?? [:])
    }

    /// What a line of the agent tells of.
    enum News {
        case item(ItemMemory.Key)
        /// A tool call or item, but it cannot be read which and what.
        case unreadable
    }

    @discardableResult
    mutating func note(_ line: [UInt8], _ head: RPCHead, from side: AgentProxy.Side) -> News? {
        switch (side, head.method) {
        case (.agent, "session/update"?) where line.firstRange(of: Array("tool_call".utf8)) != nil,
            (.agent, "item/started"?), (.agent, "item/completed"?), (.agent, "item/fileChange/patchUpdated"?):
            guard let message = RPCMessage(line) else { return .unreadable }
            return told(message, size: line.count).map(News.item)
        case (.agent, nil): answered(line, head)
        case (.client, let method?) where Self.opening.contains(method):
            if let message = RPCMessage(line), let id = message.id { asked(message, id) }
        default: break
        }
        return nil
    }

    // MARK: Items

    /// The tool call or item that a request is about.
    static func item(of request: RPCMessage) -> ItemMemory.Key? {
        let id = PermissionSubject.id(request.params) ?? request.params["itemId"]?.string
        return id.map { .init(session: AgentPrompt.session(request.params), id: $0) }
    }

    /// All that was told of it; empty when it has ended.
    func fields(of item: ItemMemory.Key) -> [String: JSONValue] { items.fields(of: item) }

    /// A request for permission tells of its tool call too.
    mutating func note(_ request: RPCMessage, size: Int) {
        guard let item = Self.item(of: request), let call = PermissionSubject.toolCall(request.params) else { return }
        items.note(call, of: item, size: size)
    }

    private mutating func told(_ message: RPCMessage, size: Int) -> ItemMemory.Key? {
        let params = message.params
        let update = params["update"]?.object ?? params["item"]?.object ?? params
        guard let id = (update["toolCallId"] ?? update["id"] ?? update["itemId"])?.string else { return nil }
        let key = ItemMemory.Key(session: AgentPrompt.session(params), id: id)
        switch message.method {
        case "item/completed": items.forget(key)
        case "item/fileChange/patchUpdated": items.note(["changes": update["changes"] ?? []], of: key, size: size)
        // ACP v2 tells the parts of a tool call's content one by one.
        case _ where update["sessionUpdate"] == "tool_call_content_chunk":
            let content = items.fields(of: key)["content"]?.array ?? []
            items.note(["content": .array(content + [update["content"] ?? .null])], of: key, size: size)
        default: items.note(update, of: key, size: size)
        }
        return key
    }

    // MARK: Sessions

    /// Requests of the client that say where a session, thread or conversation works, or are answered with who the agent
    /// is.
    private static let opening: Set = [
        "initialize", "session/new", "session/load", "session/resume", "session/fork", "thread/start", "thread/resume",
        "thread/fork", "newConversation", "resumeConversation",
    ]

    private mutating func asked(_ message: RPCMessage, _ id: RPCID) {
        guard questions.count < Self.limit else { return }
        let folder = message.params["cwd"]?.string
        questions[id] = message.method == "initialize" ? .initialize : .session(folder: folder)
        // The agent may ask before it answers.
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
            // Codex says what it runs on, but not its name.
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
