import BellhopAgents
import BellhopModel
import Crypto
import Testing

@Suite("Verification of answers")
struct AnswerVerificationTests {
    let phone = Phone()
    let content: AskRequest.Content

    init() throws { content = try HookText.draft(.claude, tool: "Bash", HookText.bash).content }

    func verdict(_ ask: Ask, keys: [DeviceID: [UInt8]]? = nil) -> AnswerVerification.Result {
        AnswerVerification(keys: keys ?? [phone.id: phone.publicKey])
            .verify(ask, askedAbout: content.inputDigest)
    }

    @Test(
        "A valid answer is verified and names its device",
        arguments: [Answer.approve, .deny(message: "no"), .replies([Reply(text: "yes")])])
    func valid(_ answer: Answer) throws {
        guard case .verified(let verified) = verdict(try phone.answered(content, with: answer)) else {
            Issue.record("refused")
            return
        }
        #expect(verified.answer == answer)
        #expect(verified.deviceID == phone.id)
        #expect(verified.deviceName == "Anna's iPhone")
        #expect(verified.inputDigest == content.inputDigest)
    }

    @Test("A Deny cannot be turned into an Approve")
    func deniedToApproved() throws {
        let ask = try phone.answered(content, with: .approve, signing: .deny(message: nil))
        #expect(verdict(ask) == .refused(.badSignature))
    }

    @Test("An answer is refused when the ask's state contradicts it")
    func contradiction() throws {
        let ask = try phone.answered(content, with: .deny(message: nil), state: .approved)
        #expect(verdict(ask) == .refused(.contradiction))
    }

    @Test("An answer to another input is refused, whatever digest the server returns")
    func otherInput() throws {
        var other = content
        other.inputDigest = String(repeating: "0", count: 64)
        #expect(verdict(try phone.answered(other, with: .approve)) == .refused(.otherInput))
        let relabelled = try phone.answered(content, with: .approve, digest: other.inputDigest)
        #expect(verdict(relabelled) == .refused(.badSignature))
    }

    @Test("An answer at the deadline is refused")
    func late() throws {
        #expect(verdict(try phone.answered(content, with: .approve, at: Phone.deadline)) == .refused(.late))
    }

    @Test("An unknown device and a wrong key are refused")
    func unknown() throws {
        let ask = try phone.answered(content, with: .approve)
        #expect(verdict(ask, keys: [:]) == .refused(.unknownDevice(phone.id)))
        let stranger = Array(P256.Signing.PrivateKey().publicKey.x963Representation)
        #expect(verdict(ask, keys: [phone.id: stranger]) == .refused(.badSignature))
        #expect(verdict(ask, keys: [phone.id: [1, 2, 3]]) == .refused(.badSignature))
    }

    @Test(
        "A malformed signature is refused",
        arguments: ["", "AAAA", "not base64!", String(repeating: "A", count: 86)])
    func malformed(_ signature: String) throws {
        var ask = Phone.pending(content)
        ask.resolution = Resolution(
            state: .approved, at: Phone.created,
            answer: SignedAnswer(answer: .approve, deviceID: phone.id, deviceName: "x", signature: signature))
        #expect(verdict(ask) == .refused(.badSignature))
    }

    @Test("An old approval of the same input is refused for a new ask, with any id and deadline")
    func replayedApproval() throws {
        let draft = try HookText.draft(.claude, tool: "Bash", HookText.bash)
        let (old, new) = (draft.bound(to: "the-old-nonce-00"), draft.bound(to: "the-new-nonce-00"))
        #expect(old.content.input == new.content.input && old.content.inputDigest != new.content.inputDigest)
        let answered = try phone.answered(old.content, with: .approve)
        let verification = AnswerVerification(keys: [phone.id: phone.publicKey])
        #expect(verification.verify(answered, askedAbout: new.content.inputDigest) == .refused(.otherInput))
        let relabelled = Ask(
            id: answered.id, userID: answered.userID, sessionID: answered.sessionID, category: answered.category,
            request: new.content, createdAt: answered.createdAt, deadline: answered.deadline,
            resolution: answered.resolution)
        #expect(verification.verify(relabelled, askedAbout: new.content.inputDigest) == .refused(.badSignature))
        // With a reused nonce the two asks could not be distinguished.
        guard case .verified = verification.verify(answered, askedAbout: old.content.inputDigest) else {
            Issue.record("refused")
            return
        }
    }

    @Test("A signature is valid for one id and one deadline only")
    func replay() throws {
        let answered = try phone.answered(content, with: .approve)
        let later = Ask(
            id: answered.id, userID: answered.userID, sessionID: answered.sessionID, category: answered.category,
            request: content, createdAt: answered.createdAt, deadline: answered.deadline + .seconds(60),
            resolution: answered.resolution)
        #expect(verdict(later) == .refused(.badSignature))
        let other = Ask(
            id: AskID(high: 1, low: 2), userID: answered.userID, sessionID: answered.sessionID,
            category: answered.category, request: content, createdAt: answered.createdAt, deadline: answered.deadline,
            resolution: answered.resolution)
        #expect(verdict(other) == .refused(.badSignature))
    }
}

@Suite("The digest of an input")
struct InputDigestTests {
    @Test(
        "With a nonce the digest is HMAC-SHA-256: RFC 4231, test cases 1 and 2",
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

    @Test("Without a nonce the digest is SHA-256: FIPS 180-4, the one-block example")
    func plain() {
        #expect(InputDigest.hex(of: "abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    }

    @Test(
        "The digest equals swift-crypto's for keys and inputs around the block size",
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
