import BellhopModel

extension AgentPrompt {
    /// The requests that a person decides: ACP's, and those of Codex' app-server. Their names tell them apart.
    enum Method: String, CaseIterable {
        case permission = "session/request_permission"
        case elicitation = "elicitation/create"
        case command = "item/commandExecution/requestApproval"
        case fileChange = "item/fileChange/requestApproval"
        case permissions = "item/permissions/requestApproval"
        case userInput = "item/tool/requestUserInput"
        case codexElicitation = "mcpServer/elicitation/request"
        /// Of conversations, which were there before threads.
        case conversationCommand = "execCommandApproval"
        case conversationPatch = "applyPatchApproval"

        /// What a no is, whatever was asked.
        var refusal: Refusal {
            switch self {
            case .permission: Refusal(always: PermissionOption.cancelled)
            case .elicitation: ElicitationResult.refusal(.acp)
            case .codexElicitation: ElicitationResult.refusal(.codex)
            case .command, .fileChange: Refusal(no: ["decision": "decline"], cancelled: ["decision": "cancel"])
            case .conversationCommand, .conversationPatch:
                Refusal(no: ["decision": "denied"], cancelled: ["decision": "abort"])
            case .permissions: Refusal(always: ["permissions": [:], "scope": "turn"])
            case .userInput: Refusal(always: ["answers": [:]])
            }
        }
    }

    init(_ method: Method, _ params: [String: JSONValue], _ scene: PromptScene) throws(UnaskablePrompt) {
        switch method {
        case .permission: try self.init(permission: params, scene)
        case .elicitation: try self.init(elicitation: params, scene, .acp)
        case .command: try self.init(command: params, scene)
        case .fileChange: try self.init(fileChange: params, scene)
        case .permissions: try self.init(permissions: params, scene)
        case .userInput: try self.init(userInput: params, scene)
        case .codexElicitation: try self.init(elicitation: params, scene, .codex)
        case .conversationCommand: try self.init(conversationCommand: params, scene)
        case .conversationPatch: try self.init(conversationPatch: params, scene)
        }
    }

    /// Puts an ask together whose exact input is the whole request.
    ///
    /// - Parameter refusal: `nil` for the one of `method`.
    init(
        _ method: Method, _ params: [String: JSONValue], _ scene: PromptScene, title: String, body: Evidence,
        toolName: String? = nil, agentSays: String? = nil, answers: Answers, refusal: Refusal? = nil
    ) throws(UnaskablePrompt) {
        let refusal = refusal ?? method.refusal
        self.answers = answers
        self.refusal = refusal
        session = Self.session(params)
        do {
            content = try AskRequest.Content(
                exact: [
                    "agent": .string(scene.agent), "cwd": scene.folder.map(JSONValue.string) ?? .null,
                    "item": .object(scene.item), "method": .string(method.rawValue), "params": .object(params),
                ],
                title: DisplayText.line(title, characters: APILimits.title), body: body, toolName: toolName,
                agentSays: agentSays, questions: answers.questions,
                denyWith: refusal.no == refusal.cancelled ? [] : [.interrupt], origin: scene.origin)
        } catch {
            throw UnaskablePrompt.tooLarge(refusal)
        }
    }

    /// The session, thread or conversation that a message is about, as the agent names it.
    static func session(_ params: [String: JSONValue]) -> String? {
        (params["sessionId"] ?? params["threadId"] ?? params["conversationId"])?.string
    }
}
