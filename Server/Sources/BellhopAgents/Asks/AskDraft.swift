public import BellhopModel
import Crypto

/// An ask that an agent's prompt leads to, before it is sent.
///
/// It also keeps what the agent expects back, which the server need not know: see ``HookReply``.
public struct AskDraft: Hashable, Sendable {
    public let agent: Agent
    public internal(set) var content: AskRequest.Content
    /// `nil` when the agent named none, or one that Bellhop cannot use as an identifier.
    public let sessionID: SessionID?
    /// The turn, the subagent and the use within the session, which tell equal prompts apart.
    let place: [String?]
    let form: AnswerForm
    /// How its agent wants to be told the answer.
    public let dialect: ReplyDialect
    /// The agent's own entries behind ``content``'s rules, in the same order.
    let suggestions: [PermissionSuggestion]
    /// The scripts that are to run, as they are asked about.
    public internal(set) var scripts: [ScriptFile] = []

    /// The body of `POST /v1/asks`.
    ///
    /// - Parameters:
    ///   - seconds: until the deadline; keep it below the timeout of the agent's hook.
    ///   - hold: so many seconds the person at the desk has before a device is told.
    public func request(expiresIn seconds: Int, hold: Int = 0) -> AskRequest {
        AskRequest(content: content, sessionID: sessionID, expiresIn: seconds, hold: hold)
    }

    /// The same ask under a nonce, so that no answer to an earlier one fits it.
    public func bound(to nonce: String) -> AskDraft {
        var draft = self
        draft.content = content.bound(to: nonce)
        return draft
    }

    /// The `Idempotency-Key` of `request`, an ask or a notification: 64 hex digits, the same for the same prompt.
    ///
    /// Agents run a hook twice when it is set up twice (in a plugin and in the settings), at the same moment and without
    /// anything that names the prompt. Equal content in the same turn of the same session and subagent is therefore
    /// taken for one prompt, and becomes one ask, unless the hooks know better: then they ask under a nonce for each.
    ///
    /// The agent may also ask for the very same thing again, later in that turn. Whoever sends the request must not take
    /// the earlier answer for it: an ask that had ended before it was sent again belongs to an earlier prompt. Then send
    /// it with the next `repetition`.
    ///
    /// Where the hooks of a prompt have no place to share a random nonce in, this is the nonce as well: the key of the ask
    /// without one.
    ///
    /// - Parameter repetition: how many asks of this content have ended before in this turn.
    public func idempotencyKey(for request: some Encodable, repetition: Int = 0) throws -> String {
        // The whole request takes part: one key with two bodies would be refused. A notification has only a part of the
        // input in it.
        let prompt: [JSONValue] = [
            .string("bellhop-prompt/1"), .string(agent.rawValue),
            .array(place.map { $0.map(JSONValue.string) ?? .null }), .string(content.inputDigest),
            .string(try CanonicalJSON.text(request)), .integer(Int64(repetition)),
        ]
        return Hex.encode(SHA256.hash(data: try CanonicalJSON.encode(prompt)))
    }
}

/// What an agent's prompt can be answered with.
enum AnswerForm: Hashable, Sendable {
    case permission
    /// Approve or deny a plan. A bare allow is not enough: the tool's input has to come back, without what would be
    /// allowed from then on (see ``PlanText``).
    case plan([String: JSONValue])
    case questions(QuestionSheet)
    /// What an MCP server wants filled in; approve or deny where that is nothing.
    case elicitation(ElicitationForm)

    var questions: [Question] {
        switch self {
        case .permission, .plan: []
        case .questions(let sheet): sheet.questions
        case .elicitation(let form): form.sheet.questions
        }
    }
}

extension AskDraft {
    /// What tells of the prompt where only the terminal answers it: as loud as an ask, in a category that has no button to
    /// decide anything.
    ///
    /// Its collapse key is the prompt's: see ``idempotencyKey(for:repetition:)``. It serves as `Idempotency-Key` too.
    ///
    /// - Parameter repetition: how many notifications of this content are over already in this turn.
    public func notification(repetition: Int = 0) throws -> NotificationRequest {
        var request = NotificationRequest(
            title: content.title, subtitle: content.origin.subtitle, body: content.body, category: .taskPaused,
            sessionID: sessionID, options: .ofPrompt)
        let key = try idempotencyKey(for: request, repetition: repetition)
        request.options?.collapseKey = key
        return request
    }
}

extension NotificationOptions {
    /// Of what tells of a prompt at which an agent stands still.
    static let ofPrompt = NotificationOptions(sound: "default", interruptionLevel: .timeSensitive)
}

extension AskRequest.Content {
    /// What is asked, with everything the person decides about as one canonical text and its digest.
    ///
    /// - Throws: `inputTooLargeToShow` when that does not fit into an ask.
    init(
        exact: JSONValue, title: String, body: Evidence, toolName: String? = nil, agentSays: String? = nil,
        questions: [Question] = [], rules: [OfferedRule] = [], denyWith: Set<DenialDetail> = [.message],
        origin: Origin
    ) throws(HookProblem) {
        guard let text = try? CanonicalJSON.text(exact) else { throw .notJSON }
        guard text.utf8.count <= APILimits.input else { throw .inputTooLargeToShow }
        self.init(
            title: title, body: body.text, omittedCharacters: body.omitted,
            toolName: toolName.map { ShownText.line($0, characters: 100) },
            agentSays: agentSays.map { ShownText.paragraph($0, characters: 1000) }, input: text,
            inputDigest: InputDigest.hex(of: text), questions: questions, rules: rules, denyWith: denyWith,
            origin: origin)
    }
}

extension InputDigest {
    /// With the SHA-256 of swift-crypto.
    public static func hex(of input: String, nonce: String? = nil) -> String {
        hex(of: input, nonce: nonce) { Array(SHA256.hash(data: $0)) }
    }
}

extension AskRequest.Content {
    /// The same under a nonce, and so with another digest.
    func bound(to nonce: String) -> Self {
        var content = self
        content.nonce = nonce
        content.inputDigest = InputDigest.hex(of: input, nonce: nonce)
        return content
    }
}
