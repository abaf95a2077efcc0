import BellhopModel
import Testing

@testable import BellhopAgents

@Suite("Questions as a phone shows them")
struct ShownQuestionTests {
    /// How an agent comes to ask.
    enum Way: CaseIterable, CustomTestStringConvertible {
        case claude, openCode, codex, mcp, elicitation
        var testDescription: String { "\(self)" }

        func question(_ entry: [String: JSONValue]) throws -> Question? {
            let entries: JSONValue = [.object(entry)]
            switch self {
            case .claude:
                return try HookText.draft(.claude, tool: "AskUserQuestion", ["questions": entries]).content.questions
                    .first
            case .openCode:
                return try HookText.draft(from: OpenCodeQuestionTests.asked(entries), .opencode).content.questions.first
            case .codex:
                var bench = ProxyBench()
                let params: JSONValue = ["threadId": "t", "itemId": "i", "questions": entries]
                try bench.agent(Line.request(60, "item/tool/requestUserInput", params, isMarked: false))
                return bench.tickets.first?.content.questions.first
            case .mcp:
                var server = MCPServer(version: "1", host: nil, folder: nil)
                let params: JSONValue = ["name": "ask", "arguments": .object(entry)]
                let step = server.receive(.line(try Line.request(9, "tools/call", params))).first
                guard case .start(let call)? = step, case .ask(let content) = call.work else { return nil }
                return content.questions.first
            case .elicitation:
                let field: JSONValue = [
                    "type": "string", "title": entry["header"] ?? .null, "description": entry["question"] ?? .null,
                ]
                return ElicitationForm(["properties": ["a": field], "required": ["a"]])?.questionForm.questions.first
            }
        }
    }

    @Test("A long one keeps its end, counts what is left out, and warns of what it hides", arguments: Way.allCases)
    func long(_ way: Way) throws {
        let text = "Delete \u{200B}" + String(repeating: "all ", count: 1000) + "of it?"
        let question = try #require(try way.question(["id": "a", "question": .string(text), "header": "One\nline"]))
        let lines = question.text.split(separator: "\n")
        #expect(lines.count == 3 && lines[0].hasPrefix("⚠ ") && lines[0].hasSuffix(" characters not shown"))
        #expect(lines[1] == "⚠ invisible characters")
        #expect(lines[2].hasPrefix("Delete ‹U+200B›") && lines[2].hasSuffix("of it?"))
        #expect(question.text.count < 1100)
        #expect(question.header?.contains("\n") == false)
    }
}
