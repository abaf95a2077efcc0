import BellhopModel

/// A request of an agent that a person decides, and how each answer is said in the agent's protocol.
struct AgentPrompt: Hashable {
    var content: AskRequest.Content
    /// The session or thread, as the agent names it.
    let session: String?
    let answers: Answers
    let refusal: Refusal

    /// What a yes is.
    enum Answers: Hashable {
        /// Approve leads to this result.
        case approval(JSONValue)
        /// One of the agent's own options, each standing for the result that picks it.
        case choice(ReplySheet<JSONValue>)
        /// Codex: the texts of each answer under the question's id.
        case inputs(ReplySheet<String>, ids: [String])
        case form(ElicitationForm, Dialect)

        var questions: [Question] {
            switch self {
            case .approval: []
            case .choice(let sheet): sheet.questions
            case .inputs(let sheet, _): sheet.questions
            case .form(let form, _): form.sheet.questions
            }
        }
    }

    /// What a no is, which never depends on what was asked.
    struct Refusal: Hashable {
        /// The agent goes on without.
        var no: JSONValue
        /// The turn is over.
        var cancelled: JSONValue

        init(no: JSONValue, cancelled: JSONValue) {
            self.no = no
            self.cancelled = cancelled
        }

        /// Where both are said alike.
        init(always answer: JSONValue) { self.init(no: answer, cancelled: answer) }
    }

    /// Whose protocol it is, where two differ.
    enum Dialect: Hashable { case acp, codex }

    /// The result for an answer; `nil` when it is not one that this prompt takes.
    func result(for answer: Answer) -> JSONValue? {
        switch (answer, answers) {
        case (.deny(_, let interrupt), _): interrupt ? refusal.cancelled : refusal.no
        case (.approve, .approval(let allow)): allow
        case (.replies(let replies), .choice(let sheet)): Self.onlyPick(sheet.picks(of: replies))
        case (.replies(let replies), .inputs(let sheet, let ids)): Self.inputs(sheet.picks(of: replies), ids)
        case (.replies(let replies), .form(let form, let dialect)):
            form.content(of: replies).map { ElicitationResult.accepted(.object($0), dialect) }
        case (.approve, _), (.approveAndRemember, _), (.replies, .approval): nil
        }
    }

    private static func onlyPick(_ picks: [ReplySheet<JSONValue>.Pick]?) -> JSONValue? {
        guard let pick = picks?.first, pick.chosen.count == 1, pick.text == nil else { return nil }
        return pick.chosen[0]
    }

    private static func inputs(_ picks: [ReplySheet<String>.Pick]?, _ ids: [String]) -> JSONValue? {
        guard let picks, picks.count == ids.count else { return nil }
        let answers = zip(ids, picks).map { id, pick in
            (id, JSONValue.object(["answers": .array(pick.words.map(JSONValue.string))]))
        }
        return ["answers": .object(Dictionary(answers) { $1 })]
    }
}

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
                title: ShownText.line(title, characters: APILimits.title), body: body, toolName: toolName,
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

/// Why a request cannot be asked on a phone, and the answer to give where there is nobody else to ask.
struct UnaskablePrompt: Error, Hashable {
    let why: String
    let refusal: AgentPrompt.Refusal

    static func tooLarge(_ refusal: AgentPrompt.Refusal) -> Self {
        Self(why: "it is too large to be shown on a phone", refusal: refusal)
    }
}
