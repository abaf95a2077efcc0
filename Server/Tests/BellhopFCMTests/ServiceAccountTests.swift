import BellhopModel
import BellhopSimulators
import Crypto
import CryptoExtras
import Testing

@testable import BellhopFCM

@Suite("A service account's key file")
struct ServiceAccountTests {
    private static func file(_ change: (inout [String: JSONValue]) -> Void = { _ in }) throws -> Secret {
        let file = try Google.account.get().keyFile(tokenURI: "https://oauth2.example.com/token")
        var json = try CanonicalJSON.decode([String: JSONValue].self, from: file.reveal().utf8)
        change(&json)
        return Secret(try CanonicalJSON.text(json))
    }

    private static func error(_ file: Secret) -> ServiceAccountError? {
        #expect(throws: ServiceAccountError.self) { try ServiceAccount(json: file) }
    }

    @Test("is parsed in Google's format")
    func reads() throws {
        let account = try ServiceAccount(json: Self.file())
        #expect(account.projectID == "bellhop-simulated")
        #expect(account.email == "bellhop@bellhop-simulated.example")
        #expect(account.keyID == "simulated")
        #expect(account.tokenURI == "https://oauth2.example.com/token")
        let usual = try ServiceAccount(json: Self.file { $0["token_uri"] = nil })
        #expect(usual.tokenURI == "https://oauth2.googleapis.com/token")
    }

    @Test("is parsed when its line breaks are escaped")
    func folded() throws {
        let file = try Self.file {
            $0["private_key"] = .string(($0["private_key"]?.string ?? "").replacing("\n", with: "\\n"))
        }
        #expect(throws: Never.self) { try ServiceAccount(json: file) }
    }

    @Test("of another kind is named in the error, with a remedy")
    func whole() throws {
        let text = try Self.file().reveal()
        #expect(Self.error(Secret(" \n")) == .empty)
        #expect(Self.error(Secret(String(text.dropLast(40)))) == .cut)
        #expect(Self.error(Secret("-----BEGIN PRIVATE KEY-----")) == .notJSON)
        #expect(Self.error(Secret("[]")) == .notJSON)
        #expect(Self.error(Secret(#"{"type":"authorized_user"}"#)) == .wrongType("authorized_user"))
        #expect(Self.error(Secret(#"{"project_info":{}}"#)) == .wrongType("google-services.json"))
        #expect(Self.error(Secret(#"{"installed":{}}"#)) == .wrongType("OAuth client"))
    }

    @Test("with a missing field is rejected with its name", arguments: ["project_id", "client_email"])
    func missing(field: String) throws {
        #expect(Self.error(try Self.file { $0[field] = nil }) == .missing(field))
        #expect(Self.error(try Self.file { $0[field] = "" }) == .missing(field))
        #expect(Self.error(try Self.file { $0[field] = 7 }) == .missing(field))
    }

    @Test(
        "with an invalid field is rejected with its name",
        arguments: [
            ("project_id", "a/b"), ("project_id", "a b"), ("client_email", "no-at-sign"), ("client_email", "a@b\"c"),
            ("token_uri", "http://oauth2.googleapis.com/token"), ("token_uri", "https://"), ("token_uri", "x"),
        ])
    func malformed(field: String, value: String) throws {
        #expect(Self.error(try Self.file { $0[field] = .string(value) }) == .malformed(field))
    }

    static let wrongKeys: [(String, ServiceAccountError)] = [
        ("", .noPrivateKey), ("secret", .keyNotPEM), ("-----BEGIN PRIVATE KEY-----\nAAAA", .keyCut),
        ("-----BEGIN PRIVATE KEY-----\nAAAA\n-----END PRIVATE KEY-----", .keyUnreadable),
        ("-----BEGIN PRIVATE KEY-----\n!!!\n-----END PRIVATE KEY-----", .keyUnreadable),
        (P256.Signing.PrivateKey().pemRepresentation, .keyNotRSA),
        ("-----BEGIN PUBLIC KEY-----\nAAAA\n-----END PUBLIC KEY-----", .keyNotRSA),
        ("-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----", .keyNotRSA),
    ]

    @Test("with a key other than an RSA private key is rejected", arguments: wrongKeys)
    func wrongKey(pem: String, error: ServiceAccountError) throws {
        #expect(Self.error(try Self.file { $0["private_key"] = .string(pem) }) == error)
    }

    @Test("with a key that is too short is rejected")
    func shortKey() throws {
        let short = try _RSA.Signing.PrivateKey(unsafeKeySize: .init(bitCount: 1024))
        #expect(Self.error(try Self.file { $0["private_key"] = .string(short.pkcs8PEMRepresentation) }) == .keyNotRSA)
    }

    @Test("prints without its key, and its errors name a remedy")
    func redacted() throws {
        let account = try ServiceAccount(json: Self.file())
        var dumped = ""
        dump(account, to: &dumped)
        for text in ["\(account)", String(reflecting: account), dumped] { #expect(!text.contains("PRIVATE")) }
        let errors: [ServiceAccountError] = [
            .empty, .cut, .notJSON, .wrongType("x"), .wrongType("google-services.json"), .missing("a"), .malformed("a"),
            .noPrivateKey, .keyNotPEM, .keyCut, .keyNotRSA, .keyUnreadable,
        ]
        #expect(errors.allSatisfy { $0.description.hasSuffix("Service Accounts → Keys") })
    }
}
