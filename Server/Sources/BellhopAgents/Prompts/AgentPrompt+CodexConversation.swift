import BellhopModel

/// Requests of Codex' app-server about the turns of conversations, which were there before threads (openai/codex,
/// codex-rs/app-server-protocol, `ExecCommandApprovalParams` and `ApplyPatchApprovalParams`; the answer is a
/// `ReviewDecision`).
extension AgentPrompt {
    init(conversationCommand params: [String: JSONValue], _ scene: PromptScene) throws(UnaskablePrompt) {
        guard let command = CommandText.of(params["command"]) else {
            throw UnaskablePrompt(
                why: "it does not say what is to be allowed", refusal: Method.conversationCommand.refusal)
        }
        let place = params["cwd"]?.string
        let use = ToolUse(command: command, in: place, of: scene.folder)
        var scene = scene
        scene.folder = place ?? scene.folder
        try self.init(
            .conversationCommand, params, scene, title: "\(scene.agent) wants to run a command",
            body: Evidence(use), toolName: "shell", agentSays: params["reason"]?.string,
            answers: .approval(["decision": "approved"]))
    }

    init(conversationPatch params: [String: JSONValue], _ scene: PromptScene) throws(UnaskablePrompt) {
        let changes = (params["fileChanges"]?.object ?? [:]).sorted { $0.key < $1.key }
        try self.init(
            .conversationPatch, params, scene, changes.map { CodexFileChange($0.value, at: $0.key) },
            accepted: "approved")
    }

    /// Whether files may be changed.
    ///
    /// - Parameter decision: what a yes is called.
    init(
        _ method: Method, _ params: [String: JSONValue], _ scene: PromptScene, _ changes: [CodexFileChange],
        accepted decision: JSONValue
    ) throws(UnaskablePrompt) {
        guard params["grantRoot"] ?? .null == .null else {
            throw UnaskablePrompt(why: "it asks for lasting access", refusal: method.refusal)
        }
        guard !changes.isEmpty else {
            throw UnaskablePrompt(why: "it does not say what is to be changed", refusal: method.refusal)
        }
        try self.init(
            method, params, scene,
            title: "\(scene.agent) wants to change \(changes.count == 1 ? "a file" : "\(changes.count) files")",
            body: Evidence(changes.map(\.text).joined(separator: "\n")), toolName: "apply_patch",
            agentSays: params["reason"]?.string, answers: .approval(["decision": decision]))
    }
}
