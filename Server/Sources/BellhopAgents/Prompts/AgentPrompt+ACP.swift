import BellhopModel

extension AgentPrompt {
    /// ACP's `session/request_permission` (agentclientprotocol.com/protocol/v1/tool-calls#requesting-permission, and the
    /// same page of v2).
    ///
    /// The phone offers only options that apply once, never permanent ones.
    init(permission params: [String: JSONValue], _ context: PromptContext) throws(UnsupportedPrompt) {
        let options = (params["options"]?.array ?? []).compactMap(PermissionOption.init)
        // Two options with one id cannot be distinguished.
        guard Set(options.map(\.id)).count == options.count else {
            throw UnsupportedPrompt(why: "two of its options have the same id", refusal: Method.permission.refusal)
        }
        let refusal = Refusal(
            no: options.first { $0.kind == .rejectOnce }?.selected ?? PermissionOption.cancelled,
            cancelled: PermissionOption.cancelled)
        let once = options.filter { $0.kind == .allowOnce }
        guard !once.isEmpty else {
            throw UnsupportedPrompt(why: "it has no option that a phone may choose", refusal: refusal)
        }
        let answers = once.count == 1 ? .approval(once[0].selected) : try Self.choice(of: options, refusal)
        let subject = PermissionSubject(params, before: context.item)
        guard let body = subject.body(in: context.folder) else {
            throw UnsupportedPrompt(why: "it does not state what it wants to do", refusal: refusal)
        }
        var context = context
        context.item = subject.call.fields
        context.folder = subject.folder ?? context.folder
        try self.init(
            .permission, params, context, title: "\(context.agent) \(subject.call.intention)", body: body,
            toolName: subject.call.kind, agentSays: subject.explanation, answers: answers, refusal: refusal)
    }

    /// The agent's options, except permanent ones.
    private static func choice(
        of options: [PermissionOption], _ refusal: Refusal
    ) throws(UnsupportedPrompt) -> Answers {
        let offered = options.filter { $0.kind == .allowOnce || $0.kind == .rejectOnce }
        var questionForm = QuestionForm<JSONValue>()
        let question = Question(
            shown: "What should it do?", header: nil, options: offered.map { .init(shown: $0.name) }, allowsText: false)
        guard questionForm.add(question, values: offered.map(\.selected)) else {
            throw UnsupportedPrompt(why: "it has too many options, or two of the same name", refusal: refusal)
        }
        return .choice(questionForm)
    }
}

extension AgentPrompt {
    /// A form of an MCP server or of the agent. Pages to be opened are left to the client.
    init(elicitation params: [String: JSONValue], _ context: PromptContext, _ dialect: Dialect)
        throws(UnsupportedPrompt)
    {
        let method = dialect == .acp ? Method.elicitation : .codexElicitation
        guard params["mode"]?.string ?? "form" == "form", let schema = params["requestedSchema"],
            let form = ElicitationForm(schema)
        else { throw UnsupportedPrompt(why: "its form cannot be filled in on a phone", refusal: method.refusal) }
        let requester = params["serverName"]?.string.map { "\($0) of \(context.agent)" } ?? context.agent
        // A form without fields asks whether to continue, about the message and the metadata.
        var parts = [params["message"]?.string].compactMap(\.self)
        if let meta = params["_meta"], meta.object?.isEmpty == false { parts.append(Self.text(meta)) }
        if !form.isEmpty { parts.append(Evidence.text(form.questionForm.questions)) }
        try self.init(
            method, params, context, title: "\(requester) asks",
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

    /// Codex requires all three members.
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
