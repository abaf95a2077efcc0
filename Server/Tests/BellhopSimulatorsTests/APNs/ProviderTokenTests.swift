import BellhopModel
import Crypto
import Foundation
import Testing

@testable import BellhopSimulators

@Suite("Provider tokens")
struct ProviderTokenTests {
    private let credential = SimulatedCredential()
    private let header = #"{"alg":"ES256","kid":"SIMKEY0001"}"#
    private let claims = #"{"iss":"SIMTEAM001","iat":1800000000}"#

    private func find(_ authorization: String?) -> CredentialCheckResult {
        CredentialCheckResult(authorization: authorization, keys: [credential.keyID: credential.providerKey])
    }

    private func isVerified(header: String, claims: String) throws -> Bool {
        let text = try credential.sign(header: header, claims: claims)
        if case .verified = find("bearer \(text)") { return true }
        return false
    }

    @Test("A token of a known key is verified, with its time of issue")
    func verifies() throws {
        let issuedAt = Timestamp(seconds: 1_800_000_000)
        let text = try credential.providerToken(issuedAt: issuedAt).reveal()
        guard case .verified(let token) = find("bearer \(text)") else {
            Issue.record("not verified")
            return
        }
        #expect(token.issuedAt == issuedAt)
        #expect(token.key.keyID == credential.keyID)
    }

    @Test("The authorization scheme is case-insensitive")
    func schemeCase() throws {
        let text = try credential.sign(header: header, claims: claims)
        guard case .verified = find("Bearer \(text)") else {
            Issue.record("not verified")
            return
        }
    }

    @Test("An absent token is missing, not invalid", arguments: [nil, "", "bearer", "bearer ", "basic dXNlcg=="])
    func missing(_ authorization: String?) {
        guard case .missing = find(authorization) else {
            Issue.record("not missing")
            return
        }
    }

    @Test(
        "A malformed token is invalid",
        arguments: ["bearer x", "bearer a.b", "bearer a.b.c.d", "bearer ..", "bearer e30.e30.e30"])
    func malformed(_ authorization: String) {
        guard case .invalid = find(authorization) else {
            Issue.record("not invalid")
            return
        }
    }

    @Test(
        "A signed token with another header is invalid",
        arguments: [
            #"{"alg":"none","kid":"SIMKEY0001"}"#, #"{"alg":"HS256","kid":"SIMKEY0001"}"#, #"{"alg":"ES256"}"#,
            #"{"alg":"ES256","kid":"UNKNOWN001"}"#, "[]", "",
        ])
    func otherHeader(_ header: String) throws { #expect(try !isVerified(header: header, claims: claims)) }

    @Test(
        "A signed token with other claims is invalid",
        arguments: [
            #"{"iss":"SIMTEAM001","iat":"1800000000"}"#, #"{"iss":"SIMTEAM001"}"#, #"{"iat":1800000000}"#,
            #"{"iss":"OTHERTEAM1","iat":1800000000}"#, #"{"iss":"SIMTEAM001","iat":9223372036854775807}"#,
            #"{"iss":"SIMTEAM001","iat":-9223372036854775808}"#,
        ])
    func otherClaims(_ claims: String) throws { #expect(try !isVerified(header: header, claims: claims)) }

    @Test("A signature by another key is invalid")
    func otherSignature() throws {
        let text = try SimulatedCredential().sign(header: header, claims: claims)
        guard case .invalid = find("bearer \(text)") else {
            Issue.record("not invalid")
            return
        }
    }

    @Test("The signature covers every character of header and claims")
    func tampered() throws {
        let parts = try credential.sign(header: header, claims: claims).split(separator: ".")
        let later = Base64.encodeURLSafe(#"{"iss":"SIMTEAM001","iat":1800000001}"#.utf8)
        guard case .invalid = find("bearer \(parts[0]).\(later).\(parts[2])") else {
            Issue.record("not invalid")
            return
        }
    }

    @Test("The .p8 file is a PKCS #8 key in PEM, whose public key the simulator has")
    func p8() throws {
        let text = credential.p8.reveal()
        #expect(text.hasPrefix("-----BEGIN PRIVATE KEY-----"))
        let key = try P256.Signing.PrivateKey(pemRepresentation: text)
        #expect(key.publicKey.rawRepresentation == credential.providerKey.publicKey.rawRepresentation)
    }
}

@Suite("The provider tokens of a connection")
struct TokenLedgerTests {
    private let start = Timestamp(seconds: 1_800_000_000)
    private let key = SimulatedCredential().providerKey

    private func token(_ moment: Timestamp) -> VerifiedProviderToken {
        VerifiedProviderToken(key: key, issuedAt: moment)
    }

    @Test("The first token is never too early, and binds the connection to its key")
    func first() {
        var tokens = TokenHistory()
        #expect(!tokens.isTooSoon(token(start), authorization: "a", now: start))
        tokens.record(token(start), authorization: "a", now: start)
        #expect(tokens.firstKey?.keyID == key.keyID)
        #expect(tokens.token(for: "a")?.issuedAt == start)
        #expect(tokens.token(for: "b") == nil)
    }

    @Test(
        "A new token is accepted after 20 minutes", arguments: [(0, true), (1199, true), (1200, false), (3000, false)])
    func interval(_ seconds: Int, _ isTooSoon: Bool) {
        var tokens = TokenHistory()
        tokens.record(token(start), authorization: "a", now: start)
        let now = start + .seconds(seconds)
        #expect(tokens.isTooSoon(token(now), authorization: "b", now: now) == isTooSoon)
    }

    @Test("The old token is accepted after the new one, and is no update")
    func overtaking() {
        var tokens = TokenHistory()
        tokens.record(token(start), authorization: "a", now: start)
        let renewal = start + .seconds(1800)
        tokens.record(token(renewal), authorization: "b", now: renewal)
        #expect(!tokens.isTooSoon(token(start), authorization: "a", now: renewal))
        #expect(tokens.isTooSoon(token(renewal), authorization: "c", now: renewal + .seconds(60)))
    }

    @Test("Expired tokens are removed at the next renewal")
    func forgets() {
        var tokens = TokenHistory()
        tokens.record(token(start), authorization: "a", now: start)
        let later = start + .seconds(3601)
        tokens.record(token(later), authorization: "b", now: later)
        #expect(tokens.token(for: "a") == nil)
        #expect(tokens.token(for: "b") != nil)
    }

    @Test("A requested renewal is accepted immediately")
    func allowed() {
        var tokens = TokenHistory()
        tokens.record(token(start), authorization: "a", now: start)
        tokens.allowUpdate(of: key)
        #expect(!tokens.isTooSoon(token(start), authorization: "b", now: start))
    }
}
