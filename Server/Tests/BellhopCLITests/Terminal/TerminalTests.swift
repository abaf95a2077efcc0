import BellhopModel
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("Terminal output")
struct TerminalTextTests {
    @Test(
        "Control characters and direction overrides are printed as code points",
        arguments: [
            ("a\u{1B}[2Jb", "a‹U+001B›[2Jb"), ("a\u{9B}2Jb", "a‹U+009B›2Jb"), ("a\u{85}b", "a‹U+0085›b"),
            ("a\rb", "a‹U+000D›b"), ("a\u{7F}b", "a‹U+007F›b"), ("a\u{202E}b", "a‹U+202E›b"),
            ("a\u{2066}b", "a‹U+2066›b"), ("a\u{200F}b", "a‹U+200F›b"), ("a\u{2028}b", "a‹U+2028›b"),
            ("a\u{0}b", "a‹U+0000›b"),
        ])
    func controlCharacters(text: String, shown: String) {
        #expect(TerminalText.safe(text) == shown)
    }

    @Test(
        "All other text is unchanged",
        arguments: ["", "plain", "two\nlines\tand a tab", "é ü 漢字 שלום", "👩‍👩‍👧 🇩🇪", "│ box ─ › …", "می‌خواهم"])
    func unchanged(text: String) {
        #expect(TerminalText.safe(text) == text)
    }

    @Test("JSON keeps its value with these characters escaped")
    func json() throws {
        let value: JSONValue = ["text": "a\u{1B}\u{9B}2J\u{202E}\u{2028}é\"\\"]
        let text = TerminalText.safe(json: try CanonicalJSON.text(value))
        #expect(text.contains(#"\u009b2J\u202e\u2028é"#))
        #expect(try CanonicalJSON.decode(JSONValue.self, from: text.utf8) == value)
    }

    @Test(
        "NO_COLOR with a value disables colors (no-color.org)",
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
        // A terminal without colors can still be redrawn.
        #expect(display(.never, isTerminal: true).isRedrawable == (environment["TERM"] != "dumb"))
        #expect(!display(.always, isTerminal: false).isRedrawable)
    }

    @Test("The width is the terminal's, else COLUMNS, else 80, and at least 40")
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

    @Test("Styled text has the tool's escape sequences, and those of the text as code points")
    func styled() {
        let text = StyledText("Warning: ", .yellow) + StyledText("a\u{1B}[31mb")
        #expect(text.rendered(inColor: true) == "\u{1B}[33mWarning: \u{1B}[0ma‹U+001B›[31mb")
        #expect(text.rendered(inColor: false) == "Warning: a‹U+001B›[31mb")
        #expect(StyledText("x", [.bold, .reversed, .green]).rendered(inColor: true) == "\u{1B}[1;7;32mx\u{1B}[0m")
    }

    @Test("A warning of setup is printed in color without code points")
    func setupWarning() {
        let line = SetupCommand.warning("The tool is in a build folder.").rendered(inColor: true)
        #expect(line == "\u{1B}[33mWarning: \u{1B}[0mThe tool is in a build folder.")
    }
}

@Suite("Frames in the terminal")
struct BoxTests {
    private static func box(
        _ lines: [StyledText], width: Int = 24, footer: [StyledText] = [], height: Int? = nil, offset: Int = 0
    ) -> Box.Drawing {
        Box(title: "T", note: "N", lines: lines, width: width, footer: footer, height: height, offset: offset).drawn()
    }

    /// The text inside the frame.
    private static func inside(_ drawing: Box.Drawing) -> [String] {
        drawing.lines.dropFirst().dropLast().map { line in
            var text = line.plain.dropFirst(2).dropLast(2)
            while text.last == " " { text.removeLast() }
            return String(text)
        }
    }

    @Test(
        "Every line is as wide as the frame",
        arguments: [
            "npm test", "a line that is longer than the frame is wide and goes on below", "日本語のとても長い通知の本文です",
            "🛎 ❤️ a👩‍👩‍👧b", "한국어", "", "noSpacesInThisOneWhichIsFarTooLongForTheFrame", "üÉ\u{301}x",
        ])
    func width(_ text: String) {
        for width in [12, 24] {
            for note in ["日", ""] {
                let title: StyledText = "Tél"
                let lines = Box(title: title, note: StyledText(note), lines: [StyledText(text)], width: width).drawn()
                    .lines
                #expect(lines.allSatisfy { $0.columns == width }, "\(lines)")
                let body = lines.dropFirst().dropLast().map { $0.plain.dropFirst(2).dropLast(2) }.joined()
                #expect(body.filter { $0 != " " } == text.filter { $0 != " " })
            }
        }
    }

    @Test("Long titles and notes are truncated")
    func head() {
        let long = StyledText(String(repeating: "n", count: 50))
        for (title, note) in [(long, long), (long, ""), ("T", long)] {
            let lines = Box(title: title, note: note, lines: [], width: 40).drawn().lines
            #expect(lines.allSatisfy { $0.columns == 40 })
            #expect(lines[0].plain.contains("…"))
        }
    }

    @Test("Wrapped lines keep their style")
    func style() {
        let lines = StyledText("force push to main", .yellow).wrapped(to: 8)
        #expect(lines.map(\.plain) == ["force ", "push to ", "main"])
        #expect(lines.allSatisfy { $0.runs.map(\.style) == [.yellow] })
    }

    @Test("Long contents are scrolled to the end at most, and the footer stays")
    func scrolling() {
        let lines = (1...9).map { StyledText("\($0)") }
        func drawing(_ offset: Int) -> Box.Drawing { Self.box(lines, footer: ["end"], height: 5, offset: offset) }
        #expect(Self.inside(drawing(0)) == ["1", "2", "3", "↓ 6 more", "end"])
        #expect(Self.inside(drawing(2)) == ["3", "4", "5", "↑ 2 above  ↓ 4 more", "end"])
        #expect(Self.inside(drawing(99)) == ["7", "8", "9", "↑ 6 above", "end"])
        #expect(drawing(99).offset == 6 && drawing(99).below == 0)
        #expect(Self.inside(Self.box(lines, footer: ["end"], height: 10, offset: 3)).count == 10)
    }

    @Test("Frames side by side keep their columns when one is shorter")
    func sideBySide() {
        let lines = Box.beside(["日本", "b"], ["c", "d", "e"])
        #expect(lines.map(\.plain) == ["日本  c", "b     d", "      e"])
        #expect(Box.beside(["a", "b"], ["c"]).map(\.plain) == ["a  c", "b"])
    }
}

@Suite("Keys of the terminal")
struct KeyDecoderTests {
    private static func keys(_ pieces: [[UInt8]]) -> [Key] {
        var decoder = KeyDecoder()
        return pieces.flatMap { decoder.keys(in: $0) }
    }

    @Test("A character whose bytes arrive in pieces is read as one key", arguments: ["ü", "한", "🛎", "aü🛎b"])
    func pieces(_ text: String) {
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            #expect(Self.keys([Array(bytes[..<cut]), Array(bytes[cut...])]) == text.map(Key.character))
        }
    }

    @Test("Control characters and escape sequences are decoded")
    func others() {
        #expect(
            Self.keys([[0x0D], [0x0A], [0x1B], [0x7F], [0x03], [0x04]]) == [
                .enter, .enter, .escape, .backspace, .interrupt, .end,
            ])
        // Two keys at once in both cursor modes, and unknown sequences.
        #expect(Self.keys([Array("\u{1B}[A\u{1B}OBx".utf8)]) == [.up, .down, .character("x")])
        #expect(Self.keys([Array("\u{1B}[5~\u{1B}[6~".utf8)]) == [.pageUp, .pageDown])
        #expect(Self.keys([Array("\u{1B}[1;5Ca".utf8)]) == [.character("a")])
        #expect(Self.keys([[0x61, 0x01, 0x09, 0x62]]) == [.character("a"), .character(" "), .character("b")])
        // Invalid UTF-8 does not block later keys.
        #expect(Self.keys([[0xFF], [0x61]]).last == .character("a"))
        #expect(Self.keys([[0x80, 0x80, 0x80, 0x80], [0x61]]).last == .character("a"))
    }
}
