import BellhopModel
import CryptoExtras
import Testing

@testable import BellhopSimulators

@Suite("The simulated endpoint for access tokens")
struct TokenInspectionTests {
    private static let account = Result { try SimulatedServiceAccount() }
    private static let now = Timestamp(seconds: 1_767_225_600)
    private static let grant = "urn%3Aietf%3Aparams%3Aoauth%3Agrant-type%3Ajwt-bearer"

    private struct Claims {
        var iss = "bellhop@bellhop-simulated.example"
        var scope = "https://www.googleapis.com/auth/firebase.messaging"
        var aud = "https://127.0.0.1:1/token"
        var iat = TokenInspectionTests.now.seconds
        var exp = TokenInspectionTests.now.seconds + 3600

        var json: String {
            #"{"iss":"\#(iss)","scope":"\#(scope)","aud":"\#(aud)","iat":\#(iat),"exp":\#(exp)}"#
        }
    }

    private func refusal(
        _ claims: String, header: String = #"{"alg":"RS256","typ":"JWT"}"#, grant: String = Self.grant,
        method: String = "POST", tamper: (String) -> String = { $0 }
    ) throws -> FCMRefusal? {
        let account = try Self.account.get()
        let assertion = tamper(try account.sign(header: header, claims: claims))
        let request = FCMRequest(
            method: method, path: "/token", host: "127.0.0.1:1",
            body: Array("grant_type=\(grant)&assertion=\(assertion)".utf8))
        let inspection = TokenInspection(request: request, accounts: [account.email: account.account], now: Self.now)
        switch inspection.verify() {
        case .success(let found):
            #expect(found.email == account.email)
            return nil
        case .failure(let refusal): return refusal
        }
    }

    private func word(_ change: (inout Claims) -> Void) throws -> String? {
        var claims = Claims()
        change(&claims)
        return try refusal(claims.json)?.word
    }

    @Test("accepts an assertion as Google documents it")
    func accepts() throws {
        #expect(try word { _ in } == nil)
        #expect(try word { $0.scope = "email https://www.googleapis.com/auth/cloud-platform" } == nil)
        // A small clock difference is tolerated.
        #expect(
            try word {
                $0.iat += 300; $0.exp += 300
            } == nil)
    }

    @Test("refuses other claims")
    func refuses() throws {
        #expect(try word { $0.iss = "unknown@example.com" } == "invalid_grant")
        #expect(try word { $0.aud = "https://oauth2.googleapis.com/token" } == "invalid_grant")
        #expect(try word { $0.scope = "https://www.googleapis.com/auth/gmail" } == "invalid_scope")
        #expect(try word { $0.exp += 1 } == "invalid_grant")
        #expect(
            try word {
                $0.iat -= 3601; $0.exp -= 3600
            } == "invalid_grant")
        #expect(
            try word {
                $0.iat += 301; $0.exp += 301
            } == "invalid_grant")
        #expect(try word { $0.iat = -1 } == "invalid_grant")
    }

    @Test("refuses an unsigned assertion, another key's signature, and a malformed JWT")
    func forged() throws {
        let claims = Claims().json
        #expect(try refusal(claims, header: #"{"alg":"none"}"#)?.word == "invalid_grant")
        #expect(try refusal(claims, header: #"{"alg":"HS256"}"#)?.word == "invalid_grant")
        #expect(try refusal(claims) { String($0.dropLast(4)) + "AAAA" }?.word == "invalid_grant")
        let other = try SimulatedServiceAccount().sign(header: #"{"alg":"RS256"}"#, claims: claims)
        #expect(try refusal(claims) { _ in other }?.word == "invalid_grant")
        for text in ["", "a.b", "a.b.c.d", "..", "%zz"] {
            #expect(try refusal(claims) { _ in text }?.word == "invalid_grant")
        }
        #expect(try refusal("{}")?.word == "invalid_grant")
    }

    @Test("accepts one grant type and one method")
    func grants() throws {
        #expect(try refusal(Claims().json, grant: "client_credentials")?.word == "unsupported_grant_type")
        #expect(try refusal(Claims().json, method: "GET")?.status == 405)
    }
}
