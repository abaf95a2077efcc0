import BellhopTesting
import Testing

@testable import BellhopModel

@Suite("Text truncation")
struct TextTruncationTests {
    @Test("A text within the limit is unchanged", arguments: ["", "a", "ÄÖÜ", "👩‍👩‍👧‍👦"])
    func short(_ text: String) {
        #expect(TextTruncation.headAndTail(text, characters: text.count) == text)
        #expect(TextTruncation.headAndTail(text, bytes: text.utf8.count) == text)
        #expect(TextTruncation.prefix(text, characters: text.count) == text)
    }

    @Test("Beginning and end are kept, and omitted characters are counted")
    func middle() {
        let text = "BEGIN" + String(repeating: "x", count: 190) + "END!!"
        let short = TextTruncation.headAndTail(text, characters: 60)
        #expect(short == "BEGINxxxxxxxxxx ‹… 171 characters left out …› xxxxxxxxxEND!!")
        #expect(short.count <= 60)
        #expect(15 + 171 + 14 == text.count)
    }

    @Test(
        "A prefix ends with an ellipsis within the limit",
        arguments: [
            (4, "abc…"), (6, "abcdef"), (5, "abcd…"), (1, "…"), (0, ""), (100, "abcdef"),
        ])
    func prefix(_ limit: Int, _ expected: String) {
        #expect(TextTruncation.prefix("abcdef", characters: limit) == expected)
    }

    @Test("The default limit is 200 characters, regardless of bytes")
    func usual() {
        let family = "👩‍👩‍👧‍👦"
        let text = String(repeating: family, count: 300)
        let short = TextTruncation.prefix(text)
        #expect(short.count == 200)
        #expect(short.hasPrefix(String(repeating: family, count: 199)) && short.hasSuffix("…"))
    }

    @Test("A limit too small for both ends keeps the beginning only")
    func tight() {
        #expect(TextTruncation.headAndTail(String(repeating: "a", count: 100), characters: 10) == "aaaaaaaaa…")
        #expect(TextTruncation.headAndTail(String(repeating: "a", count: 100), bytes: 10) == "aaaaaaa…")
        #expect(TextTruncation.headAndTail("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", bytes: 10) == "…")
        #expect(TextTruncation.headAndTail("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", bytes: 2) == "")
    }

    @Test("Truncation keeps its limits and splits no character, for all kinds of grapheme clusters")
    func property() {
        let pieces = [
            "a", "é", "e\u{301}", "🇩🇪", "👍🏽", "👩‍👩‍👧‍👦", "क्षि", "\r\n", "\n", "한", "\u{200D}", "\u{301}", "ﷺ", "1️⃣", "\u{600}",
        ]
        var generator = SeededGenerator(seed: 1)
        for _ in 0..<3000 {
            let text = generator.text(of: pieces, count: generator.below(120))
            let limit = generator.below(140)
            let characters = Array(text)
            let byCharacters = TextTruncation.headAndTail(text, characters: limit)
            let byBytes = TextTruncation.headAndTail(text, bytes: limit)
            #expect(byCharacters.count <= limit || byCharacters == text && text.count <= limit)
            #expect(byBytes.utf8.count <= limit)
            for short in [byCharacters, byBytes] { #expect(Self.isCut(short, of: characters), "\(text) → \(short)") }
        }
    }

    /// Returns whether `short` is `characters`, or the beginning and the end of it with a note between them.
    static func isCut(_ short: String, of characters: [Character]) -> Bool {
        if short == String(characters) || short.isEmpty { return true }
        let bytes = Array(short.utf8)
        guard let range = note(in: bytes) else {
            guard short.hasSuffix("…") || short.unicodeScalars.last == "…" else { return false }
            return boundaries(characters).contains(bytes.count - 3)
                && bytes.dropLast(3).elementsEqual(String(characters).utf8.prefix(bytes.count - 3))
        }
        let head = range.lowerBound
        let tail = bytes.count - range.upperBound
        let all = Array(String(characters).utf8)
        guard boundaries(characters).contains(head), boundaries(characters).contains(all.count - tail) else {
            return false
        }
        let left = characters.count - count(characters, head) - (characters.count - count(characters, all.count - tail))
        let said = Int(String(decoding: bytes[range], as: UTF8.self).filter { $0.isASCII && $0.isNumber })
        return said == left && bytes[..<head].elementsEqual(all[..<head])
            && bytes.suffix(tail).elementsEqual(all.suffix(tail))
    }

    private static func note(in bytes: [UInt8]) -> Range<Int>? {
        let start = Array(" ‹… ".utf8)
        let end = Array(" left out …› ".utf8)
        guard let from = bytes.indices.first(where: { bytes[$0...].starts(with: start) }),
            let to = bytes.indices.first(where: { bytes[$0...].starts(with: end) })
        else { return nil }
        return from..<to + end.count
    }

    /// The byte offsets of the ends of `characters`.
    private static func boundaries(_ characters: [Character]) -> Set<Int> {
        Set(characters.reduce(into: [0]) { $0.append($0[$0.count - 1] + $1.utf8.count) })
    }

    private static func count(_ characters: [Character], _ offset: Int) -> Int {
        var position = 0
        return characters.prefix { character in
            position += character.utf8.count
            return position <= offset
        }.count
    }
}

@Suite("Display text")
struct DisplayTextTests {
    @Test("Secrets are masked before invisible characters are rewritten and the text is cut")
    func order() {
        let long = "export API_KEY=" + String(repeating: "x", count: 500) + "\u{202E}"
        #expect(DisplayText.line(long) == "export API_KEY=‹masked›")
        #expect(DisplayText.line("a\nb\tc") == "a⏎b⇥c")
        #expect(DisplayText.paragraph("a\nb") == "a\nb")
        #expect(DisplayText.paragraph(String(repeating: "ü", count: 300)).count == 200)
    }

    @Test("A review text keeps its end and begins with its warnings")
    func review() {
        let text = "c\u{430}t x" + String(repeating: "y", count: 900) + " | sh"
        let shown = DisplayText.review(text, characters: 300)
        #expect(
            shown.contains(" of \(text.count) characters not shown\n⚠ “c\u{430}t” has \u{430} (U+0430), which looks"))
        #expect(shown.hasSuffix(" | sh"))
        #expect(DisplayText.review("npm test", characters: 300) == "npm test")
    }

    @Test("A review text begins with the number of hidden characters and does not repeat warnings")
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

/// Worst-case inputs of a megabyte. A quadratic function would need a trillion steps and exceed the time limit; linear
/// ones take seconds in total.
@Suite("Text functions take time linear in their input", .serialized, .timeLimit(.minutes(10)))
struct LinearTimeTests {
    static func much(_ pattern: String) -> String { String(repeating: pattern, count: (1 << 20) / pattern.utf8.count) }

    @Test(
        "Masking takes linear time",
        arguments: [
            "eyJ-", "sk-", "a-", "a=", "://a:", "-----BEGIN PRIVATE KEY-----", "-----BEGIN ", "--password ",
            "token=/", "token=a.", "$A_TOKEN=x;", "${A_TOKEN=", "| sh ", "Bearer /aaaaaaaaaaaaaaaaa",
        ])
    func mask(_ pattern: String) { #expect(!SecretMask.mask(Self.much(pattern)).isEmpty) }

    @Test(
        "Sanitizing takes linear time",
        arguments: [
            "a", " ", "\n", "🇩", "a\u{301}", "\u{301}", "\u{200B}", "\u{200D}", "\u{202E}a", "\u{430}", "a\u{430} ",
            "\u{1B}[", "\u{E0067}",
        ])
    func sanitize(_ pattern: String) { #expect(!TextSanitizer.sanitize(Self.much(pattern)).text.isEmpty) }

    @Test("Truncating takes linear time", arguments: ["a", "🇩", "\u{301}", "\u{200D}", "क्"])
    func shorten(_ pattern: String) {
        let text = Self.much(pattern)
        #expect(TextTruncation.headAndTail(text, characters: 200).count <= 200)
        #expect(TextTruncation.headAndTail(text, bytes: 500).utf8.count <= 500)
        #expect(TextTruncation.prefix(text).count <= 200)
    }
}
