import Testing

@testable import BellhopCLI

@Suite("Keys of a terminal")
struct KeyDecoderTests {
    private static func keys(_ pieces: [[UInt8]]) -> [Key] {
        var decoder = KeyDecoder()
        return pieces.flatMap { decoder.keys(in: $0) }
    }

    @Test("A character that comes in pieces is one key, wherever it is cut", arguments: ["ü", "한", "🛎", "aü🛎b"])
    func pieces(_ text: String) {
        let bytes = Array(text.utf8)
        for cut in 0...bytes.count {
            #expect(Self.keys([Array(bytes[..<cut]), Array(bytes[cut...])]) == text.map(Key.character))
        }
    }

    @Test("Keys that are no text")
    func others() {
        #expect(
            Self.keys([[0x0D], [0x0A], [0x1B], [0x7F], [0x03], [0x04]]) == [
                .enter, .enter, .escape, .backspace, .interrupt, .end,
            ])
        // Two at once, in both modes of the cursor keys, and one that no screen knows.
        #expect(Self.keys([Array("\u{1B}[A\u{1B}OBx".utf8)]) == [.up, .down, .character("x")])
        #expect(Self.keys([Array("\u{1B}[5~\u{1B}[6~".utf8)]) == [.pageUp, .pageDown])
        #expect(Self.keys([Array("\u{1B}[1;5Ca".utf8)]) == [.character("a")])
        #expect(Self.keys([[0x61, 0x01, 0x09, 0x62]]) == [.character("a"), .character(" "), .character("b")])
        // Bytes that are no UTF-8 hold up nothing.
        #expect(Self.keys([[0xFF], [0x61]]).last == .character("a"))
        #expect(Self.keys([[0x80, 0x80, 0x80, 0x80], [0x61]]).last == .character("a"))
    }
}
