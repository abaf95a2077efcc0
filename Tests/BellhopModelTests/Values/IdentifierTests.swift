import BellhopModel
import BellhopTesting
import Testing

@Suite("Identifiers and names")
struct IdentifierTests {
    @Test("An identifier is a UUID of version 7 that sorts by time and reads back")
    func make() {
        var generator = SeededGenerator(seed: 10)
        var last = AskID.make(at: Timestamp(milliseconds: 0), using: &generator)
        for step in 1...500 {
            let time = Timestamp(milliseconds: Int64(step) * 7919)
            let id = AskID.make(at: time, using: &generator)
            let text = Array(id.description)
            #expect(text.count == 36 && text[14] == "7" && "89ab".contains(text[19]))
            #expect(last < id && id.high >> 16 == UInt64(time.milliseconds))
            #expect(AskID(id.description) == id && AskID(id.description.uppercased()) == id)
            last = id
        }
    }

    @Test("Ids made for one moment are distinct, ascending and of version 7")
    func several() {
        let time = Timestamp(milliseconds: 1_700_000_000_123)
        let ids = AskID.make(1000, at: time)
        #expect(ids.count == 1000 && Set(ids).count == 1000)
        #expect(ids == ids.sorted())
        #expect(ids.allSatisfy { $0.high >> 16 == 1_700_000_000_123 && $0.high >> 12 & 0xF == 7 && $0.low >> 62 == 2 })
        #expect(AskID.make(0, at: time).isEmpty)
        #expect(Set(ids).isDisjoint(with: AskID.make(1000, at: time)))
    }

    @Test(
        "Forms other than the canonical one are refused",
        arguments: [
            "", "0192f0c4", "0192f0c47b1e7cc38d2a1f0e5a9b3c4d", "0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4",
            "0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4dd",
            "0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4g", "0192f0c4 7b1e-7cc3-8d2a-1f0e5a9b3c4d",
            "{192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c4d",
            "0192f0c4-7b1e-7cc3-8d2a-1f0e5a9b3c４d",
        ])
    func refused(_ text: String) {
        #expect(AskID(text) == nil)
        #expect(throws: DecodingError.self) {
            try CanonicalJSON.decode([AskID].self, from: CanonicalJSON.encode([text]))
        }
    }

    @Test(
        "A name has 1 to 128 bytes and no control characters",
        arguments: [
            ("a", true), ("Ann Müller", true), (String(repeating: "x", count: 128), true), ("", false),
            (String(repeating: "x", count: 129), false), (String(repeating: "ü", count: 65), false), ("a\nb", false),
            ("a\u{7F}", false),
            ("a\u{85}", false),
        ])
    func name(_ text: String, _ isValid: Bool) throws {
        #expect((UserID(text) != nil) == isValid)
        let bytes = try CanonicalJSON.encode([text])
        if isValid {
            #expect(try CanonicalJSON.decode([SessionID].self, from: bytes).map(\.description) == [text])
        } else {
            #expect(throws: DecodingError.self) { try CanonicalJSON.decode([SessionID].self, from: bytes) }
        }
    }

    @Test("Hex and Base64 decode their own output", arguments: 0..<40)
    func encodings(_ count: Int) {
        var generator = SeededGenerator(seed: UInt64(count))
        let bytes = (0..<count).map { _ in UInt8(truncatingIfNeeded: generator.next()) }
        #expect(Hex.decode(Hex.encode(bytes)) == bytes && Hex.decode(Hex.encode(bytes).uppercased()) == bytes)
        #expect(Base64.decode(Base64.encode(bytes)) == bytes && Base64.decode(Base64.encodeURLSafe(bytes)) == bytes)
        #expect(Hex.decode(Hex.encode(bytes) + "0") == nil && Hex.decode(Hex.encode(bytes) + "0g") == nil)
    }
}

@Suite("Channel ids")
struct ChannelIDTests {
    @Test(
        "Base64 of any size is accepted, in either alphabet, with or without padding",
        arguments: ["a", "dHN0LXNyY2gtY2hubA==", "a+/b", "a-_b", "abc=", String(repeating: "a", count: 512)])
    func accepted(text: String) throws {
        let id = try #require(ChannelID(text))
        #expect(id.description == text)
        let bytes = try CanonicalJSON.encode([id])
        #expect(try CanonicalJSON.decode([ChannelID].self, from: bytes) == [id])
    }

    @Test(
        "Other texts are refused, because the id is used in header fields and paths",
        arguments: [
            "", "=", "==", "a===", "a=b", "a b", "a\r\nb", "a%2F", "ä", "a\u{0}", String(repeating: "a", count: 513),
        ])
    func refused(text: String) throws {
        #expect(ChannelID(text) == nil)
        let bytes = try CanonicalJSON.encode([text])
        #expect(throws: DecodingError.self) { try CanonicalJSON.decode([ChannelID].self, from: bytes) }
    }
}
