import BellhopModel
import Crypto
import Foundation
import Testing

@testable import BellhopAPNs

@Suite("A credential")
struct CredentialTests {
    @Test(
        "parses a .p8 file in every common form",
        arguments: [
            TestKey.pem,
            "\n  " + TestKey.pem + "\n\n",
            TestKey.pem.replacing("\n", with: "\r\n"),
            TestKey.pem.replacing("\n", with: "\\n"),
            TestKey.pem.replacing("\n", with: " "),
            "Key for push\n" + TestKey.pem,
        ])
    func reads(pem: String) throws {
        let credential = try APNsCredential(teamID: "TEAM123456", keyID: "KEY1234567", privateKey: Secret(pem))
        #expect(credential.signingKey.rawRepresentation == TestKey.signing.rawRepresentation)
    }

    @Test(
        "rejects a key that is not PEM",
        arguments: [
            "", "AuthKey_KEY1234567.p8", "-----BEGIN PRIVATE KEY-----",
            "-----BEGIN PRIVATE KEY-----\n-----END PRIVATE KEY-----",
            "-----BEGIN PRIVATE KEY-----\n!!!\n-----END PRIVATE KEY-----", "-----BEGIN A-----\nAAAA\n-----END B-----",
        ])
    func notPEM(text: String) {
        #expect(throws: APNsCredentialError.keyNotPEM) {
            try APNsCredential(teamID: "TEAM123456", keyID: "KEY1234567", privateKey: Secret(text))
        }
    }

    @Test("names the content of a PEM that is not a P-256 private key")
    func notP256() {
        let other = P384.Signing.PrivateKey().pemRepresentation
        #expect(throws: APNsCredentialError.keyNotP256(label: "PRIVATE KEY")) {
            try APNsCredential(teamID: "TEAM123456", keyID: "KEY1234567", privateKey: Secret(other))
        }
        let publicKey = TestKey.signing.publicKey.pemRepresentation
        #expect(throws: APNsCredentialError.keyNotP256(label: "PUBLIC KEY")) {
            try APNsCredential(teamID: "TEAM123456", keyID: "KEY1234567", privateKey: Secret(publicKey))
        }
    }

    @Test(
        "accepts only ids of 10 letters and digits",
        arguments: ["", "TEAM12345", "TEAM1234567", "TEAM 12345", "TÉAM123456"])
    func ids(text: String) {
        #expect(throws: APNsCredentialError.teamIDMalformed(length: text.count)) {
            try APNsCredential(teamID: text, keyID: "KEY1234567", privateKey: Secret(TestKey.pem))
        }
        #expect(throws: APNsCredentialError.keyIDMalformed(length: text.count)) {
            try APNsCredential(teamID: "TEAM123456", keyID: text, privateKey: Secret(TestKey.pem))
        }
    }

    @Test("does not reveal the key when printed, dumped or in an error")
    func redacted() throws {
        let credential = try TestKey.credential()
        var dumped = ""
        dump(credential, to: &dumped)
        #expect("\(credential)" == "APNs key KEY1234567 of team TEAM123456")
        #expect(!dumped.contains("signingKey"))
        let swapped = #expect(throws: APNsCredentialError.self) {
            try APNsCredential(teamID: "TEAM123456", keyID: TestKey.pem, privateKey: Secret(TestKey.pem))
        }
        #expect(swapped.map { !"\($0)".contains("BEGIN") } ?? false)
    }

    @Test("covers the apps and environments it was made for")
    func scope() throws {
        let narrow = try TestKey.credential(environments: [.sandbox], apps: ["com.example.app"])
        #expect(narrow.covers(.sandbox, app: "com.example.app"))
        #expect(!narrow.covers(.production, app: "com.example.app"))
        #expect(!narrow.covers(.sandbox, app: "com.example.other"))
        #expect(try TestKey.credential().covers(.production, app: "com.example.other"))
    }
}

@Suite("A provider token")
struct ProviderTokenTests {
    @Test("is an ES256 JWT with only the claims that Apple requires")
    func format() throws {
        let token = try ProviderToken(for: TestKey.credential(), at: Timestamp(milliseconds: 1_800_000_000_999))
        let field = token.reveal()
        try #require(field.hasPrefix("bearer "))
        let parts = field.dropFirst(7).split(separator: ".", omittingEmptySubsequences: false).map(String.init)
        try #require(parts.count == 3)
        let json = try parts.prefix(2).map { try #require(Base64.decode($0)) }
        #expect(String(decoding: json[0], as: UTF8.self) == #"{"alg":"ES256","kid":"KEY1234567"}"#)
        #expect(String(decoding: json[1], as: UTF8.self) == #"{"iss":"TEAM123456","iat":1800000000}"#)
        #expect(!field.contains("="))
    }

    @Test("has a signature of R and S concatenated, which the public key verifies")
    func signature() throws {
        let field = try ProviderToken(for: TestKey.credential(), at: TestClock.start).reveal().dropFirst(7)
        let dot = try #require(field.lastIndex(of: "."))
        let bytes = try #require(Base64.decode(String(field[field.index(after: dot)...])))
        #expect(bytes.count == 64)
        let signature = try P256.Signing.ECDSASignature(rawRepresentation: bytes)
        #expect(TestKey.signing.publicKey.isValidSignature(signature, for: Data(field[..<dot].utf8)))
    }

    @Test("omits its secret when printed or dumped")
    func redacted() throws {
        let token = try ProviderToken(for: TestKey.credential(), at: TestClock.start)
        var dumped = "\(token)"
        dump(token, to: &dumped)
        #expect(!dumped.contains("bearer"))
    }
}

@Suite("Provider tokens")
struct ProviderTokensTests {
    let clock = TestClock()

    private func field(_ tokens: ProviderTokens) throws -> String? {
        switch try tokens.token(at: clock.now()) {
        case .valid(let token): token.reveal()
        case .unavailable: nil
        }
    }

    @Test("are reused for 45 minutes, then replaced")
    func reuse() throws {
        let tokens = ProviderTokens(credential: try TestKey.credential(), lifetime: .seconds(45 * 60))
        let first = try field(tokens)
        clock.advance(by: .seconds(45 * 60 - 1))
        #expect(try field(tokens) == first)
        clock.advance(by: .seconds(1))
        let second = try field(tokens)
        #expect(second != first)
        #expect(try field(tokens) == second)
    }

    @Test("are signed once for concurrent callers")
    func singleFlight() async throws {
        let tokens = ProviderTokens(credential: try TestKey.credential(), lifetime: .seconds(45 * 60))
        let now = clock.now()
        let fields = try await withThrowingTaskGroup { group in
            for _ in 0..<32 {
                group.addTask {
                    guard case .valid(let token) = try tokens.token(at: now) else { throw TestFault("no token") }
                    return token.reveal()
                }
            }
            return try await group.reduce(into: Set<String>()) { $0.insert($1) }
        }
        // ECDSA signatures differ each time, so two tokens of one second would differ.
        #expect(fields.count == 1)
    }

    @Test("are replaced immediately when APNs calls them expired, but only one ahead of schedule")
    func expired() throws {
        let tokens = ProviderTokens(credential: try TestKey.credential(), lifetime: .seconds(45 * 60))
        guard case .valid(let first) = try tokens.token(at: clock.now()) else { throw TestFault("no token") }
        clock.advance(by: .seconds(5))
        tokens.expired(first)
        guard case .valid(let second) = try tokens.token(at: clock.now()) else { throw TestFault("no token") }
        #expect(second.reveal() != first.reveal())

        // Late responses to pushes with the first token do not invalidate the second.
        tokens.expired(first)
        #expect(try field(tokens) == second.reveal())

        tokens.expired(second)
        guard case .unavailable(let until) = try tokens.token(at: clock.now()) else { throw TestFault("a third token") }
        #expect(until == clock.now() + .seconds(20 * 60))
        clock.advance(by: .seconds(20 * 60))
        #expect(try field(tokens) != nil)
    }
}

@Suite("The schedule of provider tokens")
struct TokenScheduleTests {
    let start = TestClock.start

    private func minutes(_ number: Int64) -> Timestamp { start + .seconds(number * 60) }

    @Test(
        "clamps lifetimes to 20 to 55 minutes",
        arguments: [
            (Duration.seconds(1), Duration.seconds(20 * 60)), (.seconds(45 * 60), .seconds(45 * 60)),
            (.seconds(90 * 60), .seconds(55 * 60)),
        ])
    func lifetimes(given: Duration, used: Duration) {
        #expect(ProviderTokenSchedule(lifetime: given).lifetime == used)
    }

    @Test("keeps the token for 20 more minutes after TooManyProviderTokenUpdates")
    func tooMany() {
        var schedule = ProviderTokenSchedule(lifetime: .seconds(45 * 60))
        schedule.issued(at: start)
        schedule.tooManyUpdates(at: minutes(30))
        #expect(schedule.nextAction(at: minutes(46)) == .use)
        #expect(schedule.nextAction(at: minutes(49)) == .use)
        #expect(schedule.nextAction(at: minutes(50)) == .make)
    }

    @Test("does not sign a token too early, even when the current one becomes too old")
    func tooManyAndTooOld() {
        var schedule = ProviderTokenSchedule(lifetime: .seconds(45 * 60))
        schedule.issued(at: start)
        schedule.tooManyUpdates(at: minutes(44))
        #expect(schedule.nextAction(at: minutes(58)) == .use)
        #expect(schedule.nextAction(at: minutes(60)) == .wait(until: minutes(64)))
        #expect(schedule.nextAction(at: minutes(64)) == .make)
    }

    @Test("resets when the clock was set back")
    func clockSetBack() {
        var schedule = ProviderTokenSchedule(lifetime: .seconds(45 * 60))
        schedule.issued(at: start)
        #expect(schedule.nextAction(at: start - .seconds(30)) == .use)
        #expect(schedule.nextAction(at: start - .seconds(3600)) == .make)
        schedule.issued(at: start - .seconds(3600))
        #expect(schedule.nextAction(at: start - .seconds(3000)) == .use)
    }
}
