import BellhopTesting
import Testing

@testable import BellhopModel

@Suite("Text sanitizer")
struct TextSanitizerTests {
    @Test(
        "Invisible characters are written as code points",
        arguments: [
            ("a\u{202E}b", "a‹U+202E›b", TextWarning.directionOverrides),
            ("a\u{202A}b", "a‹U+202A›b", .directionOverrides), ("a\u{202C}b", "a‹U+202C›b", .directionOverrides),
            ("a\u{2066}b\u{2069}", "a‹U+2066›b‹U+2069›", .directionOverrides),
            ("a\u{200E}b", "a‹U+200E›b", .directionOverrides), ("a\u{200F}b", "a‹U+200F›b", .directionOverrides),
            ("a\u{061C}b", "a‹U+061C›b", .directionOverrides),
            ("a\u{200B}b", "a‹U+200B›b", .invisibleCharacters), ("a\u{200C}b", "a‹U+200C›b", .invisibleCharacters),
            ("a\u{200D}b", "a‹U+200D›b", .invisibleCharacters), ("a\u{2060}b", "a‹U+2060›b", .invisibleCharacters),
            ("a\u{FEFF}b", "a‹U+FEFF›b", .invisibleCharacters), ("a\u{AD}b", "a‹U+00AD›b", .invisibleCharacters),
            ("a\u{034F}b", "a‹U+034F›b", .invisibleCharacters), ("a\u{180E}b", "a‹U+180E›b", .invisibleCharacters),
            ("a\u{3164}b", "a‹U+3164›b", .invisibleCharacters), ("a\u{115F}b", "a‹U+115F›b", .invisibleCharacters),
            ("a\u{2800}b", "a‹U+2800›b", .invisibleCharacters), ("a\u{FFF9}b", "a‹U+FFF9›b", .invisibleCharacters),
            ("a\u{FE00}b", "a‹U+FE00›b", .invisibleCharacters), ("a\u{FE0F}b", "a‹U+FE0F›b", .invisibleCharacters),
            ("a\u{E0100}b", "a‹U+E0100›b", .invisibleCharacters), ("a\u{E0061}b", "a‹U+E0061›b", .invisibleCharacters),
            ("a\u{E000}b", "a‹U+E000›b", .invisibleCharacters), ("a\u{FFFE}b", "a‹U+FFFE›b", .invisibleCharacters),
            ("a\u{0}b", "a‹U+0000›b", .controlCharacters), ("a\u{8}b", "a‹U+0008›b", .controlCharacters),
            ("a\u{7F}b", "a‹U+007F›b", .controlCharacters), ("a\u{85}b", "a‹U+0085›b", .controlCharacters),
            ("a\u{2028}b", "a‹U+2028›b", .controlCharacters), ("a\rb", "a‹U+000D›b", .controlCharacters),
            ("\u{1B}[31mred\u{1B}[0m", "‹U+001B›[31mred‹U+001B›[0m", .terminalEscapes),
            ("\u{9B}2J", "‹U+009B›2J", .terminalEscapes),
            ("\u{1B}]8;;http://x\u{7}", "‹U+001B›]8;;http://x‹U+0007›", .terminalEscapes),
        ])
    func hidden(_ text: String, _ shown: String, _ warning: TextWarning) {
        let result = TextSanitizer.sanitize(text)
        #expect(result.text == shown)
        #expect(result.warnings.contains(warning))
        #expect(TextSanitizer.sanitize(shown).text == shown)
    }

    @Test(
        "Ordinary text of many scripts is unchanged and has no warning",
        arguments: [
            "npm test && echo 'done' > out.txt", "Grüße aus Köln", "Привет, мир", "Καλημέρα κόσμε", "שלום עולם",
            "مرحبا بالعالم",
            "می\u{200C}خواهم", "क्‍ष", "こんにちは、世界　今日は", "안녕하세요", "👩‍👩‍👧‍👦 👍🏽 ❤️ 1️⃣ 🏳️‍🌈",
            "🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F}",
            "Δt = 5 μs, α = 0.05, Ω", "naïve café — “quoted”", "zürich_Straße42", "рос нос — слово", "5\u{A0}km",
        ])
    func ordinary(_ text: String) {
        let result = TextSanitizer.sanitize(text)
        #expect(Array(result.text.utf8) == Array(text.utf8))
        #expect(result.warnings.isEmpty, "\(result.warnings)")
    }

    @Test("Line breaks and tabs are kept or shown, as requested")
    func lines() {
        #expect(TextSanitizer.sanitize("a\r\n\tb\n", lineBreaks: .kept).text == "a\n\tb\n")
        #expect(TextSanitizer.sanitize("a\r\n\tb\n", lineBreaks: .shown).text == "a⏎⇥b⏎")
    }

    @Test("Long white space is replaced by its length")
    func padding() {
        let wide = TextSanitizer.sanitize("ls" + String(repeating: " ", count: 500) + "; rm -rf ~")
        #expect(wide.text == "ls ‹500 characters of white space› ; rm -rf ~")
        #expect(wide.warnings == [.padding])
        let tall = TextSanitizer.sanitize("ls" + String(repeating: "\n \t", count: 50) + "rm -rf ~")
        #expect(tall.text == "ls\n‹150 characters of white space›\nrm -rf ~")
        let thin = TextSanitizer.sanitize("ls" + String(repeating: "\u{2003}", count: 41) + "x", lineBreaks: .shown)
        #expect(thin.text == "ls ‹41 characters of white space› x")
        #expect(TextSanitizer.sanitize("a\n\n\n\n        b").warnings.isEmpty)
    }

    @Test("Long runs of invisible characters and of accents are counted")
    func runs() {
        let zero = TextSanitizer.sanitize("a" + String(repeating: "\u{200B}", count: 1000) + "b")
        #expect(zero.text == "a‹U+200B ×1000›b")
        let zalgo = TextSanitizer.sanitize("a" + String(repeating: "\u{301}", count: 100) + "b")
        #expect(zalgo.text == "a" + String(repeating: "\u{301}", count: 6) + "‹94 more accents›b")
        #expect(zalgo.warnings == [.stackedMarks])
    }

    @Test(
        "Letters of another script in a Latin word are reported",
        arguments: [
            ("curl https://p\u{430}ypal.com", "p\u{430}ypal", "\u{430}", "a"),
            ("\u{441}at /etc/passwd", "\u{441}at", "\u{441}", "c"),
            ("rm -rf /h\u{43E}me", "h\u{43E}me", "\u{43E}", "o"),
            ("g\u{3BF}ogle", "g\u{3BF}ogle", "\u{3BF}", "o"),
            ("\u{1D41C}url x", "\u{1D41C}url", "\u{1D41C}", "c"),
            ("n\u{FF50}m", "n\u{FF50}m", "\u{FF50}", "p"),
            ("\u{261}it push", "\u{261}it", "\u{261}", "g"),
            ("open https://bank.example\u{2215}a.evil.example", "example\u{2215}a", "\u{2215}", "/"),
            // Only look-alikes, in a text that is otherwise Latin.
            (
                "open https://\u{430}\u{440}\u{440}\u{4CF}\u{435}.com", "\u{430}\u{440}\u{440}\u{4CF}\u{435}",
                "\u{430}", "a"
            ),
        ])
    func lookAlikes(_ text: String, _ word: String, _ letter: Character, _ twin: Character) {
        let result = TextSanitizer.sanitize(text)
        #expect(result.text == text)
        #expect(result.warnings == [.lookAlike(word: word, letter: letter, twin: twin)])
    }

    /// All letters and digits that Unicode lists as confusable with an ASCII one, except those of the mathematical
    /// alphabets.
    static let lookAlikes = Confusables.rows.flatMap { twin, points in
        points.split(separator: " ").compactMap { UInt32($0, radix: 16).flatMap(Unicode.Scalar.init) }.map {
            ($0, twin)
        }
    }

    @Test("Every look-alike of an ASCII letter is reported within an ASCII word")
    func everyLookAlike() {
        #expect(Self.lookAlikes.count > 600)
        for (letter, _) in Self.lookAlikes {
            let warnings = TextSanitizer.sanitize("curl https://githu\(letter).com/x").warnings
            let isNamed = warnings.contains {
                if case .lookAlike(_, Character(letter), _) = $0 { true } else { false }
            }
            #expect(isNamed, "\(letter) U+\(String(letter.value, radix: 16))")
        }
    }

    @Test(
        "Ordinary text in any language has no look-alikes",
        arguments: [
            "Запустить сборку и отправить её на github.com", "Забор",
            "Εκτέλεση του σεναρίου", "μm, kΩ, 5 °C, 10 мс",
            "Déjà vu, naïve façade, Übergröße, piñata, łódź, Ærø",
            "İstanbul’da kız ısındı, ağaç", "APIを呼ぶ。〇〇さんのPC",
            "API를 호출합니다", "เรียก API ๒๐ ครั้ง", "קרא ל-API שוב", "اتصل بـ API مرة", "हिन्दी में API २०",
            "မြန်မာ API ဝယ်",
            "Tiếng Việt: chạy lệnh", "1920×1080, A∪B, x∨y, 2² = 4", "Ⅳ. Akt", "ℹ️ note", "ᎣᏏᏲ ᏣᎳᎩ",
        ])
    func ordinaryLanguages(_ text: String) {
        let warnings = TextSanitizer.sanitize(text).warnings
        #expect(warnings.isEmpty, "\(warnings)")
    }

    @Test("Every warning has a description")
    func descriptions() {
        let warning = TextWarning.lookAlike(word: "p\u{430}ypal", letter: "\u{430}", twin: "a")
        #expect(warning.description == "“p\u{430}ypal” has \u{430} (U+0430), which looks like a")
    }

    @Test("The output has no invisible characters, and a second pass finds nothing")
    func fuzz() {
        var generator = SeededGenerator(seed: 2)
        for _ in 0..<3000 {
            let text = String(decoding: generator.bytes(upTo: 80), as: UTF8.self) + randomScalars(&generator)
            let shown = TextSanitizer.sanitize(text, lineBreaks: .shown)
            for scalar in shown.text.unicodeScalars {
                let properties = scalar.properties
                #expect(properties.generalCategory != .control, "\(Array(text.unicodeScalars))")
                #expect(scalar.value < 0x202A || scalar.value > 0x202E)
                if properties.isDefaultIgnorableCodePoint {
                    #expect([0x200C, 0x200D, 0xFE0E, 0xFE0F].contains(scalar.value) || scalar.value > 0xE0000)
                }
            }
            #expect(TextSanitizer.sanitize(shown.text, lineBreaks: .shown).text == shown.text)
        }
    }

    private func randomScalars(_ generator: inout SeededGenerator) -> String {
        let ranges: [ClosedRange<UInt32>] = [
            0...0x3FF, 0x400...0x52F, 0x2000...0x206F, 0xFE00...0xFEFF, 0xE0000...0xE01FF, 0x1F300...0x1FAFF,
            0x300...0x36F,
            0x900...0x97F,
        ]
        var text = String.UnicodeScalarView()
        for _ in 0..<generator.below(40) {
            let range = ranges[generator.below(ranges.count)]
            if let scalar = Unicode.Scalar(UInt32.random(in: range, using: &generator)) { text.append(scalar) }
        }
        return String(text)
    }
}
