import BellhopModel
import BellhopTesting
import Crypto
import Testing

@testable import BellhopAgents

@Suite("Fuzzing of hook input")
struct HookFuzzTests {
    /// Counters of reached states. A fuzzer whose inputs are always rejected proves nothing.
    private struct Reach {
        var asks = 0
        var questions = 0
        var warned = 0
        var notices = 0
        var refused = 0
        var allows = 0
        var remembered = 0
    }

    @Test(
        "100,000 mutated inputs never crash and never lead to an allow without an approval", arguments: Agent.allCases)
    func mutations(_ agent: Agent) async throws {
        let phone = Phone()
        let verification = AnswerVerification(keys: [phone.id: phone.publicKey])
        var mutator = HookMutator(
            seeds: try Self.seeds(agent),
            generator: SeededGenerator(seed: 0xC1A0DE &+ UInt64(agent.rawValue.utf8.count)))
        var reach = Reach()
        for round in 0..<100_000 {
            // Lower priority, because other tests have deadlines and there are few threads.
            await Task.yield()
            let bytes = try mutator.next()
            Self.checkEvent(bytes, of: agent)
            guard let input = try? HookInput(bytes, from: agent),
                let intent = try? HookIntent(of: input, host: "studio", isGate: agent.isGate)
            else {
                reach.refused += 1
                continue
            }
            switch intent {
            case .ask(let draft):
                reach.asks += 1
                if !draft.content.isApproval { reach.questions += 1 }
                if draft.content.body.hasPrefix("⚠ ") { reach.warned += 1 }
                // Checking every character is slow, so one input in four is checked.
                if round.isMultiple(of: 4) { Self.checkShown(draft.content) }
                for ask in Self.unanswered(draft.content, phone) {
                    let verdict = verification.verify(ask, askedAbout: draft.content.inputDigest)
                    let output = HookReply(to: draft, verdict).standardOutput
                    #expect(draft.dialect.isGate ? try Self.decision(output, of: agent) == "deny" : output.isEmpty)
                }
                // Signing is slow, so a sample is signed.
                guard round.isMultiple(of: 200) || !draft.content.rules.isEmpty && round.isMultiple(of: 20) else {
                    continue
                }
                try Self.checkAnswers(to: draft, from: phone, verification, &reach)
            case .notify(let request), .remind(let request):
                reach.notices += 1
                Self.checkShown(request.title, isLine: true)
                Self.checkShown(request.body)
                #expect(!request.body.isEmpty)
            case .nothing(let why): Self.checkShown(why, isLine: true)
            }
        }
        #expect(reach.asks > 10_000 && reach.warned > 1000 && reach.notices > 1000 && reach.refused > 1000)
        #expect(reach.allows > 100)
        #expect(agent == .claude ? reach.questions > 1000 && reach.remembered > 20 : reach.remembered == 0)
        #expect(agent != .opencode || reach.questions > 1000)
    }

    /// Asks without a valid answer: pending, ended without an answer, or with an unsigned answer.
    private static func unanswered(_ content: AskRequest.Content, _ phone: Phone) -> [Ask] {
        let states: [AskState] = [.expired, .withdrawn, .approved]
        let forged = SignedAnswer(
            answer: .approve, deviceID: phone.id, deviceName: "x",
            signature: Base64.encode([UInt8](repeating: 1, count: 64)))
        return [Phone.pending(content)]
            + (states.map { Resolution(state: $0, at: Phone.created) } + [
                Resolution(state: .approved, at: Phone.created, answer: forged)
            ]).map { resolution in
                var ask = Phone.pending(content)
                ask.resolution = resolution
                return ask
            }
    }

    /// The event name found by scanning equals the parsed one.
    private static func checkEvent(_ bytes: [UInt8], of agent: Agent) {
        guard let named = HookEvent(namedIn: bytes, by: agent), let input = try? HookInput(bytes, from: agent) else {
            return
        }
        #expect(named == input.event)
    }

    // MARK: - Shown content

    /// The shown content fits, hides nothing and contains no secret.
    private static func checkShown(_ content: AskRequest.Content) {
        checkShown(content.title, isLine: true)
        checkShown(content.body)
        checkShown(content.agentSays ?? "")
        checkShown(content.toolName ?? "", isLine: true)
        checkShown(content.origin.project ?? "", isLine: true)
        checkShown(content.origin.folder ?? "", isLine: true)
        for question in content.questions {
            checkShown(question.text)
            checkShown(question.header ?? "", isLine: true)
            for option in question.options {
                checkShown(option.label, isLine: true)
                checkShown(option.description ?? "")
            }
        }
        for rule in content.rules { checkShown(rule.text) }
        #expect(content.title.count <= APILimits.title && content.body.count <= APILimits.text)
        #expect(content.input.utf8.count <= APILimits.input && content.inputDigest.count == 64)
    }

    private static func checkShown(_ text: String, isLine: Bool = false) {
        let hidden = text.unicodeScalars.contains { scalar in
            switch scalar.value {
            case 0x0A, 0x09: isLine
            case 0..<0x20, 0x7F..<0xA0, 0x200B, 0x2028, 0x2029, 0x202A...0x202E, 0x2066...0x2069: true
            default: false
            }
        }
        #expect(!hidden, "\(text.debugDescription)")
        // Searching a word is much faster than a pattern, and nearly always sufficient.
        guard text.utf8.count >= 24, text.contains("ghp_") else { return }
        #expect(!text.contains(/(?:^|[^A-Za-z0-9_])ghp_[A-Za-z0-9_]{20}/), "\(text.debugDescription)")
    }

    // MARK: - Replies

    private static func checkAnswers(
        to draft: AskDraft, from phone: Phone, _ verification: AnswerVerification, _ reach: inout Reach
    ) throws {
        #expect(draft.content.inputDigest == Hex.encode(SHA256.hash(data: Array(draft.content.input.utf8))))
        let remember = Answer.approveAndRemember(draft.content.rules)
        let replies = Answer.replies(
            draft.content.questions.map { question in
                question.options.first.map { Reply(selected: [$0.label]) } ?? Reply(text: "1")
            })
        for answer in [Answer.approve, remember, replies, .deny(message: nil), .deny(message: nil, interrupt: true)] {
            let ask = try phone.answered(draft.content, with: answer)
            let verdict = verification.verify(ask, askedAbout: draft.content.inputDigest)
            let bytes = HookReply(to: draft, verdict).standardOutput
            guard !bytes.isEmpty else {
                // Only questions accept no approval, and only offered rules are remembered.
                let fits = answer != .approve || !draft.content.isApproval
                #expect(answer.state != .denied && fits && (answer != remember || draft.content.rules.isEmpty))
                continue
            }
            let decision = try Self.decision(bytes, of: draft.agent)
            if decision == "allow" { reach.allows += 1 }
            // A gate denies an answer that was not offered; a hook beside a prompt is silent.
            let isApproval = answer == .approve || answer == remember && !draft.content.rules.isEmpty
            let allows = isApproval ? draft.content.isApproval : answer == replies && !draft.content.isApproval
            #expect(decision == (allows ? "allow" : "deny"))
            guard draft.dialect == .permissionRequest else { continue }
            try Self.checkDecision(bytes, to: draft, answer, isRemembered: answer == remember)
            if answer == remember { reach.remembered += 1 }
        }
    }

    private static func checkDecision(
        _ bytes: [UInt8], to draft: AskDraft, _ answer: Answer, isRemembered: Bool
    ) throws {
        let output = try CanonicalJSON.decode(JSONValue.self, from: bytes)
        let decision = try #require(output["hookSpecificOutput"]?["decision"]?.object)
        #expect(output["hookSpecificOutput"]?["hookEventName"] == "PermissionRequest")
        #expect(decision["behavior"] == (answer.state == .denied ? "deny" : "allow"))
        let input = try CanonicalJSON.decode(JSONValue.self, from: draft.content.input.utf8)
        if let mode = input["updated_permissions"], answer.state != .denied {
            // A plan changes the mode so that everything is asked, which the digest covers.
            #expect(mode == [["type": "setMode", "mode": "default", "destination": "session"]])
            #expect(decision["updatedPermissions"] == mode && !isRemembered)
        } else {
            #expect((decision["updatedPermissions"] != nil) == isRemembered)
            if isRemembered { #expect(decision["updatedPermissions"] == input["permission_suggestions"]) }
            for entry in decision["updatedPermissions"]?.array ?? [] { checkPermission(entry) }
        }
        #expect(decision["updatedInput"] != [:])
        if draft.agent == .codex { #expect(Set(decision.keys).isSubset(of: ["behavior", "message"])) }
    }

    /// Remembered rules always name a pattern.
    private static func checkPermission(_ entry: JSONValue) {
        #expect(Set((entry.object ?? [:]).keys) == ["type", "rules", "behavior", "destination"])
        #expect(entry["type"] == "addRules" && entry["behavior"] == "allow" && entry["destination"] != "userSettings")
        #expect(entry["rules"]?.array?.isEmpty == false)
        for rule in entry["rules"]?.array ?? [] {
            #expect(rule["ruleContent"]?.string?.contains { $0.isLetter || $0.isNumber } == true)
        }
    }

    /// The decision in an output, as one word for all agents.
    private static func decision(_ bytes: [UInt8], of agent: Agent) throws -> String? {
        let output = try CanonicalJSON.decode(JSONValue.self, from: bytes)
        switch agent {
        case .claude where output["hookSpecificOutput"]?["hookEventName"] == "Elicitation":
            return output["hookSpecificOutput"]?["action"] == "accept" ? "allow" : "deny"
        case .claude, .codex: return output["hookSpecificOutput"]?["decision"]?["behavior"]?.string
        case .gemini: return output["decision"]?.string
        case .opencode:
            if output["answers"] != nil { return "allow" }
            return output["reply"] == "once" ? "allow" : output["reply"] == "reject" ? "deny" : nil
        }
    }

    // MARK: - Seeds

    private static func seeds(_ agent: Agent) throws -> [JSONValue] {
        let inputs =
            try [
                HookText.permission(agent, tool: "Bash", HookText.bash),
                HookText.permission(
                    agent, tool: "Bash", HookText.bash, adding: ["permission_suggestions": suggestions]),
                HookText.permission(
                    agent, tool: "Bash", ["command": "rm -rf a | curl \u{202E} ghp_x", "timeout": 12.5]),
                HookText.permission(agent, tool: "Write", ["file_path": "/a/b", "content": "x\ny"]),
                HookText.permission(agent, tool: "Edit", ["file_path": "/a", "old_string": "a", "new_string": "b"]),
                HookText.permission(agent, tool: "mcp__a__b", ["deep": [[[["x": [1, .null, true]]]]]]),
                HookText.permission(agent, tool: "AskUserQuestion", HookText.questions),
                HookText.permission(agent, tool: "ExitPlanMode", HookText.plan),
                HookText.event(agent, "Stop", ["last_assistant_message": "ok", "background_tasks": [["id": "a"]]]),
                HookText.event(agent, "Notification", ["notification_type": "idle_prompt", "message": "hi"]),
                HookText.event(agent, "SessionStart", ["source": "startup"]),
            ] + (agent == .claude ? [ElicitationHookTests.bytes()] : [])
            + (agent == .opencode ? [OpenCodeQuestionTests.asked()] : [])
        return try inputs.map { try CanonicalJSON.decode(JSONValue.self, from: $0) }
    }

    private static let suggestions: JSONValue = [
        SuggestionTests.session, SuggestionTests.project, ["type": "setMode", "mode": "acceptEdits"],
    ]
}
