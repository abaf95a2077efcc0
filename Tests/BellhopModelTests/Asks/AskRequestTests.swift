import BellhopModel
import BellhopTesting
import Testing

@Suite("Ask requests")
struct AskRequestTests {
    static let plain = AskRequest(
        content: .init(title: "Run?", body: "ls", input: "ls", inputDigest: "d"), sessionID: "s-1", expiresIn: 60)

    @Test("Unset nonce, rules and hold are left out")
    func plain() throws {
        #expect(
            try CanonicalJSON.text(Self.plain)
                == #"{"body":"ls","expires_in":60,"input":"ls","input_digest":"d","origin":{},"questions":[],"#
                + #""session_id":"s-1","title":"Run?"}"#)
    }

    @Test("Nonce, rules and hold survive JSON")
    func full() throws {
        var request = Self.plain
        request.hold = 20
        request.content.nonce = "0123456789abcdef"
        request.content.rules = [PermissionRule(text: "Bash(ls:*)", scope: .project)]
        let text = try CanonicalJSON.text(request)
        #expect(text.contains(#""hold":20"#))
        #expect(text.contains(#""nonce":"0123456789abcdef""#))
        #expect(text.contains(#""rules":[{"scope":"project","text":"Bash(ls:*)"}]"#))
        #expect(try CanonicalJSON.decode(AskRequest.self, from: text.utf8) == request)
    }
}

@Suite("Ask nonces")
struct AskNonceTests {
    @Test(
        "16 to 64 letters, digits, hyphens and underscores are accepted",
        arguments: ["0123456789abcdef", "AZaz09-_AZaz09-_", String(repeating: "z", count: 64)])
    func good(_ text: String) {
        #expect(AskNonce.isValid(text))
    }

    @Test(
        "Other texts are refused",
        arguments: [
            "", "0123456789abcde", String(repeating: "z", count: 65), "0123456789abcde ", "0123456789abcde\n",
            "0123456789abcde=", "0123456789abcde+", "0123456789abcde/", "0123456789abcde.", "0123456789abcde\0",
            "0123456789abcd\u{E9}", "0123456789abcde\u{0660}",
        ])
    func bad(_ text: String) {
        #expect(!AskNonce.isValid(text))
    }

    @Test("A new nonce has 16 random bytes")
    func made() {
        var (one, same) = (SeededGenerator(seed: 1), SeededGenerator(seed: 1))
        let nonces = (0..<100).map { _ in AskNonce.make(using: &one) }
        #expect(nonces == (0..<100).map { _ in AskNonce.make(using: &same) })
        #expect(Set(nonces).count == 100)
        #expect(nonces.allSatisfy { $0.utf8.count == 32 && AskNonce.isValid($0) })
        #expect(AskNonce.random() != AskNonce.random())
    }
}
