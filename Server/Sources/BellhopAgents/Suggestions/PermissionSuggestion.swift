import BellhopModel

/// One entry of Claude Code's `permission_suggestions` that a person may take up: as they see it, and as the agent wrote
/// it (code.claude.com/docs/en/hooks, PermissionRequest).
struct PermissionSuggestion: Hashable {
    let rule: OfferedRule
    /// The agent's own object, to be echoed into `updatedPermissions`.
    let entry: JSONValue

    /// What `input` suggests, as far as it is safe to offer on a phone.
    static func all(in input: HookInput) -> [PermissionSuggestion] {
        switch input.agent {
        case .codex, .gemini, .opencode:
            // Codex fails its hook on `updatedPermissions` (developers.openai.com/codex/hooks); the others know no such thing.
            return []
        case .claude:
            var known: Set<OfferedRule> = []
            let usable = input.list("permission_suggestions").compactMap(PermissionSuggestion.init)
            return Array(usable.filter { known.insert($0.rule).inserted }.prefix(APILimits.rules))
        }
    }

    /// Only rules that allow something named, and nothing beside them: no change of mode, no folder, no removal, and no
    /// field that this version does not know, for it would be echoed without having been understood.
    ///
    /// - Returns: `nil` for everything else.
    init?(_ entry: JSONValue) {
        guard let fields = entry.object, Set(fields.keys) == ["type", "rules", "behavior", "destination"],
            fields["type"]?.string == "addRules", fields["behavior"]?.string == "allow",
            let scope = fields["destination"]?.string.flatMap(Self.scope),
            let entries = fields["rules"]?.array, !entries.isEmpty
        else { return nil }
        let rules = entries.compactMap(PermissionRule.init)
        guard rules.count == entries.count, rules.allSatisfy({ !$0.isOpenEnded && !$0.changesTheAgent }) else {
            return nil
        }
        let text = rules.map(\.text).joined(separator: "\n")
        guard rules.allSatisfy({ Self.isShownExactly($0.text) }), text.count <= APILimits.ruleText else { return nil }
        self.rule = OfferedRule(text: text, scope: scope)
        self.entry = entry
    }

    /// `userSettings` is not among them: it reaches into every project there is, and a person who looks at a phone has
    /// one of them in mind.
    private static func scope(_ destination: String) -> OfferedRule.Scope? {
        switch destination {
        case "session": .session
        case "localSettings": .project
        case "projectSettings": .sharedProject
        default: nil
        }
    }

    /// Nothing in it would be masked, cut, or made visible first; what is signed is what stands there.
    private static func isShownExactly(_ text: String) -> Bool {
        DisplayText.line(text, characters: APILimits.ruleText) == text
            && DisplayText.review(text, characters: APILimits.ruleText) == text
    }
}
