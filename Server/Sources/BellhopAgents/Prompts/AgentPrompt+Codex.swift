import BellhopModel

/// Requests of Codex' app-server (openai/codex, codex-rs/app-server/README.md, "Approvals").
extension AgentPrompt {
    init(command params: [String: JSONValue], _ context: PromptContext) throws(UnsupportedPrompt) {
        let usual = Method.command.refusal
        let offered = params["availableDecisions"]?.array
        guard offered?.contains("accept") ?? true else {
            throw UnsupportedPrompt(why: "it has no option that a phone may choose", refusal: usual)
        }
        let refusal =
            switch (offered?.contains("decline") ?? true, offered?.contains("cancel") ?? true) {
            case (true, true), (false, false): usual
            case (true, false): Refusal(always: usual.no)
            case (false, true): Refusal(always: usual.cancelled)
            }
        let command = CommandText.of(params["command"]) ?? CommandText.of(context.item["command"])
        let place = params["cwd"]?.string ?? context.item["cwd"]?.string
        let use = command.map { ToolUse(command: $0, in: place, of: context.folder) }
        var parts = [use?.plainText].compactMap(\.self)
        if let network = params["networkApprovalContext"], network != .null {
            parts.append("Network: \(Self.text(network))")
        }
        if let more = params["additionalPermissions"], more != .null { parts.append("More access: \(Self.text(more))") }
        guard !parts.isEmpty else {
            throw UnsupportedPrompt(why: "it does not state what it wants to do", refusal: refusal)
        }
        var context = context
        context.folder = place ?? context.folder
        try self.init(
            .command, params, context,
            title: "\(context.agent) wants to \(command == nil ? "use the network" : "run a command")",
            body: Evidence(parts.joined(separator: "\n"), hazards: use.map(Hazard.all(in:)) ?? []),
            toolName: "shell",
            agentSays: params["reason"]?.string, answers: .approval(["decision": "accept"]), refusal: refusal)
    }

    init(fileChange params: [String: JSONValue], _ context: PromptContext) throws(UnsupportedPrompt) {
        let changes = (context.item["changes"]?.array ?? []).map { CodexFileChange($0) }
        try self.init(.fileChange, params, context, changes, accepted: "accept")
    }

    init(permissions params: [String: JSONValue], _ context: PromptContext) throws(UnsupportedPrompt) {
        guard let asked = params["permissions"], asked.object?.isEmpty == false else {
            throw UnsupportedPrompt(
                why: "it does not state what it wants to do", refusal: Method.permissions.refusal)
        }
        var context = context
        context.folder = params["cwd"]?.string ?? context.folder
        try self.init(
            .permissions, params, context, title: "\(context.agent) wants more access for this turn",
            body: Evidence(Self.text(asked)), toolName: "request_permissions", agentSays: params["reason"]?.string,
            // For this turn only, never for the session.
            answers: .approval(["permissions": asked, "scope": "turn"]))
    }

    static func text(_ value: JSONValue) -> String { (try? CanonicalJSON.text(value)) ?? "" }
}

/// Requests of Codex' app-server in conversations, the predecessors of threads (openai/codex, codex-rs/app-server-protocol,
/// `ExecCommandApprovalParams` and `ApplyPatchApprovalParams`; the answer is a `ReviewDecision`).
extension AgentPrompt {
    init(conversationCommand params: [String: JSONValue], _ context: PromptContext) throws(UnsupportedPrompt) {
        guard let command = CommandText.of(params["command"]) else {
            throw UnsupportedPrompt(
                why: "it does not state what it wants to do", refusal: Method.conversationCommand.refusal)
        }
        let place = params["cwd"]?.string
        let use = ToolUse(command: command, in: place, of: context.folder)
        var context = context
        context.folder = place ?? context.folder
        try self.init(
            .conversationCommand, params, context, title: "\(context.agent) wants to run a command",
            body: Evidence(use), toolName: "shell", agentSays: params["reason"]?.string,
            answers: .approval(["decision": "approved"]))
    }

    init(conversationPatch params: [String: JSONValue], _ context: PromptContext) throws(UnsupportedPrompt) {
        let changes = (params["fileChanges"]?.object ?? [:]).sorted { $0.key < $1.key }
        try self.init(
            .conversationPatch, params, context, changes.map { CodexFileChange($0.value, at: $0.key) },
            accepted: "approved")
    }

    /// A request to change files.
    ///
    /// - Parameter decision: the name of an approval.
    init(
        _ method: Method, _ params: [String: JSONValue], _ context: PromptContext, _ changes: [CodexFileChange],
        accepted decision: JSONValue
    ) throws(UnsupportedPrompt) {
        guard params["grantRoot"] ?? .null == .null else {
            throw UnsupportedPrompt(why: "it asks for permanent access", refusal: method.refusal)
        }
        guard !changes.isEmpty else {
            throw UnsupportedPrompt(why: "it does not name the files to change", refusal: method.refusal)
        }
        try self.init(
            method, params, context,
            title: "\(context.agent) wants to change \(changes.count == 1 ? "a file" : "\(changes.count) files")",
            body: Evidence(changes.map(\.text).joined(separator: "\n")), toolName: "apply_patch",
            agentSays: params["reason"]?.string, answers: .approval(["decision": decision]))
    }
}

/// Codex' `item/tool/requestUserInput`: questions of the model, each with options, text, or both.
extension AgentPrompt {
    init(userInput params: [String: JSONValue], _ context: PromptContext) throws(UnsupportedPrompt) {
        var questionForm = QuestionForm<String>()
        var ids: [String] = []
        for entry in params["questions"]?.array ?? [] {
            let (id, question, labels) = try Self.question(entry)
            guard questionForm.add(question, values: labels) else {
                throw Self.unaskable("it has too many questions or options for a phone")
            }
            ids.append(id)
        }
        guard !ids.isEmpty, Set(ids).count == ids.count else { throw Self.unreadable }
        try self.init(
            .userInput, params, context, title: "\(context.agent) asks", body: Evidence(questionForm.questions),
            answers: .inputs(questionForm, ids: ids))
    }

    private static func question(
        _ entry: JSONValue
    ) throws(UnsupportedPrompt) -> (id: String, shown: Question, labels: [String]) {
        guard entry["isSecret"]?.lenientFlag != true else { throw unaskable("it asks for a secret") }
        guard let id = entry["id"]?.string, let text = entry["question"]?.string else { throw unreadable }
        let entries = entry["options"]?.array ?? []
        let labels = entries.compactMap { $0["label"]?.string }
        guard labels.count == entries.count else { throw unreadable }
        let options = zip(labels, entries).map { label, entry in
            Question.Option(shown: label, description: entry["description"]?.string)
        }
        let question = Question(
            shown: text, header: entry["header"]?.string, options: options,
            allowsText: options.isEmpty || entry["isOther"]?.lenientFlag == true)
        return (id, question, labels)
    }

    private static var unreadable: UnsupportedPrompt { unaskable("its questions cannot be read") }

    private static func unaskable(_ why: String) -> UnsupportedPrompt {
        UnsupportedPrompt(why: why, refusal: Method.userInput.refusal)
    }
}

/// The change of one file in Codex' protocol, as shown text.
struct CodexFileChange {
    let text: String

    /// One of the `changes` of an item: `{"path", "kind": {"type", "move_path"?}, "diff"}`. The diff of an added or deleted file
    /// is its complete text.
    init(_ change: JSONValue) {
        let kind = change["kind"]
        self.init(
            path: change["path"]?.string, kind: kind?["type"]?.string ?? kind?.string,
            movedTo: kind?["move_path"]?.string, diff: change["diff"]?.string)
    }

    /// One of the `fileChanges` of a conversation: `{"type": "add"|"delete", "content"}` or
    /// `{"type": "update", "unified_diff", "move_path"?}`; in the first versions `{"add": {"content"}}`.
    init(_ change: JSONValue, at path: String) {
        let type = change["type"]?.string ?? change.object?.keys.first
        let fields = change["type"] == nil ? type.flatMap { change[$0] } : change
        self.init(
            path: path, kind: type, movedTo: fields?["move_path"]?.string,
            diff: (fields?["unified_diff"] ?? fields?["content"])?.string)
    }

    private init(path: String?, kind: String?, movedTo: String?, diff: String?) {
        let place = [path, movedTo].compactMap(\.self).joined(separator: " → ")
        switch kind {
        case "add"?:
            text = ["add \(place)", diff.map { Self.marked("+ ", $0) }].compactMap(\.self).joined(separator: "\n")
        case "delete"?: text = "delete \(place)"
        default: text = [place, diff].compactMap(\.self).joined(separator: "\n")
        }
    }

    private static func marked(_ sign: String, _ text: String) -> String {
        var lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        if lines.last == "" { lines.removeLast() }
        return lines.map { sign + $0 }.joined(separator: "\n")
    }
}
