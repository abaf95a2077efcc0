import BellhopModel

/// What an agent is told of its person's answer.
///
/// Of a `PermissionRequest` hook's `decision` Codex takes `behavior`, and `message` with a deny, and fails the hook on any other field: `updatedInput`,
/// `updatedPermissions` and `interrupt` are reserved there (developers.openai.com/codex/hooks). Claude Code replaces the
/// tool's input by `updatedInput`, so a plain allow leaves it out (code.claude.com/docs/en/hooks, PermissionRequest).
///
/// Permissions are widened only by an answer that names, and so signs, the rules that are to be remembered. Then
/// `updatedPermissions` has the agent's own suggestions of these rules and nothing else. With a plan it has the mode that
/// follows, which asks for everything: see ``PlanText``.
enum PermissionDecision: Hashable {
    /// - updatedInput: what the tool gets instead of what it asked with; the content of a form that is filled in.
    case allow(updatedInput: [String: JSONValue]? = nil, updatedPermissions: [JSONValue] = [])
    /// - interrupt: the agent is to stop. Only for one that understands it.
    case deny(message: String, interrupt: Bool)

    /// Claude Code cuts strings of a hook's output at 10,000 characters.
    private static let longestMessage = 4000

    /// - Returns: `nil` when `answer` is not one that `draft`'s prompt takes.
    init?(_ answer: Answer, to draft: AskDraft) {
        switch (answer, draft.form) {
        case (.deny(let message, let interrupt), _):
            let message = message.map { TextTruncation.headAndTail($0, characters: Self.longestMessage) } ?? ""
            self = .deny(
                message: message.isEmpty ? "Denied from phone" : message,
                interrupt: interrupt && draft.content.denyWith.contains(.interrupt))
        case (.approve, .permission):
            self = .allow()
        case (.approveAndRemember(let rules), .permission) where draft.dialect == .permissionRequest:
            // One that was not offered makes the whole answer one to something else.
            let entries = rules.compactMap { rule in draft.suggestions.first { $0.rule == rule }?.entry }
            guard !rules.isEmpty, entries.count == rules.count else { return nil }
            self = .allow(updatedPermissions: entries)
        case (.approve, .plan(let input)):
            self = .allow(updatedInput: input, updatedPermissions: draft.dialect.setsMode ? [PlanText.nextMode] : [])
        case (.replies(let replies), .questions(let sheet)):
            guard let words = sheet.words(of: replies) else { return nil }
            self = .allow(updatedInput: Self.answers(words, to: sheet, in: draft.dialect))
        case (.approve, .elicitation(let form)) where form.isEmpty:
            self = .allow(updatedInput: [:])
        case (.replies(let replies), .elicitation(let form)) where !form.isEmpty:
            guard let content = form.content(of: replies) else { return nil }
            self = .allow(updatedInput: content)
        case (.approve, _), (.approveAndRemember, _), (.replies, _):
            return nil
        }
    }

    /// What carries the answers to questions: OpenCode wants them alone and in order, Claude Code in the tool's input,
    /// under each question's text and joined by `", "`.
    private static func answers(
        _ words: [[String]], to sheet: QuestionSheet, in dialect: ReplyDialect
    ) -> [String: JSONValue] {
        guard dialect != .openCodeQuestion else {
            return ["answers": .array(words.map { .array($0.map(JSONValue.string)) })]
        }
        let answers = zip(sheet.keys, words.map { JSONValue.string($0.joined(separator: ", ")) })
        return sheet.echo.merging(["answers": .object(Dictionary(answers) { $1 })]) { $1 }
    }

    func json(in dialect: ReplyDialect) -> JSONValue {
        switch dialect {
        case .permissionRequest: permissionRequest
        case .preToolUse: preToolUse
        case .elicitation: elicitation
        case .beforeTool: beforeTool
        case .openCode: openCode
        case .openCodeQuestion: openCodeQuestion
        }
    }

    private var permissionRequest: JSONValue {
        var decision: [String: JSONValue]
        switch self {
        case .allow(let input, let permissions):
            decision = ["behavior": "allow"]
            if let input { decision["updatedInput"] = .object(input) }
            if !permissions.isEmpty { decision["updatedPermissions"] = .array(permissions) }
        case .deny(let message, let interrupt):
            decision = ["behavior": "deny", "message": .string(message)]
            if interrupt { decision["interrupt"] = true }
        }
        return ["hookSpecificOutput": ["hookEventName": "PermissionRequest", "decision": .object(decision)]]
    }

    /// code.claude.com/docs/en/hooks, PreToolUse. A bare allow is enough but for the tools that ask something themselves.
    private var preToolUse: JSONValue {
        var decision: [String: JSONValue] = ["hookEventName": "PreToolUse"]
        var output: [String: JSONValue] = [:]
        switch self {
        case .allow(let input, _):
            decision["permissionDecision"] = "allow"
            decision["permissionDecisionReason"] = "Approved from phone"
            if let input { decision["updatedInput"] = .object(input) }
        case .deny(let message, let interrupt):
            decision["permissionDecision"] = "deny"
            decision["permissionDecisionReason"] = .string(message)
            if interrupt { output = Self.stopping(message) }
        }
        output["hookSpecificOutput"] = .object(decision)
        return .object(output)
    }

    /// code.claude.com/docs/en/hooks, Elicitation. A no has no words there.
    private var elicitation: JSONValue {
        var output: [String: JSONValue] = ["hookEventName": "Elicitation"]
        switch self {
        case .allow(let content, _):
            output["action"] = "accept"
            output["content"] = .object(content ?? [:])
        case .deny: output["action"] = "decline"
        }
        return ["hookSpecificOutput": .object(output)]
    }

    /// google-gemini/gemini-cli, docs/hooks/reference.md, BeforeTool.
    private var beforeTool: JSONValue {
        switch self {
        case .allow: return ["decision": "allow"]
        case .deny(let message, let interrupt):
            var output: [String: JSONValue] = interrupt ? Self.stopping(message) : [:]
            output["decision"] = "deny"
            output["reason"] = .string(message)
            return .object(output)
        }
    }

    /// The body of `POST /permission/{id}/reply`; "always" is never said.
    private var openCode: JSONValue {
        switch self {
        case .allow: ["reply": "once"]
        case .deny(let message, _): ["reply": "reject", "message": .string(message)]
        }
    }

    /// The body of `POST /question/{id}/reply` (anomalyco/opencode, packages/schema/src/question.ts, `Reply`). A no goes to
    /// `…/reject`, which takes none: it is for the plugin to tell from this.
    private var openCodeQuestion: JSONValue {
        switch self {
        case .allow(let answers, _): .object(answers ?? [:])
        case .deny: openCode
        }
    }

    /// Ends the turn, in the words that both agents share.
    private static func stopping(_ message: String) -> [String: JSONValue] {
        ["continue": false, "stopReason": .string(message)]
    }
}
