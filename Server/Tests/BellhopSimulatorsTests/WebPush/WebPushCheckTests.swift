import BellhopModel
import Crypto
import Foundation
import Testing

@testable import BellhopSimulators

@Suite("The rules of the simulated push service")
struct WebPushCheckTests {
    private static let now = Timestamp(seconds: 1_767_225_600)
    private static let origin = "https://push.example.net"
    private let key = P256.Signing.PrivateKey()
    private let subscriber: SimulatedSubscriber

    init() throws {
        subscriber = try SimulatedSubscriber(
            endpoint: Self.origin, path: "/push/1", applicationServerKey: Array(key.publicKey.x963Representation),
            origin: nil)
    }

    /// A body of one record with a key of 65 bytes, which the push service cannot decrypt.
    private static let body =
        [UInt8](repeating: 1, count: 16) + [0, 0, 16, 0, 65] + [UInt8](repeating: 4, count: 65)
        + [UInt8](repeating: 9, count: 40)

    private func authorization(
        _ key: P256.Signing.PrivateKey? = nil, shown: P256.Signing.PrivateKey? = nil,
        header: String = #"{"alg":"ES256"}"#,
        aud: String = origin, exp: Int64 = now.seconds + 3600, sub: String = "mailto:push@example.com"
    ) throws -> String {
        let key = key ?? self.key
        let claims = #"{"aud":"\#(aud)","exp":\#(exp),"sub":"\#(sub)"}"#
        let content = "\(Base64.encodeURLSafe(header.utf8)).\(Base64.encodeURLSafe(claims.utf8))"
        let signature = try key.signature(for: Data(content.utf8)).rawRepresentation
        return "vapid t=\(content).\(Base64.encodeURLSafe(signature)), "
            + "k=\(Base64.encodeURLSafe((shown ?? key).publicKey.x963Representation))"
    }

    private func refusal(
        method: String = "POST", fields: [String: String?] = [:], authorization: String? = nil, body: [UInt8] = body,
        ending: WebPushRefusal? = nil, hasSubscriber: Bool = true
    ) throws -> WebPushRefusal? {
        var all = [
            "ttl": "60", "content-encoding": "aes128gcm", "authorization": try authorization ?? self.authorization(),
        ]
        for (name, value) in fields { all[name] = value }
        let inspection = WebPushInspection(
            method: method, fields: all, body: body, origin: Self.origin, subscriber: hasSubscriber ? subscriber : nil,
            ending: ending, longestBody: 4096, now: Self.now)
        return WebPushCheck.all.lazy.compactMap { $0.refusal(inspection) }.first
    }

    @Test("accept a correct request")
    func passes() throws {
        #expect(try refusal() == nil)
        #expect(try refusal(fields: ["urgency": "very-low", "topic": "AZaz09-_", "ttl": "0"]) == nil)
        #expect(try refusal(body: Self.body + [UInt8](repeating: 0, count: 4096 - Self.body.count)) == nil)
    }

    @Test("refuse a subscription that does not exist or has ended")
    func subscription() throws {
        #expect(try refusal(hasSubscriber: false)?.status == 404)
        #expect(try refusal(ending: .gone) == .gone)
        #expect(try refusal(method: "GET")?.status == 405)
    }

    @Test(
        "refuse wrong fields",
        arguments: [
            ("ttl", nil), ("ttl", ""), ("ttl", "-1"), ("ttl", "1.5"), ("ttl", "60, 60"), ("ttl", "99999999999"),
            ("urgency", "urgent"), ("urgency", "High"), ("topic", ""), ("topic", String(repeating: "a", count: 33)),
            ("topic", "a+b/"), ("topic", "new_event"), ("content-encoding", nil), ("content-encoding", "aesgcm"),
        ] as [(String, String?)])
    func fields(name: String, value: String?) throws {
        #expect(try refusal(fields: [name: value])?.status == 400)
    }

    @Test("refuse bodies that are too large, and those that are not one record with a key")
    func bodies() throws {
        #expect(try refusal(body: [UInt8](repeating: 0, count: 4097)) == .tooLarge)
        #expect(try refusal(body: [])?.status == 400)
        #expect(try refusal(body: Array(Self.body.prefix(86)))?.status == 400)
        // A record size of 20 divides the content into two records.
        var two = Self.body
        two.replaceSubrange(16..<20, with: [0, 0, 0, 20])
        #expect(try refusal(body: two)?.status == 400)
    }

    @Test("refuse missing and malformed credentials with 401")
    func credentials() throws {
        #expect(try refusal(fields: ["authorization": nil])?.status == 401)
        for text in ["", "vapid", "Bearer x", "vapid t=a.b.c, k=BAAA", "WebPush " + (try authorization())] {
            #expect(try refusal(authorization: text)?.status == 401)
        }
        #expect(try refusal(authorization: authorization(header: #"{"alg":"none"}"#))?.status == 401)
    }

    @Test("refuse a token with a wrong signature, audience, end, contact or key with 403")
    func tokens() throws {
        let other = P256.Signing.PrivateKey()
        let wrong = [
            try authorization(shown: other), try authorization(aud: "https://push.example.net/"),
            try authorization(aud: "https://push.example.net:8443"), try authorization(exp: Self.now.seconds),
            try authorization(exp: Self.now.seconds + 86_401), try authorization(exp: .max), try authorization(exp: -1),
            try authorization(sub: ""), try authorization(sub: "push@example.com"),
            try authorization(sub: "mailto:root@localhost"), try authorization(other),
        ]
        for text in wrong { #expect(try refusal(authorization: text)?.status == 403) }
        #expect(try refusal(authorization: authorization(exp: Self.now.seconds + 86_400)) == nil)
    }

    @Test("read the example of RFC 8292 §2.4")
    func example() throws {
        let credentials = try #require(
            VAPIDCredentials(
                "vapid t=eyJ0eXAiOiJKV1QiLCJhbGciOiJFUzI1NiJ9.eyJhdWQiOiJodHRwczovL3B1c2guZXhhbXBsZS5uZXQiLCJleHAiOjE0N"
                    + "TM1MjM3NjgsInN1YiI6Im1haWx0bzpwdXNoQGV4YW1wbGUuY29tIn0.i3CYb7t4xfxCDquptFOepC9GAu_HLGkMlMuCGSK2r"
                    + "piUfnK9ojFwDXb1JrErtmysazNjjvW2L9OkSSHzvoD1oA, "
                    + "k=BA1Hxzyi1RUM1b5wjxsn7nGxAszw2u61m164i3MrAIxHF6YK5h4SDYic-dRuU_RCPCfA5aq9ojSwk5Y2EmClBPs"))
        #expect(credentials.isSigned)
        #expect(credentials.audience == "https://push.example.net" && credentials.contact == "mailto:push@example.com")
        #expect(credentials.expiration == Timestamp(seconds: 1_453_523_768))
    }
}
