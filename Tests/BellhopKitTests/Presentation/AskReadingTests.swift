import BellhopKit
import BellhopModel
import Testing

@Suite("Reading an ask before approval")
struct AskReadingTests {
    static let token = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"

    private func all(_ reading: AskReading) -> String { reading.parts.map(\.text).joined() }

    @Test("Approve is disabled until every part has been on the screen, including the last")
    func parts() {
        let input = String(repeating: "x", count: 100_000) + " | sh"
        var reading = AskReading(input)
        #expect(all(reading) == input && reading.parts.allSatisfy { $0.text.count <= 600 })
        #expect(reading.parts.dropFirst().allSatisfy(\.isContinuation) && !reading.parts[0].isContinuation)
        for part in reading.parts.dropLast() {
            #expect(!reading.mayBeApproved)
            reading.see(part.id)
        }
        #expect(reading.obstacle == .unread(1))
        reading.see(reading.parts.count - 1)
        #expect(reading.mayBeApproved)
    }

    @Test("Jumping to the end does not count as reading the parts between")
    func jump() {
        var reading = AskReading((0..<100).map { "line \($0)" }.joined(separator: "\n"), lines: 10)
        #expect(reading.parts.count == 10 && reading.parts[3].text.hasPrefix("line 30\nline 31"))
        reading.see(0..<2)
        reading.see(9..<10)
        #expect(reading.obstacle == .unread(7))
        reading.see(2..<9)
        #expect(reading.mayBeApproved)
    }

    @Test("A short or empty input is one part", arguments: ["npm test", "", "a\n\nb"])
    func short(_ input: String) {
        var reading = AskReading(input)
        #expect(reading.parts.map(\.text) == [input] && !reading.mayBeApproved)
        reading.see(0)
        #expect(reading.mayBeApproved && reading.maskedCount == 0)
    }

    @Test("A masked value that is executed must be revealed and read")
    func masked() {
        var reading = AskReading("ssh \(Self.token)")
        #expect(all(reading) == "ssh ghp_‹masked›")
        reading.see(0)
        #expect(reading.obstacle == .masked)
        reading.reveal()
        #expect(all(reading) == "ssh \(Self.token)" && reading.obstacle == .unread(1))
        reading.see(0)
        #expect(reading.mayBeApproved)
    }

    @Test("A masked value that is only data may be revealed, but need not be")
    func data() {
        var reading = AskReading("OPENAI_API_KEY=abc npm start")
        reading.see(0)
        #expect(reading.mayBeApproved && reading.maskedCount == 1)
        reading.reveal()
        #expect(all(reading) == "OPENAI_API_KEY=abc npm start" && !reading.mayBeApproved)
    }

    @Test("Invisible characters are shown as code points, also in a revealed value")
    func revealedSafely() {
        var reading = AskReading("TOKEN=abc \u{202E}x")
        reading.reveal()
        #expect(all(reading) == "TOKEN=abc ‹U+202E›x")
    }

    @Test(
        "An input is rendered completely as lines",
        arguments: [
            (
                #"{"tool_input":{"command":"npm test"},"tool_name":"Bash"}"#,
                "tool_name: Bash\ntool_input.command: npm test"
            ),
            (
                #"{"cwd":"/srv","tool_input":{"command":"a\ncwd: /etc","flags":[true,"x"]}}"#,
                "tool_input.command:\n  a\n  cwd: /etc\ntool_input.flags[0]: true\ntool_input.flags[1]: x\ncwd: /srv"
            ),
            (#"{"a.b":1,"c":{},"d":[],"e":null,"f: g":"h"}"#, "\"a.b\": 1\nc: {}\nd: []\ne: null\n\"f: g\": h"),
            ("npm test", "npm test"), ("{}", "{}"), ("[1]", "[1]"),
            // A person could read another command than a program.
            (#"{"command":"ls","command":"rm"}"#, #"{"command":"ls","command":"rm"}"#),
            (#"{ "command": "ls" }"#, #"{ "command": "ls" }"#),
        ])
    func rendered(_ input: String, _ shown: String) { #expect(AskInput.text(of: input) == shown) }
}
