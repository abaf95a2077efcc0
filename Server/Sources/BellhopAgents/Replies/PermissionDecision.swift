import BellhopModel

/// The `decision` object of a `PermissionRequest` hook's output, which both agents share.
///
/// Codex takes `behavior`, and `message` with a deny, and fails the hook on any other field: `updatedInput`,
/// `updatedPermissions` and `interrupt` are reserved there (developers.openai.com/codex/hooks). Claude Code replaces the
/// tool's input by `updatedInput`, so a plain allow leaves it out (code.claude.com/docs/en/hooks, PermissionRequest).
///
/// Permissions are widened only by an answer that names, and so signs, the rules that are to be remembered. Then
/// `updatedPermissions` has the agent's own suggestions of these rules and nothing else.
enum PermissionDecision: Hashable {
    case allow(updatedInput: [String: JSONValue]? = nil, updatedPermissions: [JSONValue] = [])
    /// - interrupt: the agent is to stop. Only for one that understands it.
    case deny(message: String, interrupt: Bool)

    /// Claude Code cuts strings of a hook's output at 10,000 characters.
    private static let longestMessage = 4000

    /// - Returns: `nil` when `answer` is not one that `draft`'s prompt takes.
    init?(_ answer: Answer, to draft: AskDraft) {
        switch (answer, draft.form) {
        case (.deny(let message, let interrupt), _):
            let message = message.map { Shortening.headAndTail($0, characters: Self.longestMessage) } ?? ""
            self = .deny(
                message: message.isEmpty ? "Denied from phone" : message,
                interrupt: interrupt && draft.agent.takesInterrupt)
        case (.approve, .permission):
            self = .allow()
        case (.approveAndRemember(let rules), .permission):
            // One that was not offered makes the whole answer one to something else.
            let entries = rules.compactMap { rule in draft.suggestions.first { $0.rule == rule }?.entry }
            guard !rules.isEmpty, entries.count == rules.count else { return nil }
            self = .allow(updatedPermissions: entries)
        case (.approve, .plan(let input)):
            self = .allow(updatedInput: input)
        case (.replies(let replies), .questions(let sheet)):
            guard let answers = sheet.answers(for: replies) else { return nil }
            self = .allow(updatedInput: [
                "questions": sheet.original, "answers": .object(answers.mapValues(JSONValue.string)),
            ])
        case (.approve, .questions), (.approveAndRemember, _), (.replies, .permission), (.replies, .plan):
            return nil
        }
    }

    var json: JSONValue {
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
        return [
            "hookSpecificOutput": ["hookEventName": "PermissionRequest", "decision": .object(decision)]
        ]
    }
}

extension Agent {
    /// Whether a deny may tell it to stop. Codex fails the hook on the field, whatever it says.
    fileprivate var takesInterrupt: Bool {
        switch self {
        case .claude: true
        case .codex: false
        }
    }
}
