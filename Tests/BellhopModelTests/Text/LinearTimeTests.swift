import BellhopModel
import Testing

/// A megabyte of the worst that each function could be given. Were one of them quadratic, that would be
/// a trillion steps, which the time limit ends; as they are, it is some seconds in all.
@Suite("Text functions take time linear in their input", .serialized, .timeLimit(.minutes(10)))
struct LinearTimeTests {
    static func much(_ pattern: String) -> String { String(repeating: pattern, count: (1 << 20) / pattern.utf8.count) }

    @Test(
        "Masking",
        arguments: [
            "eyJ-", "sk-", "a-", "a=", "://a:", "-----BEGIN PRIVATE KEY-----", "-----BEGIN ", "--password ",
            "token=/", "token=a.", "$A_TOKEN=x;", "${A_TOKEN=", "| sh ", "Bearer /aaaaaaaaaaaaaaaaa",
        ])
    func mask(_ pattern: String) { #expect(!SecretMask.mask(Self.much(pattern)).isEmpty) }

    @Test(
        "TextSanitizer",
        arguments: [
            "a", " ", "\n", "🇩", "a\u{301}", "\u{301}", "\u{200B}", "\u{200D}", "\u{202E}a", "\u{430}", "a\u{430} ",
            "\u{1B}[", "\u{E0067}",
        ])
    func sanitize(_ pattern: String) { #expect(!TextSanitizer.sanitize(Self.much(pattern)).text.isEmpty) }

    @Test("TextTruncation", arguments: ["a", "🇩", "\u{301}", "\u{200D}", "क्"])
    func shorten(_ pattern: String) {
        let text = Self.much(pattern)
        #expect(TextTruncation.headAndTail(text, characters: 200).count <= 200)
        #expect(TextTruncation.headAndTail(text, bytes: 500).utf8.count <= 500)
        #expect(TextTruncation.prefix(text).count <= 200)
    }
}
