import BellhopModel
import Testing

@Suite("Shown text")
struct DisplayTextTests {
    @Test("A secret is masked before hidden characters are rewritten and before the text is cut")
    func order() {
        let long = "export API_KEY=" + String(repeating: "x", count: 500) + "\u{202E}"
        #expect(DisplayText.line(long) == "export API_KEY=‹masked›")
        #expect(DisplayText.line("a\nb\tc") == "a⏎b⇥c")
        #expect(DisplayText.paragraph("a\nb") == "a\nb")
        #expect(DisplayText.paragraph(String(repeating: "ü", count: 300)).count == 200)
    }

    @Test("Evidence keeps its end, and says above it what is suspicious")
    func evidence() {
        let text = "c\u{430}t x" + String(repeating: "y", count: 900) + " | sh"
        let shown = DisplayText.review(text, characters: 300)
        #expect(
            shown.contains(" of \(text.count) characters not shown\n⚠ “c\u{430}t” has \u{430} (U+0430), which looks"))
        #expect(shown.hasSuffix(" | sh"))
        #expect(DisplayText.review("npm test", characters: 300) == "npm test")
    }

    @Test("Evidence says what is hidden first, and repeats no warning that stands there already")
    func hidden() {
        let whole = ReviewText("rm \u{202E}x")
        #expect(whole.isWhole && whole.lines == "⚠ characters that reverse the text\nrm ‹U+202E›x")
        #expect(ReviewText("⚠ as root\n" + whole.lines).warnings.isEmpty)
        let omitted = ReviewText("npm test", omitted: 92)
        #expect(!omitted.isWhole && omitted.lines == "⚠ 92 of 100 characters not shown\nnpm test")
        let cut = ReviewText(String(repeating: "x", count: 500)).cut(toCharacters: 100)
        #expect(cut.hidden > 400 && cut.text.hasPrefix("⚠ \(cut.hidden) of 500 characters not shown\nxxx"))
        #expect(!ReviewText("npm test", omitted: 5).cut(toCharacters: 100, isNoted: false).text.contains("⚠"))
    }
}
