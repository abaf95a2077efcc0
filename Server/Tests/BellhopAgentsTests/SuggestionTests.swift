import BellhopAgents
import BellhopModel
import Testing

@Suite("Permission suggestions")
struct SuggestionTests {
    let phone = Phone()

    /// An entry of `permission_suggestions`.
    static func entry(
        _ rules: [JSONValue], type: String = "addRules", behavior: String = "allow", to destination: String = "session",
        adding more: [String: JSONValue] = [:]
    ) -> JSONValue {
        let fields: [String: JSONValue] = [
            "type": .string(type), "rules": .array(rules), "behavior": .string(behavior),
            "destination": .string(destination),
        ]
        return .object(fields.merging(more) { $1 })
    }

    static func rule(_ tool: String, _ content: String) -> JSONValue {
        ["toolName": .string(tool), "ruleContent": .string(content)]
    }

    static func draft(
        _ suggestions: [JSONValue], _ agent: Agent = .claude, tool: String = "Bash", _ input: JSONValue = HookText.bash
    ) throws -> AskDraft {
        try HookText.draft(
            from: HookText.permission(
                agent, tool: tool, input, adding: ["permission_suggestions": .array(suggestions)]), agent)
    }

    static let session = entry([rule("Bash", "npm test:*")])
    static let project = entry([rule("Bash", "npm test"), rule("Bash", "npm ci")], to: "localSettings")
    static let shared = entry([rule("Read", "src/**")], to: "projectSettings")

    @Test("Harmless rules are offered with their exact text and scope")
    func offered() throws {
        let rules = try Self.draft([Self.session, Self.project, Self.shared]).content.rules
        #expect(
            rules == [
                PermissionRule(text: "Bash(npm test:*)", scope: .session),
                PermissionRule(text: "Bash(npm test)\nBash(npm ci)", scope: .project),
                PermissionRule(text: "Read(src/**)", scope: .sharedProject),
            ])
    }

    static let harmful: [(String, JSONValue)] = [
        ("a mode", ["type": "setMode", "mode": "acceptEdits", "destination": "session"]),
        ("a mode that calls itself rules", entry([rule("Bash", "ls")], adding: ["mode": "bypassPermissions"])),
        ("a folder", ["type": "addDirectories", "directories": ["/"], "destination": "session"]),
        ("rules in place of others", entry([rule("Bash", "ls")], type: "replaceRules")),
        ("rules taken away", entry([rule("Bash", "ls")], type: "removeRules")),
        ("a rule that asks", entry([rule("Bash", "ls")], behavior: "ask")),
        ("every project there is", entry([rule("Bash", "ls")], to: "userSettings")),
        ("a place that is not known", entry([rule("Bash", "ls")], to: "enterprise")),
        ("no rule", entry([])),
        ("a whole tool", entry([["toolName": "Bash"]])),
        ("a whole tool beside a harmless rule", entry([rule("Bash", "ls"), ["toolName": "Bash"]])),
        ("an empty content", entry([rule("Bash", "")])), ("a blank content", entry([rule("Bash", " ")])),
        ("everything", entry([rule("Bash", "*")])), ("everything after nothing", entry([rule("Bash", ":*")])),
        ("everything, twice", entry([rule("Bash", "* *")])), ("every file", entry([rule("Read", "//**")])),
        ("every file at home", entry([rule("Edit", "~/**")])), ("every domain", entry([rule("WebFetch", "domain:*")])),
        ("whatever program", entry([rule("Bash", "* --force")])),
        ("whatever a shell is given", entry([rule("Bash", "bash -c:*")])),
        ("whatever an interpreter is given", entry([rule("Bash", "/usr/bin/python3 *")])),
        ("whatever root is given", entry([rule("Bash", "sudo env A=1 bash *")])),
        ("whatever git does", entry([rule("Bash", "git:*")])), ("whatever is fetched", entry([rule("Bash", "curl *")])),
        ("whatever a script is called", entry([rule("Bash", "npm run:*")])),
        ("whatever a container runs", entry([rule("Bash", "docker run *")])),
        ("whatever a versioned interpreter is given", entry([rule("Bash", "python3.12 *")])),
        ("whatever is deleted", entry([rule("Bash", "rm -rf *")])),
        ("whatever is deleted below a folder", entry([rule("Bash", "rm -rf build/../*")])),
        ("whatever is pushed by force", entry([rule("Bash", "git push --force *")])),
        ("the agent's own settings", entry([rule("Edit", "/.claude/**")])),
        ("a tool's name that is none", entry([rule("Bash(ls), Bash", "ls")])),
        ("a rule that hides something", entry([rule("Bash", "ls \u{202E}sl")])),
        ("a rule of two lines", entry([rule("Bash", "ls\nrm *")])),
        ("a rule with a secret", entry([rule("Bash", "curl -H ghp_" + String(repeating: "a1B2", count: 9))])),
        ("a rule too long to be shown", entry([rule("Bash", String(repeating: "x", count: APILimits.ruleText))])),
        ("a field of a rule that is not known", entry([["toolName": "Bash", "ruleContent": "ls", "regex": true]])),
        ("no object", "addRules"),
    ]

    @Test("Other suggestions are neither offered nor signed", arguments: harmful)
    func refused(_ what: String, _ entry: JSONValue) throws {
        let draft = try Self.draft([entry])
        #expect(draft.content.rules.isEmpty, "\(what)")
        #expect(draft.content == (try HookText.draft(.claude, tool: "Bash", HookText.bash).content))
        #expect(try Self.draft([entry, Self.session]).content.rules.map(\.text) == ["Bash(npm test:*)"])
    }

    @Test(
        "A rule with a specific pattern does not allow the whole tool",
        arguments: [
            ("Bash", "git commit:*"), ("Bash", "git checkout * main"), ("Bash", "rm -rf node_modules"),
            ("Bash", "sudo apt list *"),
            ("Bash", "npm run build:*"), ("Bash", "ls *"),
            ("Bash", "python3 manage.py *"), ("WebFetch", "domain:example.com"), ("Edit", "*.swift"),
        ])
    func narrow(_ tool: String, _ content: String) throws {
        let rules = try Self.draft([Self.entry([Self.rule(tool, content)])]).content.rules
        #expect(rules.map(\.text) == ["\(tool)(\(content))"])
    }

    @Test("The signed input holds the offered entries and no others")
    func input() throws {
        let draft = try Self.draft([Self.session, Self.harmful[0].1, Self.shared])
        let input = try CanonicalJSON.decode(JSONValue.self, from: draft.content.input.utf8)
        #expect(input["permission_suggestions"] == .array([Self.session, Self.shared]))
        let other = try Self.draft([Self.session])
        #expect(draft.content.inputDigest != other.content.inputDigest)
    }

    @Test("Equal rules are offered once, and no more than the limit")
    func limits() throws {
        #expect(try Self.draft([Self.session, Self.session]).content.rules.count == 1)
        let many = (1...20).map { Self.entry([Self.rule("Bash", "make \($0)")]) }
        let rules = try Self.draft(many).content.rules
        #expect(rules.map(\.text) == (1...APILimits.rules).map { "Bash(make \($0))" })
    }

    @Test("Questions, plans and Codex offer no rules")
    func none() throws {
        #expect(try Self.draft([Self.session], tool: "ExitPlanMode", HookText.plan).content.rules.isEmpty)
        #expect(try Self.draft([Self.session], tool: "AskUserQuestion", HookText.questions).content.rules.isEmpty)
        #expect(try Self.draft([Self.session], .codex).content.rules.isEmpty)
    }

    private func output(_ draft: AskDraft, _ answer: Answer, signing: Answer? = nil) throws -> String {
        let ask = try phone.answered(draft.content, with: answer, signing: signing)
        let verdict = AnswerVerification(keys: [phone.id: phone.publicKey])
            .verify(ask, askedAbout: draft.content.inputDigest)
        return String(decoding: HookReply(to: draft, verdict).standardOutput, as: UTF8.self)
    }

    @Test("A remembered rule is returned as the agent's own entry, and nothing else")
    func remembered() throws {
        let draft = try Self.draft([Self.session, Self.project, Self.shared])
        let rules = draft.content.rules
        #expect(
            try output(draft, .approveAndRemember([rules[1]]))
                == #"{"hookSpecificOutput":{"decision":{"behavior":"allow","updatedPermissions":[{"behavior":"allow","destination":"localSettings","rules":[{"ruleContent":"npm test","toolName":"Bash"},{"ruleContent":"npm ci","toolName":"Bash"}],"type":"addRules"}]},"hookEventName":"PermissionRequest"}}"#
        )
        let both = try CanonicalJSON.decode(
            JSONValue.self, from: output(draft, .approveAndRemember([rules[0], rules[2]])).utf8)
        #expect(
            both["hookSpecificOutput"]?["decision"]?["updatedPermissions"] == .array([Self.session, Self.shared]))
        #expect(try output(draft, .approve) == HookReplyTests.allow)
    }

    @Test("An answer with a rule that was not offered, or not signed, is rejected")
    func notOffered() throws {
        let draft = try Self.draft([Self.session])
        let rule = try #require(draft.content.rules.first)
        #expect(try output(draft, .approveAndRemember([PermissionRule(text: "Bash(*)", scope: .session)])).isEmpty)
        #expect(try output(draft, .approveAndRemember([PermissionRule(text: rule.text, scope: .project)])).isEmpty)
        #expect(try output(draft, .approveAndRemember([])).isEmpty)
        #expect(try output(draft, .approveAndRemember([rule]), signing: .approve).isEmpty)
        #expect(try output(draft, .deny(message: nil, interrupt: true), signing: .deny(message: nil)).isEmpty)
        #expect(try output(HookText.draft(.codex, tool: "Bash", HookText.bash), .approveAndRemember([rule])).isEmpty)
    }
}
