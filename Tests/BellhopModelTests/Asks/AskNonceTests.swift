import BellhopModel
import BellhopTesting
import Testing

@Suite("Nonces of asks")
struct AskNonceTests {
    @Test(
        "16 to 64 letters, digits, hyphens and underscores",
        arguments: ["0123456789abcdef", "AZaz09-_AZaz09-_", String(repeating: "z", count: 64)])
    func good(_ text: String) {
        #expect(AskNonce.isValid(text))
    }

    @Test(
        "Anything else is none",
        arguments: [
            "", "0123456789abcde", String(repeating: "z", count: 65), "0123456789abcde ", "0123456789abcde\n",
            "0123456789abcde=", "0123456789abcde+", "0123456789abcde/", "0123456789abcde.", "0123456789abcde\0",
            "0123456789abcd\u{E9}", "0123456789abcde\u{0660}",
        ])
    func bad(_ text: String) {
        #expect(!AskNonce.isValid(text))
    }

    @Test("A new one has 16 bytes of the generator's in it")
    func made() {
        var (one, same) = (SeededGenerator(seed: 1), SeededGenerator(seed: 1))
        let nonces = (0..<100).map { _ in AskNonce.make(using: &one) }
        #expect(nonces == (0..<100).map { _ in AskNonce.make(using: &same) })
        #expect(Set(nonces).count == 100)
        #expect(nonces.allSatisfy { $0.utf8.count == 32 && AskNonce.isValid($0) })
        #expect(AskNonce.random() != AskNonce.random())
    }
}
