import BellhopModel
import Crypto
import Foundation
import Testing

@testable import BellhopWebPush

@Suite("VAPID", .timeLimit(.minutes(10)))
struct VAPIDTests {
    private static let audience = "https://push.example.net"

    private struct Parts {
        let header: JSONValue
        let claims: JSONValue
        let isSigned: Bool
        let key: String
    }

    /// The parts of `vapid t=…,k=…`.
    private static func parts(_ authorization: Secret) throws -> Parts {
        let text = authorization.reveal()
        let match = try #require(try /vapid t=([^.]+)\.([^.]+)\.([^.,]+),k=(.+)/.wholeMatch(in: text))
        func json(_ part: Substring) throws -> JSONValue {
            try CanonicalJSON.decode(JSONValue.self, from: try #require(Base64.decode(String(part))))
        }
        let key = try P256.Signing.PublicKey(x963Representation: try #require(Base64.decode(String(match.4))))
        let signature = try P256.Signing.ECDSASignature(
            rawRepresentation: try #require(Base64.decode(String(match.3))))
        return Parts(
            header: try json(match.1), claims: try json(match.2),
            isSigned: key.isValidSignature(signature, for: Data("\(match.1).\(match.2)".utf8)), key: String(match.4))
    }

    @Test("signs a token for one push service with ES256, which ends in 12 hours")
    func token() throws {
        let key = VAPIDKey()
        let tokens = VAPIDTokens(key: key, contact: try .test())
        let parts = try Self.parts(tokens.authorization(for: Self.audience, at: .test))
        #expect(parts.isSigned && parts.key == key.applicationServerKey)
        #expect(parts.header == ["typ": "JWT", "alg": "ES256"])
        #expect(
            parts.claims == [
                "aud": "https://push.example.net", "exp": .integer((Timestamp.test + .seconds(43_200)).seconds),
                "sub": "mailto:push@example.com",
            ])
    }

    @Test("reuses a token for 11 hours, for its push service only")
    func reused() throws {
        let tokens = VAPIDTokens(key: VAPIDKey(), contact: try .test())
        let first = try tokens.authorization(for: Self.audience, at: .test)
        let late = Timestamp.test + .seconds(11 * 3600)
        #expect(try tokens.authorization(for: Self.audience, at: late - .milliseconds(1)) == first)
        #expect(try tokens.authorization(for: "https://other.example.net", at: .test) != first)
        let second = try tokens.authorization(for: Self.audience, at: late)
        #expect(second != first)
        #expect(try tokens.authorization(for: Self.audience, at: late) == second)
    }

    @Test("replaces a token from the future, after the clock was set back")
    func setBack() throws {
        let tokens = VAPIDTokens(key: VAPIDKey(), contact: try .test())
        let wrong = try tokens.authorization(for: Self.audience, at: .test + .seconds(7200))
        #expect(try tokens.authorization(for: Self.audience, at: .test + .seconds(7140)) == wrong)
        #expect(try tokens.authorization(for: Self.audience, at: .test) != wrong)
    }

    @Test("stores a limited number of tokens, and drops the oldest")
    func limit() throws {
        let tokens = VAPIDTokens(key: VAPIDKey(), contact: try .test())
        let first = try tokens.authorization(for: Self.audience, at: .test)
        for number in 1..<VAPIDTokens.mostTokens {
            _ = try tokens.authorization(for: "https://\(number).example", at: .test + .seconds(1))
        }
        #expect(try tokens.authorization(for: Self.audience, at: .test) == first)
        _ = try tokens.authorization(for: "https://more.example", at: .test + .seconds(1))
        #expect(try tokens.authorization(for: Self.audience, at: .test) != first)
    }

    @Test("writes and reads a key as PEM, and refuses other texts")
    func pem() throws {
        let key = VAPIDKey()
        #expect(try VAPIDKey(pem: key.pem).publicKey == key.publicKey)
        #expect(key.publicKey.count == 65 && key.publicKey.first == 4)
        let other = [
            "", "x", String(key.pem.reveal().dropLast(40)), P384.Signing.PrivateKey().pemRepresentation,
            P256.Signing.PrivateKey().publicKey.pemRepresentation,
        ]
        for text in other { #expect(throws: VAPIDKeyError()) { try VAPIDKey(pem: Secret(text)) } }
    }

    @Test("shows no private key in descriptions")
    func redacted() {
        let key = VAPIDKey()
        var dumped = ""
        dump(key, to: &dumped)
        #expect("\(key)" == "VAPID key \(key.applicationServerKey)")
        #expect(dumped.contains(key.applicationServerKey) && !dumped.contains("signingKey"))
    }

    @Test(
        "accepts the contacts that Apple accepts",
        arguments: [
            "mailto:push@example.com", "mailto:a.b+c@mail.example.org", "https://example.com",
            "https://example.com/push?x=1",
        ])
    func contact(text: String) { #expect(VAPIDContact(text)?.uri == text) }

    @Test(
        "refuses contacts that Apple refuses",
        arguments: [
            "", "push@example.com", "mailto:", "mailto:push", "mailto:@example.com", "mailto:a@b@example.com",
            "mailto:push@localhost", "mailto:push@host.local", "mailto:push@mail.test", "mailto:push@127.0.0.1",
            "http://example.com", "https://localhost", "https://localhost:8787", "https://192.168.1.2/", "https://",
            "mailto:push@example.com ", "mailto:\"push\"@example.com", "tel:+123",
        ])
    func wrongContact(text: String) { #expect(VAPIDContact(text) == nil) }
}
