import BellhopModel
import Testing

@Suite("A channel's id")
struct ChannelIDTests {
    @Test(
        "is Base64 of any size, in either alphabet, padded or not",
        arguments: ["a", "dHN0LXNyY2gtY2hubA==", "a+/b", "a-_b", "abc=", String(repeating: "a", count: 512)])
    func taken(text: String) throws {
        let id = try #require(ChannelID(text))
        #expect(id.description == text)
        let bytes = try CanonicalJSON.encode([id])
        #expect(try CanonicalJSON.decode([ChannelID].self, from: bytes) == [id])
    }

    @Test(
        "is nothing else: it stands in a field and in a path",
        arguments: [
            "", "=", "==", "a===", "a=b", "a b", "a\r\nb", "a%2F", "ä", "a\u{0}", String(repeating: "a", count: 513),
        ])
    func refused(text: String) throws {
        #expect(ChannelID(text) == nil)
        let bytes = try CanonicalJSON.encode([text])
        #expect(throws: DecodingError.self) { try CanonicalJSON.decode([ChannelID].self, from: bytes) }
    }
}
