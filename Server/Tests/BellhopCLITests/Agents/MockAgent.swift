import BellhopAgents
import BellhopModel
import Foundation
import Testing

/// A coding agent that runs its hooks as processes and interprets their output exactly as documented. Output that its
/// contract does not allow fails the test.
struct MockAgent: Sendable {
    let agent: Agent
    let environment: [String: String]
    var session = "s-1"

    /// The agent's decision about a tool.
    enum Verdict: Equatable, Sendable {
        case runs
        /// The tool does not run; the model gets this reason.
        case refused(String)
        /// The hook has no answer: the agent's own prompt decides.
        case prompt
    }

    /// Requests permission for a command, as the agent does before it runs one.
    func verdict(on command: String, use: String) async throws -> Verdict {
        switch agent {
        case .claude:
            try await tells("PreToolUse", call(command, use))
            return try claudePrompt(try await hook("PermissionRequest", call(command, nil)))
        case .codex:
            try await tells("PreToolUse", call(command, use))
            return try codexPrompt(try await hook("PermissionRequest", call(command, nil)))
        case .gemini: return try geminiGate(try await hook("BeforeTool", call(command, nil)))
        case .opencode:
            return try openCodeReply(
                try await hook(
                    "permission.asked",
                    [
                        "properties": [
                            "id": .string(use), "sessionID": .string(session), "permission": "bash",
                            "patterns": [.string(command)], "metadata": ["command": .string(command)], "always": [],
                        ]
                    ]))
        }
    }

    func begins() async throws {
        switch agent {
        case .claude, .codex:
            try await tells("SessionStart", ["source": "startup"])
            try await tells("UserPromptSubmit", ["prompt": "Fix the build"])
        case .gemini: try await tells("BeforeAgent", ["prompt": "Fix the build"])
        case .opencode: try await tells("chat.message", ["properties": ["sessionID": .string(session)]])
        }
    }

    /// Reports that the command has run.
    func ran(_ command: String, use: String) async throws {
        switch agent {
        case .claude, .codex: try await tells("PostToolUse", call(command, use).merging(["tool_response": "ok"]) { $1 })
        case .gemini: try await tells("AfterTool", call(command, nil))
        case .opencode:
            try await tells(
                "permission.replied", ["properties": ["requestID": .string(use), "sessionID": .string(session)]])
        }
    }

    func ends(saying words: String) async throws {
        switch agent {
        case .claude, .codex: try await tells("Stop", ["last_assistant_message": .string(words)])
        case .gemini: try await tells("AfterAgent", ["prompt_response": .string(words)])
        case .opencode: try await tells("session.idle", ["properties": ["sessionID": .string(session)]])
        }
    }

    // MARK: Interpretation of the output by each agent

    /// code.claude.com/docs/en/hooks: JSON if the first character is a brace; the decision object alone counts.
    private func claudePrompt(_ ending: HookProcess.Ending) throws -> Verdict {
        #expect(ending.exitCode == 0)
        guard let decision = try decision(ending, fields: ["behavior", "message", "interrupt", "updatedInput"]) else {
            return .prompt
        }
        return try verdict(decision)
    }

    /// developers.openai.com/codex/hooks: reserved fields fail the hook.
    private func codexPrompt(_ ending: HookProcess.Ending) throws -> Verdict {
        #expect(ending.exitCode == 0)
        guard let decision = try decision(ending, fields: ["behavior", "message"]) else { return .prompt }
        return try verdict(decision)
    }

    private func decision(_ ending: HookProcess.Ending, fields: Set<String>) throws -> [String: JSONValue]? {
        guard !ending.output.isEmpty else { return nil }
        let output = try #require(try CanonicalJSON.decode(JSONValue.self, from: ending.output).object)
        #expect(Array(output.keys) == ["hookSpecificOutput"])
        let specific = try #require(output["hookSpecificOutput"]?.object)
        #expect(
            Set(specific.keys) == ["hookEventName", "decision"] && specific["hookEventName"] == "PermissionRequest")
        let decision = try #require(specific["decision"]?.object)
        #expect(Set(decision.keys).isSubset(of: fields))
        return decision
    }

    private func verdict(_ decision: [String: JSONValue]) throws -> Verdict {
        switch decision["behavior"] {
        case "allow": .runs
        case "deny": .refused(decision["message"]?.string ?? "")
        default: throw NoVerdict(text: "\(decision)")
        }
    }

    /// google-gemini/gemini-cli, packages/core/src/hooks: any output except a denial allows the tool.
    private func geminiGate(_ ending: HookProcess.Ending) throws -> Verdict {
        let text = ending.output.isEmpty ? Array(ending.errors.utf8) : ending.output
        guard let output = try? CanonicalJSON.decode(JSONValue.self, from: text) else {
            return ending.exitCode < 2 ? .runs : .refused(String(decoding: text, as: UTF8.self))
        }
        return output["decision"] == "deny" || output["decision"] == "block"
            ? .refused(output["reason"]?.string ?? "") : .runs
    }

    /// The reply that the plugin posts to OpenCode.
    private func openCodeReply(_ ending: HookProcess.Ending) throws -> Verdict {
        #expect(ending.exitCode == 0)
        guard !ending.output.isEmpty else { return .prompt }
        let output = try CanonicalJSON.decode(JSONValue.self, from: ending.output)
        return switch output["reply"] {
        case "once": .runs
        case "reject": .refused(output["message"]?.string ?? "")
        default: throw NoVerdict(text: "\(output)")
        }
    }

    struct NoVerdict: Error { var text: String }

    // MARK: Running hooks

    private func call(_ command: String, _ use: String?) -> [String: JSONValue] {
        var fields: [String: JSONValue] = [
            "tool_name": agent == .gemini ? "run_shell_command" : "Bash", "tool_input": ["command": .string(command)],
        ]
        if let use { fields["tool_use_id"] = .string(use) }
        return fields
    }

    /// Runs a hook without a decision, which must print nothing.
    private func tells(_ event: String, _ fields: [String: JSONValue]) async throws {
        let ending = try await hook(event, fields)
        #expect(ending.output.isEmpty && ending.exitCode == 0)
    }

    private func hook(_ event: String, _ fields: [String: JSONValue]) async throws -> HookProcess.Ending {
        var object: [String: JSONValue] = [
            "session_id": .string(session), "cwd": "/home/you/shop", "hook_event_name": .string(event),
        ]
        switch agent {
        case .claude: object["prompt_id"] = "p-1"
        case .codex: object.merge(["turn_id": "t-1", "model": "gpt"]) { $1 }
        case .gemini: object["timestamp"] = "2026-11-21T12:00:00.000Z"
        case .opencode: object["session_id"] = nil
        }
        object.merge(fields) { $1 }
        return try await HookProcess(arguments: [agent.rawValue, "--wait", "60"], environment: environment).run(
            try CanonicalJSON.encode(JSONValue.object(object)))
    }
}
