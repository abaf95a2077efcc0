import BellhopModel
import Testing

@testable import BellhopAgents

/// Gemini takes silence for a yes before a tool, and a no for an answer at every other event.
@Suite("The event that an input names, read or not")
struct HookEventTests {
    private static let tells = ["AfterTool", "AfterAgent", "BeforeAgent", "SessionStart", "SessionEnd", "Notification"]

    private static func input(_ event: String, _ more: [String: JSONValue] = [:]) throws -> [UInt8] {
        try HookText.event(.gemini, event, ["tool_name": "write_file"].merging(more) { $1 })
    }

    private static func dialect(_ bytes: some Sequence<UInt8>) -> ReplyDialect? {
        ReplyDialect(gateFor: Array(bytes), of: .gemini, isGate: false)
    }

    @Test("What cannot be read is denied before a tool, and at no other event", arguments: ["BeforeTool"] + tells)
    func unreadable(_ event: String) throws {
        let whole = try Self.input(event)
        func ending(_ end: String) -> [UInt8] { whole.dropLast() + Array(#","x":\#(end)"#.utf8) }
        let inputs: [[UInt8]] = [
            try Self.input(event, ["x": .string(String(repeating: "x", count: HookInput.limit))]),
            ending(String(repeating: "[", count: 200) + String(repeating: "]", count: 200) + "}"),
            ending("1e999}"), ending("\"cut o"), ending("}"), whole.dropLast() + [0x2C, 0x22, 0xFF, 0x22],
        ]
        for bytes in inputs {
            #expect(throws: HookProblem.self) { try HookInput(bytes, from: .gemini) }
            #expect(Self.dialect(bytes) == (event == "BeforeTool" ? .beforeTool : nil))
            #expect(Self.dialect(bytes.prefix(HookInput.limit + 1)) == (event == "BeforeTool" ? .beforeTool : nil))
        }
    }

    /// What could be taken for the name of another event.
    private static let decoy = #"","hook_event_name":"AfterTool","x":""#

    @Test("No beginning of what stands before a tool is taken for another event")
    func beginnings() throws {
        let call: JSONValue = ["content": .string(Self.decoy), "hook_event_name": "AfterTool"]
        let bytes = try Self.input("BeforeTool", ["cwd": .string(Self.decoy), "a": call, "tool_input": call])
        for count in 0...bytes.count { #expect(Self.dialect(bytes.prefix(count)) == .beforeTool, "\(count) bytes") }
    }

    @Test("Another event is known from the end of its name on")
    func known() throws {
        let bytes = try Self.input("AfterTool", ["cwd": .string(Self.decoy), "tool_response": "BeforeTool"])
        let known = (0...bytes.count).map { Self.dialect(bytes.prefix($0)) == nil }
        let first = try #require(known.firstIndex(of: true))
        #expect(String(decoding: bytes.prefix(first), as: UTF8.self).hasSuffix(#""hook_event_name":"AfterTool","#))
        #expect(!known[first...].contains(false))
    }

    @Test(
        "Where no event is named, or more than one, it may be the gate's",
        arguments: [
            "", "{", "AfterTool", #"["hook_event_name","AfterTool"]"#, #"{"a":{"hook_event_name":"AfterTool"}}"#,
            #"{"hook_event_name":"AfterTool","hook_event_name":"BeforeTool"}"#, #"{"hook_event_name":["AfterTool"]}"#,
            #"{"hook_event_name":"After"#, #"{"hook_event_name":""}"#, #"{"hook_event_name":null}"#,
            #"{"tool_name":"x","tool_input":{"tool_response":1,"prompt":"x"},"prompt":"x"}"#,
            #"{"tool_name":"x","reason":"x"}"#, #"{"session_id":"s-1","prompt":"cut o"#, #"{"session_id":"s-1"}"#,
            #"{"hook_event_name":"Stop","hook_event_name":"BeforeTool","prompt":"x"}"#,
            #"{"hook_event_name":"","prompt":"x"}"#, #"{"hook_event_name":null,"tool_response":1}"#,
            #"{"x" "hook_event_name":"AfterTool"}"#, #"{"a":"\"#, #""hook_event_name":"AfterTool"}"#,
        ])
    func unnamed(_ text: String) { #expect(Self.dialect(text.utf8) == .beforeTool) }

    @Test(
        "What shows that no tool is to come is denied nothing, though it names no event",
        arguments: [
            #"{"tool_name":"x","tool_input":{},"tool_response":{}}"#, #"{"prompt":"x"}"#,
            #"{"prompt":"x","prompt_response":"y"}"#, #"{"notification_type":"ToolPermission","message":"x"}"#,
            #"{"source":"startup"}"#, #"{"reason":"exit"}"#,
        ])
    func tellingUnnamed(_ text: String) {
        #expect(Self.dialect(text.utf8) == nil)
        // A gate of Claude Code's is one for its tools alone.
        #expect(ReplyDialect(gateFor: Array(text.utf8), of: .claude, isGate: true) == .preToolUse)
    }

    @Test("The names of all agents are those of Claude Code's events")
    func names() {
        #expect(HookEvent(named: "BeforeTool", by: .gemini) == .preToolUse)
        #expect(HookEvent(named: "tool.execute.after", by: .opencode) == .postToolUse)
        #expect(HookEvent(named: "PreToolUse", by: .claude) == .preToolUse)
        #expect(HookEvent(named: "OfTomorrow", by: .gemini).rawValue == "OfTomorrow")
    }
}
