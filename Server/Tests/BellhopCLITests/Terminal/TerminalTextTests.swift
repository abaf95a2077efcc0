import BellhopModel
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("What reaches a terminal")
struct TerminalTextTests {
    @Test(
        "What would move the cursor, begin an escape sequence or turn the line around shows as its code point",
        arguments: [
            ("a\u{1B}[2Jb", "a‹U+001B›[2Jb"), ("a\u{9B}2Jb", "a‹U+009B›2Jb"), ("a\u{85}b", "a‹U+0085›b"),
            ("a\rb", "a‹U+000D›b"), ("a\u{7F}b", "a‹U+007F›b"), ("a\u{202E}b", "a‹U+202E›b"),
            ("a\u{2066}b", "a‹U+2066›b"), ("a\u{200F}b", "a‹U+200F›b"), ("a\u{2028}b", "a‹U+2028›b"),
            ("a\u{0}b", "a‹U+0000›b"),
        ])
    func harmful(text: String, shown: String) {
        #expect(TerminalText.safe(text) == shown)
    }

    @Test(
        "Everything else is as it was",
        arguments: ["", "plain", "two\nlines\tand a tab", "é ü 漢字 שלום", "👩‍👩‍👧 🇩🇪", "│ box ─ › …", "می‌خواهم"])
    func harmless(text: String) {
        #expect(TerminalText.safe(text) == text)
    }

    @Test("JSON stays the same value, and such characters are named in it")
    func json() throws {
        let value: JSONValue = ["text": "a\u{1B}\u{9B}2J\u{202E}\u{2028}é\"\\"]
        let text = TerminalText.safe(json: try CanonicalJSON.text(value))
        #expect(text.contains(#"\u009b2J\u202e\u2028é"#))
        #expect(try CanonicalJSON.decode(JSONValue.self, from: text.utf8) == value)
    }

    @Test(
        "Colors are left out where NO_COLOR says so, with any value but none (no-color.org)",
        arguments: [
            ([:], true), (["NO_COLOR": "1"], false), (["NO_COLOR": "0"], false), (["NO_COLOR": ""], true),
            (["TERM": "dumb"], false), (["TERM": "xterm"], true),
        ] as [([String: String], Bool)])
    func colors(environment: [String: String], wants: Bool) {
        func display(_ mode: ColorMode, isTerminal: Bool) -> TerminalDisplay {
            TerminalDisplay(mode, isTerminal: isTerminal, size: nil, environment: environment)
        }
        #expect(display(.auto, isTerminal: true).hasColor == wants)
        #expect(!display(.auto, isTerminal: false).hasColor)
        #expect(display(.always, isTerminal: false).hasColor)
        #expect(!display(.never, isTerminal: true).hasColor)
        // A terminal without colors can still be drawn over.
        #expect(display(.never, isTerminal: true).isRedrawable == (environment["TERM"] != "dumb"))
        #expect(!display(.always, isTerminal: false).isRedrawable)
    }

    @Test("The width is the terminal's, else that of COLUMNS, else 80, and at least 40")
    func size() {
        func columns(_ size: Int?, _ variable: String? = nil) -> Int {
            TerminalDisplay(
                .auto, isTerminal: true, size: size.map { .init(columns: $0, rows: 24) },
                environment: variable.map { ["COLUMNS": $0] } ?? [:]
            ).columns
        }
        #expect(columns(120, "70") == 120)
        #expect(columns(nil, "70") == 70)
        #expect(columns(nil) == 80)
        #expect(columns(20) == 40)
    }

    @Test("Styled text has the tool's own sequences, and those of the text show as code points")
    func styled() {
        let text = StyledText("Careful: ", .yellow) + StyledText("a\u{1B}[31mb")
        #expect(text.rendered(inColor: true) == "\u{1B}[33mCareful: \u{1B}[0ma‹U+001B›[31mb")
        #expect(text.rendered(inColor: false) == "Careful: a‹U+001B›[31mb")
        #expect(StyledText("x", [.bold, .reversed, .green]).rendered(inColor: true) == "\u{1B}[1;7;32mx\u{1B}[0m")
    }

    @Test("A warning of setup is printed in color, and nothing of it as a code point")
    func setupWarning() {
        let line = SetupCommand.careful("The tool is where builds are.").rendered(inColor: true)
        #expect(line == "\u{1B}[33mCareful: \u{1B}[0mThe tool is where builds are.")
    }
}
