import BellhopModel
import Testing

@testable import BellhopAgents

/// The session works in `/home/user`.
@Suite("Folders of commands")
struct CommandFolderTests {
    enum Form: String, CaseIterable, Sendable { case acp, acp2, codex, codexConversation }

    private static func request(_ form: Form, _ command: String, at place: String?) throws -> [UInt8] {
        let cwd = place.map(JSONValue.string) ?? .null
        let command = JSONValue.string(command)
        return switch form {
        case .acp:
            try ProxyBench.permission(toolCall: [
                "toolCallId": "c", "kind": "execute", "rawInput": ["command": command, "cwd": cwd],
            ])
        case .acp2:
            try Line.request(
                5, "session/request_permission",
                [
                    "sessionId": "s", "title": "", "options": ProxyBench.options,
                    "subject": ["type": "command", "command": command, "cwd": cwd],
                ])
        case .codex:
            try Line.request(
                5, "item/commandExecution/requestApproval",
                ["threadId": "t", "turnId": "u", "itemId": "i", "command": command, "cwd": cwd], isMarked: false)
        case .codexConversation:
            try Line.request(
                5, "execCommandApproval", ["conversationId": "v", "callId": "c", "command": [command], "cwd": cwd],
                isMarked: false)
        }
    }

    private static let outside = "⚠ outside the project"

    @Test(
        "A command is judged and shown by the session's folder and its own, in every protocol",
        arguments: Form.allCases,
        [
            ("make", "/srv/shop", "\(outside)\nin /srv/shop:\nmake"), ("make", "/home/user", "make"),
            ("make", nil, "make"), ("make", "/home/user/lib", "in /home/user/lib:\nmake"),
        ] as [(String, String?, String)])
    func folder(_ form: Form, _ row: (command: String, place: String?, body: String)) throws {
        var bench = ProxyBench()
        try bench.agent(Self.request(form, row.command, at: row.place))
        #expect(bench.tickets.first?.content.body == row.body)
    }

    @Test("Changes outside of the folder are shown first, in every protocol", arguments: Form.allCases)
    func changes(_ form: Form) throws {
        // As one string, because each protocol has another form for arguments.
        for (command, isOutside) in [(">/srv/a", true), (">../a", true), (">/home/user/a", false), (">a", false)] {
            var bench = ProxyBench()
            try bench.agent(Self.request(form, command, at: nil))
            let body = try #require(bench.tickets.first?.content.body)
            #expect(body.hasPrefix(Self.outside) == isOutside, "\(body)")
        }
    }

    @Test("A relative path is resolved against the command's folder and is outside only when it leaves the project")
    func relativePath() throws {
        for (command, isOutside) in [(">../a", false), (">../../a", true)] {
            var bench = ProxyBench()
            try bench.agent(Self.request(.codex, command, at: "/home/user/lib"))
            #expect(bench.tickets.first?.content.body.hasPrefix(Self.outside) == isOutside)
        }
    }
}
