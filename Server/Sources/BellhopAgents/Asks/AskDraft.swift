public import BellhopModel
import Crypto

/// The ask for an agent's prompt, before it is sent.
///
/// Also holds the data of the reply to the agent, which the server does not need: see ``HookReply``.
public struct AskDraft: Hashable, Sendable {
    public let agent: Agent
    public internal(set) var content: AskRequest.Content
    /// `nil` when the agent named none, or one that Bellhop cannot use as an identifier.
    public let sessionID: SessionID?
    /// The session, turn, subagent and tool use, which distinguish equal prompts.
    let marks: [String?]
    let form: AnswerForm
    /// The format of the reply to the agent.
    public let dialect: ReplyDialect
    /// The agent's own entries for ``content``'s rules, in the same order.
    let suggestions: [PermissionSuggestion]
    /// The scripts that the command runs, as they were when the ask was made.
    public internal(set) var scripts: [ScriptFile] = []

    /// The body of `POST /v1/asks`.
    ///
    /// - Parameters:
    ///   - seconds: the time until the deadline; must be below the timeout of the agent's hook.
    ///   - hold: the delay before devices are notified, in seconds.
    public func request(expiresIn seconds: Int, hold: Int = 0) -> AskRequest {
        AskRequest(content: content, sessionID: sessionID, expiresIn: seconds, hold: hold)
    }

    /// The same ask with a nonce, so that no answer to an earlier ask fits it.
    public func bound(to nonce: String) -> AskDraft {
        var draft = self
        draft.content = content.bound(to: nonce)
        return draft
    }

    /// The `Idempotency-Key` of ``request(expiresIn:hold:)``: 64 hex digits, equal for the same prompt.
    ///
    /// Agents run a hook twice when it is configured twice (in a plugin and in the settings), at the same moment and without
    /// anything that names the prompt. Equal content in the same turn of the same session and subagent is therefore
    /// treated as one prompt and becomes one ask. Hooks that can tell two prompts apart ask under different nonces.
    ///
    /// The agent may ask for the same thing again later in the turn. An ask that ended before the request was sent again
    /// belongs to an earlier prompt, and its answer must not be used: the sender then increments `repetition`.
    ///
    /// Hooks that cannot share a random nonce use the key of the ask without a nonce as the nonce: it is equal in all of them.
    ///
    /// - Parameters:
    ///   - seconds: the request's `expiresIn`.
    ///   - hold: the request's `hold`, in seconds.
    ///   - repetition: the number of asks of this content that ended before in this turn.
    public func idempotencyKey(expiresIn seconds: Int, hold: Int = 0, repetition: Int = 0) throws -> String {
        try key([.string("ask"), .integer(Int64(seconds)), .integer(Int64(hold)), .integer(Int64(repetition))])
    }

    /// The server refuses one key with two bodies. The key therefore covers everything that determines the body: the exact
    /// input (through ``content``'s digest), `options`, and the version of Bellhop.
    private func key(_ options: [JSONValue]) throws -> String {
        let prompt: [JSONValue] = [
            .string("bellhop-prompt/2"), .string(BellhopVersion.current), .string(agent.rawValue),
            .array(marks.map { $0.map(JSONValue.string) ?? .null }), .string(content.inputDigest), .array(options),
        ]
        return Hex.encode(SHA256.hash(data: try CanonicalJSON.encode(prompt)))
    }

    /// The notification of a prompt that only the terminal answers: as urgent as an ask, in a category without actions.
    ///
    /// Its collapse key is also its `Idempotency-Key`.
    ///
    /// - Parameter repetition: the number of notifications of this content that ended before in this turn.
    public func notification(repetition: Int = 0) throws -> NotificationRequest {
        var options = NotificationOptions.prompt
        options.collapseKey = try key([.string("notification"), .integer(Int64(repetition))])
        return NotificationRequest(
            title: content.title, subtitle: content.origin.subtitle, body: content.body, category: .taskPaused,
            sessionID: sessionID, options: options)
    }
}

/// The kinds of answers that an agent's prompt accepts.
enum AnswerForm: Hashable, Sendable {
    case permission
    /// Approve or deny a plan. A bare allow is not enough: the reply must contain the tool's input, without the permissions
    /// that it asks for (see ``PlanText``).
    case plan([String: JSONValue])
    case questions(AgentQuestions)
    /// The form of an MCP server; approve or deny when it has no fields.
    case elicitation(ElicitationForm)

    var questions: [Question] {
        switch self {
        case .permission, .plan: []
        case .questions(let questionForm): questionForm.questions
        case .elicitation(let form): form.questionForm.questions
        }
    }
}

extension NotificationOptions {
    /// The options of a notification about a prompt that an agent waits for.
    static let prompt = NotificationOptions(sound: "default", interruptionLevel: .timeSensitive)
}

extension AskRequest.Content {
    /// Creates the content of an ask about `exact`, which becomes its input as canonical JSON with a digest.
    ///
    /// - Throws: `inputTooLargeToShow` when the JSON exceeds the maximum size of an input.
    init(
        exact: JSONValue, title: String, body: Evidence, toolName: String? = nil, agentSays: String? = nil,
        questions: [Question] = [], rules: [PermissionRule] = [], denyWith: Set<DenialDetail> = [.message],
        origin: Origin
    ) throws(HookProblem) {
        guard let text = try? CanonicalJSON.text(exact) else { throw .notJSON }
        guard text.utf8.count <= APILimits.input else { throw .inputTooLargeToShow }
        self.init(
            title: title, body: body.text, omittedCharacters: body.omitted,
            toolName: toolName.map { DisplayText.line($0, characters: 100) },
            agentSays: agentSays.map { DisplayText.paragraph($0, characters: 1000) }, input: text,
            inputDigest: InputDigest.hex(of: text), questions: questions, rules: rules, denyWith: denyWith,
            origin: origin)
    }
}

extension InputDigest {
    /// The digest, computed with swift-crypto's SHA-256.
    public static func hex(of input: String, nonce: String? = nil) -> String {
        hex(of: input, nonce: nonce) { Array(SHA256.hash(data: $0)) }
    }
}

extension AskRequest.Content {
    /// The same content under a nonce, which changes the digest.
    func bound(to nonce: String) -> Self {
        var content = self
        content.nonce = nonce
        content.inputDigest = InputDigest.hex(of: input, nonce: nonce)
        return content
    }
}
