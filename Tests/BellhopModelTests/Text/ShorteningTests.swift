import BellhopTesting
import Testing

@testable import BellhopModel

@Suite("TextTruncation")
struct TextTruncationTests {
    @Test("Text that fits stays as it is", arguments: ["", "a", "ÄÖÜ", "👩‍👩‍👧‍👦"])
    func short(_ text: String) {
        #expect(TextTruncation.headAndTail(text, characters: text.count) == text)
        #expect(TextTruncation.headAndTail(text, bytes: text.utf8.count) == text)
        #expect(TextTruncation.prefix(text, characters: text.count) == text)
    }

    @Test("Beginning and end are kept, and what is left out is counted")
    func middle() {
        let text = "BEGIN" + String(repeating: "x", count: 190) + "END!!"
        let short = TextTruncation.headAndTail(text, characters: 60)
        #expect(short == "BEGINxxxxxxxxxx ‹… 171 characters left out …› xxxxxxxxxEND!!")
        #expect(short.count <= 60)
        #expect(15 + 171 + 14 == text.count)
    }

    @Test(
        "The plain cut ends with an ellipsis inside the limit",
        arguments: [
            (4, "abc…"), (6, "abcdef"), (5, "abcd…"), (1, "…"), (0, ""), (100, "abcdef"),
        ])
    func prefix(_ limit: Int, _ expected: String) {
        #expect(TextTruncation.prefix("abcdef", characters: limit) == expected)
    }

    @Test("The usual cut is 200 characters, however many bytes they have")
    func usual() {
        let family = "👩‍👩‍👧‍👦"
        let text = String(repeating: family, count: 300)
        let short = TextTruncation.prefix(text)
        #expect(short.count == 200)
        #expect(short.hasPrefix(String(repeating: family, count: 199)) && short.hasSuffix("…"))
    }

    @Test("Where there is no room for both ends, the text is cut plainly")
    func tight() {
        #expect(TextTruncation.headAndTail(String(repeating: "a", count: 100), characters: 10) == "aaaaaaaaa…")
        #expect(TextTruncation.headAndTail(String(repeating: "a", count: 100), bytes: 10) == "aaaaaaa…")
        #expect(TextTruncation.headAndTail("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", bytes: 10) == "…")
        #expect(TextTruncation.headAndTail("👩‍👩‍👧‍👦👩‍👩‍👧‍👦", bytes: 2) == "")
    }

    @Test("Limits hold and no character is split, for texts of all sorts of clusters")
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

    /// Whether `short` is `characters`, or a whole number of them from the beginning, a note, and as many from the end.
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

    /// Byte offsets at which a character ends.
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
