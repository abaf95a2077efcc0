import BellhopModel

extension AgentPrompt {
    /// ACP's `session/request_permission` (agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission, and the
    /// same page of v2).
    ///
    /// What the phone may say is narrower than what the agent offers: an option that holds for more than this one time
    /// is never picked there.
    init(permission params: [String: JSONValue], _ scene: PromptScene) throws(UnaskablePrompt) {
        let options = (params["options"]?.array ?? []).compactMap(PermissionOption.init)
        // Where two options share an id, nobody can say which one is picked.
        guard Set(options.map(\.id)).count == options.count else {
            throw UnaskablePrompt(why: "two of its options have one id", refusal: Method.permission.refusal)
        }
        let refusal = Refusal(
            no: options.first { $0.kind == .rejectOnce }?.selected ?? PermissionOption.cancelled,
            cancelled: PermissionOption.cancelled)
        let once = options.filter { $0.kind == .allowOnce }
        guard !once.isEmpty else {
            throw UnaskablePrompt(why: "it offers nothing that may be picked on a phone", refusal: refusal)
        }
        let answers = once.count == 1 ? .approval(once[0].selected) : try Self.choice(of: options, refusal)
        let subject = PermissionSubject(params, before: scene.item)
        guard let body = subject.body(in: scene.folder) else {
            throw UnaskablePrompt(why: "it does not say what is to be allowed", refusal: refusal)
        }
        var scene = scene
        scene.item = subject.call.fields
        scene.folder = subject.folder ?? scene.folder
        try self.init(
            .permission, params, scene, title: "\(scene.agent) \(subject.call.intention)", body: body,
            toolName: subject.call.kind, agentSays: subject.explanation, answers: answers, refusal: refusal)
    }

    /// The options as the agent gives them, but for those that hold for good.
    private static func choice(
        of options: [PermissionOption], _ refusal: Refusal
    ) throws(UnaskablePrompt) -> Answers {
        let offered = options.filter { $0.kind == .allowOnce || $0.kind == .rejectOnce }
        var sheet = ReplySheet<JSONValue>()
        let question = Question(
            shown: "What should it do?", header: nil, options: offered.map { .init(shown: $0.name) }, allowsText: false)
        guard sheet.add(question, standingFor: offered.map(\.selected)) else {
            throw UnaskablePrompt(why: "its options are too many, or alike", refusal: refusal)
        }
        return .choice(sheet)
    }
}

extension AgentPrompt {
    /// A form to fill in, for an MCP server or for the agent itself. A page to be opened is for the client.
    init(elicitation params: [String: JSONValue], _ scene: PromptScene, _ dialect: Dialect) throws(UnaskablePrompt) {
        let method = dialect == .acp ? Method.elicitation : .codexElicitation
        guard params["mode"]?.string ?? "form" == "form", let schema = params["requestedSchema"],
            let form = ElicitationForm(schema)
        else { throw UnaskablePrompt(why: "its form cannot be filled in on a phone", refusal: method.refusal) }
        let asker = params["serverName"]?.string.map { "\($0) of \(scene.agent)" } ?? scene.agent
        // Where nothing is to be filled in, what is asked is whether to go on, about what stands beside it.
        var parts = [params["message"]?.string].compactMap(\.self)
        if let meta = params["_meta"], meta.object?.isEmpty == false { parts.append(Self.text(meta)) }
        if !form.isEmpty { parts.append(Evidence.text(form.sheet.questions)) }
        try self.init(
            method, params, scene, title: "\(asker) asks",
            body: Evidence(parts.joined(separator: "\n")),
            answers: form.isEmpty ? .approval(ElicitationResult.accepted([:], dialect)) : .form(form, dialect))
    }
}

/// The `result` of an elicitation.
enum ElicitationResult {
    static func accepted(_ content: JSONValue, _ dialect: AgentPrompt.Dialect) -> JSONValue {
        result("accept", content, dialect)
    }

    static func refusal(_ dialect: AgentPrompt.Dialect) -> AgentPrompt.Refusal {
        .init(no: result("decline", nil, dialect), cancelled: result("cancel", nil, dialect))
    }

    /// Codex wants all three members there.
    private static func result(
        _ action: String, _ content: JSONValue?, _ dialect: AgentPrompt.Dialect
    ) -> JSONValue {
        var result: [String: JSONValue] = ["action": .string(action)]
        result["content"] = content
        if dialect == .codex {
            result["content"] = content ?? .null
            result["_meta"] = .null
        }
        return .object(result)
    }
}
