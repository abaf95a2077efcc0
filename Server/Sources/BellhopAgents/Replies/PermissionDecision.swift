import BellhopModel

/// The `decision` object of a `PermissionRequest` hook's output, which both agents share.
///
/// Codex takes `behavior`, and `message` with a deny, and fails the hook on any other field: `updatedInput`,
/// `updatedPermissions` and `interrupt` are reserved there (developers.openai.com/codex/hooks). Claude Code replaces the
/// tool's input by `updatedInput`, so a plain allow leaves it out (code.claude.com/docs/en/hooks, PermissionRequest).
/// Permissions are never widened from a phone: no decision has `updatedPermissions`.
enum PermissionDecision: Hashable {
    case allow(updatedInput: [String: JSONValue]?)
    case deny(message: String)

    /// Claude Code cuts strings of a hook's output at 10,000 characters.
    private static let longestMessage = 4000

    /// - Returns: `nil` when `answer` is not one that `draft`'s prompt takes.
    init?(_ answer: Answer, to draft: AskDraft) {
        switch (answer, draft.form) {
        case (.deny(let message), _):
            let message = message.map { Shortening.headAndTail($0, characters: Self.longestMessage) } ?? ""
            self = .deny(message: message.isEmpty ? "Denied from phone" : message)
        case (.approve, .permission):
            self = .allow(updatedInput: nil)
        case (.approve, .plan(let input)):
            self = .allow(updatedInput: input)
        case (.replies(let replies), .questions(let sheet)):
            guard let answers = sheet.answers(for: replies) else { return nil }
            self = .allow(updatedInput: [
                "questions": sheet.original, "answers": .object(answers.mapValues(JSONValue.string)),
            ])
        case (.approve, .questions), (.replies, .permission), (.replies, .plan):
            return nil
        }
    }

    var json: JSONValue {
        var decision: [String: JSONValue]
        switch self {
        case .allow(let input):
            decision = ["behavior": "allow"]
            if let input { decision["updatedInput"] = .object(input) }
        case .deny(let message):
            decision = ["behavior": "deny", "message": .string(message)]
        }
        return [
            "hookSpecificOutput": ["hookEventName": "PermissionRequest", "decision": .object(decision)]
        ]
    }
}
