import BellhopModel

/// What is known of an agent besides the request itself.
struct PromptScene {
    var agent: String
    var host: String?
    /// The folder that the request's session works in.
    var folder: String?
    /// The tool call or item that the request is about, as the agent told of it before.
    var item: [String: JSONValue] = [:]

    var origin: Origin { Origin(agent: agent, folder: folder, host: host) }
}

extension AgentPrompt {
    /// The requests that a person decides: ACP's, and those of Codex' app-server. Their names tell them apart.
    enum Method: String {
        case permission = "session/request_permission"
        case elicitation = "elicitation/create"
        case command = "item/commandExecution/requestApproval"
        case fileChange = "item/fileChange/requestApproval"
        case permissions = "item/permissions/requestApproval"
        case userInput = "item/tool/requestUserInput"
        case codexElicitation = "mcpServer/elicitation/request"
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
        }
    }

    /// Puts an ask together whose exact input is the whole request.
    init(
        _ method: Method, _ params: [String: JSONValue], _ scene: PromptScene, title: String, body: String,
        toolName: String? = nil, agentSays: String? = nil, answers: Answers, refusal: Refusal
    ) throws(UnaskablePrompt) {
        self.answers = answers
        self.refusal = refusal
        session = (params["sessionId"] ?? params["threadId"])?.string
        do {
            content = try AskRequest.Content(
                exact: [
                    "agent": .string(scene.agent), "cwd": scene.folder.map(JSONValue.string) ?? .null,
                    "item": .object(scene.item), "method": .string(method.rawValue), "params": .object(params),
                ],
                title: ShownText.line(title, characters: APILimits.title), body: body, toolName: toolName,
                agentSays: agentSays, questions: answers.questions, origin: scene.origin)
        } catch {
            throw UnaskablePrompt(why: "it is too large to be shown on a phone", refusal: refusal)
        }
    }
}
