import BellhopModel
import Testing

@Suite("Shown text")
struct ShownTextTests {
    @Test("A secret is masked before hidden characters are rewritten and before the text is cut")
    func order() {
        let long = "export API_KEY=" + String(repeating: "x", count: 500) + "\u{202E}"
        #expect(ShownText.line(long) == "export API_KEY=‹masked›")
        #expect(ShownText.line("a\nb\tc") == "a⏎b⇥c")
        #expect(ShownText.paragraph("a\nb") == "a\nb")
        #expect(ShownText.paragraph(String(repeating: "ü", count: 300)).count == 200)
    }

    @Test("Evidence keeps its end, and says above it what is suspicious")
    func evidence() {
        let text = "c\u{430}t x" + String(repeating: "y", count: 900) + " | sh"
        let shown = ShownText.evidence(text, characters: 300)
        #expect(shown.hasPrefix("⚠ “c\u{430}t” has \u{430} (U+0430), which looks like a\nc\u{430}t x"))
        #expect(shown.hasSuffix(" | sh"))
        #expect(ShownText.evidence("npm test", characters: 300) == "npm test")
    }
}
