import BellhopModel

/// A request of an agent that a person decides, with the answers in the agent's protocol.
struct AgentPrompt: Hashable {
    var content: AskRequest.Content
    /// The agent's name for the session or thread.
    let session: String?
    let answers: Answers
    let refusal: Refusal

    /// The results of positive answers.
    enum Answers: Hashable {
        /// The result of an approval.
        case approval(JSONValue)
        /// The agent's own options, with the result that chooses each.
        case choice(QuestionForm<JSONValue>)
        /// The texts of each answer by the question's id (Codex).
        case inputs(QuestionForm<String>, ids: [String])
        case form(ElicitationForm, Dialect)

        var questions: [Question] {
            switch self {
            case .approval: []
            case .choice(let questionForm): questionForm.questions
            case .inputs(let questionForm, _): questionForm.questions
            case .form(let form, _): form.questionForm.questions
            }
        }
    }

    /// The results of negative answers, which do not depend on the request.
    struct Refusal: Hashable {
        /// The agent continues without it.
        var no: JSONValue
        /// The turn ends.
        var cancelled: JSONValue

        init(no: JSONValue, cancelled: JSONValue) {
            self.no = no
            self.cancelled = cancelled
        }

        /// The same result for both.
        init(always answer: JSONValue) { self.init(no: answer, cancelled: answer) }
    }

    /// The protocol, for requests that exist in both.
    enum Dialect: Hashable { case acp, codex }

    /// The result for an answer; `nil` when this prompt does not accept it.
    func result(for answer: Answer) -> JSONValue? {
        switch (answer, answers) {
        case (.deny(_, let interrupt), _): interrupt ? refusal.cancelled : refusal.no
        case (.approve, .approval(let allow)): allow
        case (.replies(let replies), .choice(let questionForm)):
            Self.onlySelection(questionForm.selections(of: replies))
        case (.replies(let replies), .inputs(let questionForm, let ids)):
            Self.inputs(questionForm.selections(of: replies), ids)
        case (.replies(let replies), .form(let form, let dialect)):
            form.content(of: replies).map { ElicitationResult.accepted(.object($0), dialect) }
        case (.approve, _), (.approveAndRemember, _), (.replies, .approval): nil
        }
    }

    private static func onlySelection(_ selections: [QuestionForm<JSONValue>.Selection]?) -> JSONValue? {
        guard let selection = selections?.first, selection.chosen.count == 1, selection.text == nil else { return nil }
        return selection.chosen[0]
    }

    private static func inputs(_ selections: [QuestionForm<String>.Selection]?, _ ids: [String]) -> JSONValue? {
        guard let selections, selections.count == ids.count else { return nil }
        let answers = zip(ids, selections).map { id, selection in
            (id, JSONValue.object(["answers": .array(selection.words.map(JSONValue.string))]))
        }
        return ["answers": .object(Dictionary(answers) { $1 })]
    }
}

extension AgentPrompt {
    /// The requests that a person decides: those of ACP and of Codex' app-server, whose names differ.
    enum Method: String, CaseIterable {
        case permission = "session/request_permission"
        case elicitation = "elicitation/create"
        case command = "item/commandExecution/requestApproval"
        case fileChange = "item/fileChange/requestApproval"
        case permissions = "item/permissions/requestApproval"
        case userInput = "item/tool/requestUserInput"
        case codexElicitation = "mcpServer/elicitation/request"
        /// A request in a conversation, the predecessor of threads.
        case conversationCommand = "execCommandApproval"
        case conversationPatch = "applyPatchApproval"

        /// The results of negative answers.
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

    init(_ method: Method, _ params: [String: JSONValue], _ context: PromptContext) throws(UnsupportedPrompt) {
        switch method {
        case .permission: try self.init(permission: params, context)
        case .elicitation: try self.init(elicitation: params, context, .acp)
        case .command: try self.init(command: params, context)
        case .fileChange: try self.init(fileChange: params, context)
        case .permissions: try self.init(permissions: params, context)
        case .userInput: try self.init(userInput: params, context)
        case .codexElicitation: try self.init(elicitation: params, context, .codex)
        case .conversationCommand: try self.init(conversationCommand: params, context)
        case .conversationPatch: try self.init(conversationPatch: params, context)
        }
    }

    /// Creates an ask whose exact input is the whole request.
    ///
    /// - Parameter refusal: `nil` for the default of `method`.
    init(
        _ method: Method, _ params: [String: JSONValue], _ context: PromptContext, title: String, body: Evidence,
        toolName: String? = nil, agentSays: String? = nil, answers: Answers, refusal: Refusal? = nil
    ) throws(UnsupportedPrompt) {
        let refusal = refusal ?? method.refusal
        self.answers = answers
        self.refusal = refusal
        session = Self.session(params)
        do {
            content = try AskRequest.Content(
                exact: [
                    "agent": .string(context.agent), "cwd": context.folder.map(JSONValue.string) ?? .null,
                    "item": .object(context.item), "method": .string(method.rawValue), "params": .object(params),
                ],
                title: DisplayText.line(title, characters: APILimits.title), body: body, toolName: toolName,
                agentSays: agentSays, questions: answers.questions,
                denyWith: refusal.no == refusal.cancelled ? [] : [.interrupt], origin: context.origin)
        } catch {
            throw UnsupportedPrompt.tooLarge(refusal)
        }
    }

    /// The agent's name for the session, thread or conversation of a message.
    static func session(_ params: [String: JSONValue]) -> String? {
        (params["sessionId"] ?? params["threadId"] ?? params["conversationId"])?.string
    }
}

/// The context of an agent's request: the agent, its folder and the tool call.
struct PromptContext {
    var agent: String
    var host: String?
    /// The working folder of the request's session.
    var folder: String?
    /// The tool call or item of the request, from earlier messages.
    var item: [String: JSONValue] = [:]

    var origin: Origin { Origin(agent: agent, folder: folder, host: host) }
}

/// The reason why a request cannot be asked on a phone, and the response when no client can decide it.
struct UnsupportedPrompt: Error, Hashable {
    let why: String
    let refusal: AgentPrompt.Refusal

    static func tooLarge(_ refusal: AgentPrompt.Refusal) -> Self {
        Self(why: "it is too large for a phone", refusal: refusal)
    }
}
