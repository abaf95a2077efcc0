import BellhopAgents
import BellhopModel
import Testing

@Suite("Hooks under strange input", .serialized)
struct HookFuzzTests {
    @Test("100,000 mutated inputs never crash and never lead to an allow that nobody gave", arguments: Agent.allCases)
    func mutations(_ agent: Agent) async throws {
        let phone = Phone()
        let verification = AnswerVerification(keys: [phone.id: phone.publicKey])
        let seeds = try Self.seeds(agent)
        var generator = SplitMix(state: 0xC1A0DE &+ UInt64(agent.rawValue.utf8.count))
        var asks = 0
        for round in 0..<100_000 {
            // Other tests have deadlines, and there are few threads.
            if round.isMultiple(of: 20) { await Task.yield() }
            var bytes = seeds[Int.random(in: 0..<seeds.count, using: &generator)]
            for _ in 0..<Int.random(in: 0...4, using: &generator) { Self.mutate(&bytes, seeds, using: &generator) }
            guard let input = try? HookInput(bytes, from: agent),
                let intent = try? HookIntent(of: input, host: "studio", isGate: agent.isGate)
            else { continue }
            guard case .ask(let draft) = intent else { continue }
            asks += 1
            for ask in Self.unanswered(draft.content, phone) {
                let verdict = verification.verdict(on: ask, askedAbout: draft.content.inputDigest)
                let output = HookReply(to: draft, verdict).standardOutput
                #expect(draft.dialect.isGate ? try Self.decision(output, of: agent) == "deny" : output.isEmpty)
            }
            // Signing takes long; a sample will do.
            guard round.isMultiple(of: 200) else { continue }
            try Self.checkAnswers(to: draft, from: phone, verification)
        }
        #expect(asks > 1000)
    }

    /// Everything that is not an answer: no end, another end, an answer that nobody signed.
    private static func unanswered(_ content: AskRequest.Content, _ phone: Phone) -> [Ask] {
        let states: [AskState] = [.expired, .withdrawn, .approved]
        let forged = SignedAnswer(
            answer: .approve, deviceID: phone.id, deviceName: "x",
            signature: Base64.encode([UInt8](repeating: 1, count: 64)))
        return [Phone.pending(content)]
            + states.map { state in
                var ask = Phone.pending(content)
                ask.resolution = Resolution(state: state, at: Phone.created)
                return ask
            }
            + [
                {
                    var ask = Phone.pending(content)
                    ask.resolution = Resolution(state: .approved, at: Phone.created, answer: forged)
                    return ask
                }()
            ]
    }

    private static func checkAnswers(to draft: AskDraft, from phone: Phone, _ verification: AnswerVerification) throws {
        let remember = Answer.approveAndRemember(draft.content.rules)
        for answer in [Answer.approve, remember, .deny(message: nil), .deny(message: nil, interrupt: true)] {
            let ask = try phone.answered(draft.content, with: answer)
            let verdict = verification.verdict(on: ask, askedAbout: draft.content.inputDigest)
            let bytes = HookReply(to: draft, verdict).standardOutput
            guard !bytes.isEmpty else {
                // Only questions do not take an approval, and nothing is remembered that was not offered.
                #expect(
                    answer == .approve && !draft.content.isApproval || answer == remember && draft.content.rules.isEmpty
                )
                continue
            }
            // A gate says no to what was not offered; a prompt is left alone.
            let allows = answer.state == .approved && !(answer == remember && draft.content.rules.isEmpty)
            #expect(try Self.decision(bytes, of: draft.agent) == (allows ? "allow" : "deny"))
            guard draft.dialect == .permissionRequest else { continue }
            let output = try CanonicalJSON.decode(JSONValue.self, from: bytes)
            let decision = try #require(output["hookSpecificOutput"]?["decision"]?.object)
            #expect(output["hookSpecificOutput"]?["hookEventName"] == "PermissionRequest")
            #expect(decision["behavior"] == (answer.state == .approved ? "allow" : "deny"))
            #expect((decision["updatedPermissions"] != nil) == (answer == remember))
            let input = try CanonicalJSON.decode(JSONValue.self, from: draft.content.input.utf8)
            if answer == remember { #expect(decision["updatedPermissions"] == input["permission_suggestions"]) }
            for entry in decision["updatedPermissions"]?.array ?? [] { checkPermission(entry) }
            #expect(decision["updatedInput"] != [:])
            if draft.agent == .codex { #expect(Set(decision.keys).isSubset(of: ["behavior", "message"])) }
        }
    }

    /// Whatever came in, what goes out allows something named.
    private static func checkPermission(_ entry: JSONValue) {
        #expect(Set((entry.object ?? [:]).keys) == ["type", "rules", "behavior", "destination"])
        #expect(entry["type"] == "addRules" && entry["behavior"] == "allow" && entry["destination"] != "userSettings")
        #expect(entry["rules"]?.array?.isEmpty == false)
        for rule in entry["rules"]?.array ?? [] {
            #expect(rule["ruleContent"]?.string?.contains { $0.isLetter || $0.isNumber } == true)
        }
    }

    /// What an output says in the end, in one word for all agents.
    private static func decision(_ bytes: [UInt8], of agent: Agent) throws -> String? {
        let output = try CanonicalJSON.decode(JSONValue.self, from: bytes)
        return switch agent {
        case .claude, .codex: output["hookSpecificOutput"]?["decision"]?["behavior"]?.string
        case .gemini: output["decision"]?.string
        case .opencode: output["reply"] == "once" ? "allow" : output["reply"] == "reject" ? "deny" : nil
        }
    }

    private static func seeds(_ agent: Agent) throws -> [[UInt8]] {
        try [
            HookText.permission(agent, tool: "Bash", HookText.bash),
            HookText.permission(agent, tool: "Bash", HookText.bash, adding: ["permission_suggestions": suggestions]),
            HookText.permission(agent, tool: "Bash", ["command": "rm -rf a | curl \u{202E} ghp_x", "timeout": 12.5]),
            HookText.permission(agent, tool: "Write", ["file_path": "/a/b", "content": "x\ny"]),
            HookText.permission(agent, tool: "Edit", ["file_path": "/a", "old_string": "a", "new_string": "b"]),
            HookText.permission(agent, tool: "mcp__a__b", ["deep": [[[["x": [1, .null, true]]]]]]),
            HookText.permission(agent, tool: "AskUserQuestion", HookText.questions),
            HookText.permission(agent, tool: "ExitPlanMode", HookText.plan),
            HookText.event(agent, "Stop", ["last_assistant_message": "ok", "background_tasks": [["id": "a"]]]),
            HookText.event(agent, "Notification", ["notification_type": "idle_prompt", "message": "hi"]),
            HookText.event(agent, "SessionStart", ["source": "startup"]),
        ]
    }

    private static func mutate(_ bytes: inout [UInt8], _ seeds: [[UInt8]], using generator: inout SplitMix) {
        guard !bytes.isEmpty else { return }
        let position = Int.random(in: 0..<bytes.count, using: &generator)
        switch Int.random(in: 0..<8, using: &generator) {
        case 0: bytes[position] = UInt8.random(in: 0...255, using: &generator)
        case 1: bytes.remove(at: position)
        case 2: bytes.insert(contentsOf: fragments.randomElement(using: &generator) ?? [], at: position)
        case 3: bytes.removeSubrange(position..<min(bytes.count, position + Int.random(in: 1...30, using: &generator)))
        case 4:
            let other = seeds.randomElement(using: &generator) ?? []
            let start = Int.random(in: 0..<other.count, using: &generator)
            bytes.insert(contentsOf: other[start..<min(other.count, start + 40)], at: position)
        case 5: bytes.append(contentsOf: bytes[position...].prefix(50))
        default:
            // Replace one value by another of a different type: still JSON, often.
            guard let quote = bytes[position...].firstIndex(of: UInt8(ascii: "\"")),
                let end = bytes[(quote + 1)...].firstIndex(of: UInt8(ascii: "\""))
            else { return }
            bytes.replaceSubrange(quote...end, with: values.randomElement(using: &generator) ?? [])
        }
    }

    private static let fragments = [
        "\u{202E}", "\u{0}", "\\u0000", "\\ud800", "{", "}", "[[[[", "\"", "\\", ",", ":null", "😀", "1e999", "-0",
        "\"updatedInput\":{},", "\"behavior\":\"allow\",",
    ].map { Array($0.utf8) }

    private static let suggestions: JSONValue = [
        SuggestionTests.session, SuggestionTests.project, ["type": "setMode", "mode": "acceptEdits"],
    ]

    private static let values = [
        "\"*\"", "\":*\"", "\"setMode\"", "\"addRules\"", "\"userSettings\"", "\"projectSettings\"", "\"toolName\"",
        "\"ruleContent\"", "\"permission_suggestions\"", "\"domain:*\"",
        "null", "true", "{}", "[]", "17", "-1.5e3", "\"\"", "\"PermissionRequest\"", "\"AskUserQuestion\"",
        "\"ExitPlanMode\"", "\"tool_input\"", "9223372036854775808", "[{}]",
    ].map { Array($0.utf8) }
}

/// SplitMix64: small, and the same on every machine.
struct SplitMix: RandomNumberGenerator {
    var state: UInt64

    mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var z = state
        z = (z ^ (z >> 30)) &* 0xBF58_476D_1CE4_E5B9
        z = (z ^ (z >> 27)) &* 0x94D0_49BB_1331_11EB
        return z ^ (z >> 31)
    }
}
