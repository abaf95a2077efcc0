import BellhopAgents
import BellhopModel
import Crypto
import Testing

@Suite("The digest of an input")
struct InputDigestTests {
    @Test(
        "Under a nonce it is HMAC-SHA-256: RFC 4231, test cases 1 and 2",
        arguments: [
            (
                String(repeating: "\u{0B}", count: 20), "Hi There",
                "b0344c61d8db38535ca8afceaf0bf12b881dc200c9833da726e9376c2e32cff7"
            ),
            (
                "Jefe", "what do ya want for nothing?",
                "5bdcc146bf60754e6a042426089575c75a003f089d2739839dec58b964ec3843"
            ),
        ])
    func knownAnswers(_ key: String, _ message: String, _ digest: String) {
        #expect(InputDigest.hex(of: message, nonce: key) == digest)
    }

    @Test("Without one it is SHA-256: FIPS 180-4, the example of one block")
    func plain() {
        #expect(InputDigest.hex(of: "abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test(
        "It is what swift-crypto makes, for keys and inputs on both sides of a block",
        arguments: [0, 16, 63, 64, 65, 200])
    func reference(_ length: Int) {
        let key = String(repeating: "k", count: length)
        for size in [0, 1, 55, 56, 63, 64, 65, 1000] {
            let input = String(repeating: "ä", count: size)
            let code = HMAC<SHA256>.authenticationCode(
                for: Array(input.utf8), using: SymmetricKey(data: Array(key.utf8)))
            #expect(InputDigest.hex(of: input, nonce: key) == Hex.encode(code))
        }
    }
}
