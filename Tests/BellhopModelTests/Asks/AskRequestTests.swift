import BellhopModel
import Testing

@Suite("Ask requests")
struct AskRequestTests {
    static let plain = AskRequest(
        content: .init(title: "Run?", body: "ls", input: "ls", inputDigest: "d"), sessionID: "s-1", expiresIn: 60)

    @Test("Without nonce, rules and hold a request is written as it was before there were any")
    func plain() throws {
        #expect(
            try CanonicalJSON.text(Self.plain)
                == #"{"body":"ls","expires_in":60,"input":"ls","input_digest":"d","origin":{},"questions":[],"#
                + #""session_id":"s-1","title":"Run?"}"#)
    }

    @Test("Nonce, rules and hold are written and read back")
    func full() throws {
        var request = Self.plain
        request.hold = 20
        request.content.nonce = "0123456789abcdef"
        request.content.rules = [OfferedRule(text: "Bash(ls:*)", scope: .project)]
        let text = try CanonicalJSON.text(request)
        #expect(text.contains(#""hold":20"#))
        #expect(text.contains(#""nonce":"0123456789abcdef""#))
        #expect(text.contains(#""rules":[{"scope":"project","text":"Bash(ls:*)"}]"#))
        #expect(try CanonicalJSON.decode(AskRequest.self, from: text.utf8) == request)
    }
}
