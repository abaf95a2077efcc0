import BellhopModel

/// Requests of Codex' app-server (openai/codex, codex-rs/app-server/README.md, "Approvals").
extension AgentPrompt {
    init(command params: [String: JSONValue], _ scene: PromptScene) throws(UnaskablePrompt) {
        let usual = Method.command.refusal
        let offered = params["availableDecisions"]?.array
        guard offered?.contains("accept") ?? true else {
            throw UnaskablePrompt(why: "it offers nothing that may be picked on a phone", refusal: usual)
        }
        let refusal =
            switch (offered?.contains("decline") ?? true, offered?.contains("cancel") ?? true) {
            case (true, true), (false, false): usual
            case (true, false): Refusal(always: usual.no)
            case (false, true): Refusal(always: usual.cancelled)
            }
        let command = CommandText.of(params["command"]) ?? CommandText.of(scene.item["command"])
        let place = params["cwd"]?.string ?? scene.item["cwd"]?.string
        let use = command.map { ToolUse(command: $0, in: place, of: scene.folder) }
        var parts = [use?.plainText].compactMap(\.self)
        if let network = params["networkApprovalContext"], network != .null {
            parts.append("Network: \(Self.text(network))")
        }
        if let more = params["additionalPermissions"], more != .null { parts.append("More access: \(Self.text(more))") }
        guard !parts.isEmpty else {
            throw UnaskablePrompt(why: "it does not say what is to be allowed", refusal: refusal)
        }
        var scene = scene
        scene.folder = place ?? scene.folder
        try self.init(
            .command, params, scene,
            title: "\(scene.agent) wants to \(command == nil ? "use the network" : "run a command")",
            body: Evidence(parts.joined(separator: "\n"), hazards: use.map(Hazard.all(in:)) ?? []),
            toolName: "shell",
            agentSays: params["reason"]?.string, answers: .approval(["decision": "accept"]), refusal: refusal)
    }

    init(fileChange params: [String: JSONValue], _ scene: PromptScene) throws(UnaskablePrompt) {
        let changes = (scene.item["changes"]?.array ?? []).map { CodexFileChange($0) }
        try self.init(.fileChange, params, scene, changes, accepted: "accept")
    }

    init(permissions params: [String: JSONValue], _ scene: PromptScene) throws(UnaskablePrompt) {
        guard let asked = params["permissions"], asked.object?.isEmpty == false else {
            throw UnaskablePrompt(
                why: "it does not say what is to be allowed", refusal: Method.permissions.refusal)
        }
        var scene = scene
        scene.folder = params["cwd"]?.string ?? scene.folder
        try self.init(
            .permissions, params, scene, title: "\(scene.agent) wants more access for this turn",
            body: Evidence(Self.text(asked)), toolName: "request_permissions", agentSays: params["reason"]?.string,
            // For this turn, never for the session.
            answers: .approval(["permissions": asked, "scope": "turn"]))
    }

    static func text(_ value: JSONValue) -> String { (try? CanonicalJSON.text(value)) ?? "" }
}
