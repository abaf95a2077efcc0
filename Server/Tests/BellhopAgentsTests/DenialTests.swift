import BellhopAgents
import BellhopModel
import Testing

@Suite("What a denial carries")
struct DenialTests {
    static let rows: [(Agent, String, JSONValue, Set<DenialDetail>)] = [
        (.claude, "Bash", HookText.bash, [.message, .interrupt]),
        (.claude, "ExitPlanMode", HookText.plan, [.message, .interrupt]),
        (.codex, "Bash", HookText.bash, [.message]),
        (.gemini, "run_shell_command", HookText.bash, [.message, .interrupt]),
        (.opencode, "bash", HookText.bash, [.message]),
    ]

    @Test("An ask offers with a denial only what its agent can be told", arguments: rows)
    func offered(_ row: (Agent, String, JSONValue, Set<DenialDetail>)) throws {
        let content = try HookText.draft(row.0, tool: row.1, row.2).content
        #expect(content.denyWith == row.3)
        let decoded = try CanonicalJSON.decode(AskRequest.Content.self, from: CanonicalJSON.encode(content))
        #expect(decoded == content)
        let text = try CanonicalJSON.text(content)
        #expect(text.contains(#""deny_with":["interrupt","message"]"#) == row.3.contains(.interrupt))
    }

    @Test("An ask that says nothing of it takes a message alone, and one that names another detail is refused")
    func usual() throws {
        func denyWith(_ more: String) throws -> Set<DenialDetail> {
            let text = #"{"title":"t","body":"b","input":"i","input_digest":"d"\#(more)}"#
            return try CanonicalJSON.decode(AskRequest.Content.self, from: Array(text.utf8)).denyWith
        }
        #expect(try denyWith("") == [.message])
        #expect(try denyWith(#","deny_with":[]"#) == [])
        #expect(throws: DecodingError.self) { try denyWith(#","deny_with":["flowers"]"#) }
    }
}
