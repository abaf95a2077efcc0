import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("A frame in the terminal")
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
        "Every line is as wide as the frame, whatever is in it",
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

    @Test("A title and a note that are too long are cut")
    func head() {
        let long = StyledText(String(repeating: "n", count: 50))
        for (title, note) in [(long, long), (long, ""), ("T", long)] {
            let lines = Box(title: title, note: note, lines: [], width: 40).drawn().lines
            #expect(lines.allSatisfy { $0.columns == 40 })
            #expect(lines[0].plain.contains("…"))
        }
    }

    @Test("A style goes on over the lines that its text is wrapped into")
    func style() {
        let lines = StyledText("force push to main", .yellow).wrapped(to: 8)
        #expect(lines.map(\.plain) == ["force ", "push to ", "main"])
        #expect(lines.allSatisfy { $0.runs.map(\.style) == [.yellow] })
    }

    @Test("Lines that do not fit are scrolled as far as they go, and the footer stays")
    func scrolling() {
        let lines = (1...9).map { StyledText("\($0)") }
        func drawing(_ offset: Int) -> Box.Drawing { Self.box(lines, footer: ["end"], height: 5, offset: offset) }
        #expect(Self.inside(drawing(0)) == ["1", "2", "3", "↓ 6 more", "end"])
        #expect(Self.inside(drawing(2)) == ["3", "4", "5", "↑ 2 above  ↓ 4 more", "end"])
        #expect(Self.inside(drawing(99)) == ["7", "8", "9", "↑ 6 above", "end"])
        #expect(drawing(99).offset == 6 && drawing(99).below == 0)
        #expect(Self.inside(Self.box(lines, footer: ["end"], height: 10, offset: 3)).count == 10)
    }

    @Test("Frames beside each other keep their columns when one is shorter")
    func beside() {
        let lines = Box.beside(["日本", "b"], ["c", "d", "e"])
        #expect(lines.map(\.plain) == ["日本  c", "b     d", "      e"])
        #expect(Box.beside(["a", "b"], ["c"]).map(\.plain) == ["a  c", "b"])
    }
}
