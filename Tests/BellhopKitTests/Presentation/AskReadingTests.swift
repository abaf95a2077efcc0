import BellhopKit
import BellhopModel
import Testing

@Suite("Reading an ask before it is approved")
struct AskReadingTests {
    static let token = "ghp_0123456789abcdefghijklmnopqrstuvwxyz"

    private func all(_ reading: AskReading) -> String { reading.parts.map(\.text).joined() }

    @Test("An approval waits until every part has been on the screen, the last one too")
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

    @Test("To jump to the end is not to have read what is between")
    func jump() {
        var reading = AskReading((0..<100).map { "line \($0)" }.joined(separator: "\n"), lines: 10)
        #expect(reading.parts.count == 10 && reading.parts[3].text.hasPrefix("line 30\nline 31"))
        reading.see(0..<2)
        reading.see(9..<10)
        #expect(reading.obstacle == .unread(7))
        reading.see(2..<9)
        #expect(reading.mayBeApproved)
    }

    @Test("A short input is one part, and an empty one too", arguments: ["npm test", "", "a\n\nb"])
    func short(_ input: String) {
        var reading = AskReading(input)
        #expect(reading.parts.map(\.text) == [input] && !reading.mayBeApproved)
        reading.see(0)
        #expect(reading.mayBeApproved && reading.maskedCount == 0)
    }

    @Test("A masked value that is used has to be revealed, and what it hid to be read")
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

    @Test("A masked value that is only handed over may be looked at, and need not be")
    func handedOver() {
        var reading = AskReading("OPENAI_API_KEY=abc npm start")
        reading.see(0)
        #expect(reading.mayBeApproved && reading.maskedCount == 1)
        reading.reveal()
        #expect(all(reading) == "OPENAI_API_KEY=abc npm start" && !reading.mayBeApproved)
    }

    @Test("What is hidden stays visible when it is revealed")
    func revealedSafely() {
        var reading = AskReading("TOKEN=abc \u{202E}x")
        reading.reveal()
        #expect(all(reading) == "TOKEN=abc ‹U+202E›x")
    }

    @Test(
        "An input is shown as lines that say all of it",
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
            // A reader could see another command than a program.
            (#"{"command":"ls","command":"rm"}"#, #"{"command":"ls","command":"rm"}"#),
            (#"{ "command": "ls" }"#, #"{ "command": "ls" }"#),
        ])
    func rendered(_ input: String, _ shown: String) { #expect(AskInput.text(of: input) == shown) }
}
