import BellhopModel
import Testing

@Suite("Web Push subscriptions")
struct WebPushSubscriptionTests {
    static let key = Base64.encodeURLSafe([4] + [UInt8](repeating: 0xFB, count: 64))
    static let secret = Base64.encodeURLSafe([UInt8](repeating: 0xFF, count: 16))

    private func subscription(_ endpoint: String, origin: String? = nil) throws -> WebPushSubscription {
        let page = origin.map { #","origin":"\#($0)""# } ?? ""
        return try WebPushSubscription(
            json: #"{"endpoint":"\#(endpoint)","keys":{"p256dh":"\#(Self.key)","auth":"\#(Self.secret)"}\#(page)}"#)
    }

    private func problem(_ json: String) -> WebPushSubscriptionError? {
        do throws(WebPushSubscriptionError) {
            _ = try WebPushSubscription(json: json)
            return nil
        } catch {
            return error
        }
    }

    @Test("A subscription has one token, whatever the spelling of its JSON")
    func canonical() throws {
        let plain = try subscription("https://push.example.net/a?b=%2F", origin: "https://bellhop.example.com")
        let standard = Base64.encode([4] + [UInt8](repeating: 0xFB, count: 64))
        let spelled = try WebPushSubscription(
            json: """
                {"expirationTime": null, "keys": {"auth": "\(Self.secret)==", "p256dh": "\(standard)", "x": 1},
                 "origin": "HTTPS://Bellhop.Example.com:443", "endpoint": "HTTPS://Push.Example.net:443/a?b=%2F"}
                """)
        #expect(spelled == plain && spelled.token == plain.token)
        #expect(
            plain.token?.text
                == #"{"endpoint":"https://push.example.net/a?b=%2F","keys":{"auth":"\#(Self.secret)","p256dh":"\#(Self.key)"}"#
                + #","origin":"https://bellhop.example.com"}"#)
        #expect(try WebPushSubscription(json: try #require(plain.token).text) == plain)
        #expect(plain.host == "push.example.net" && plain.port == 443 && plain.audience == "https://push.example.net")
    }

    @Test("The audience is the origin of the endpoint, with another port than 443")
    func audience() throws {
        #expect(try subscription("https://[::1]:8443/x").audience == "https://[::1]:8443")
        #expect(try subscription("https://push.example.net").endpoint == "https://push.example.net")
    }

    @Test(
        "Endpoints that could be read in two ways are refused",
        arguments: [
            "", "push.example.net", "http://push.example.net/x", "ws://push.example.net/x", "https://", "https:///x",
            "https://user@push.example.net/x", "https://user:pass@push.example.net/x", "https://push.example.net/x#y",
            "https://push.example.net:0/", "https://push.example.net:65536/", "https://push.example.net:/",
            "https://push.example.net:443:443/", "https://push.example.net:4a/", "https://push..net/", "https://.net/",
            "https://push.example.net./", "https://-push.example.net/", "https://push%2eexample.net/",
            "https://push.example.net\\\\@127.0.0.1/", "https://push.example.net /", "https://pûsh.example.net/",
            "https://push.example.net/%", "https://push.example.net/%2", "https://push.example.net/a b",
            "https://push.example.net/ä", "https://push.example.net/\\\"", "https://[::1/", "https://[::1]x/",
            "https://[fe80::1%25eth0]/", "https://::1/", "https://127.0.0.1:80@push.example.net/",
        ])
    func endpoint(text: String) {
        let error = problem(
            #"{"endpoint":"\#(text)","keys":{"p256dh":"\#(Self.key)","auth":"\#(Self.secret)"}}"#)
        #expect(error?.field == .endpoint)
    }

    @Test(
        "Errors name the field",
        arguments: [
            ("", WebPushSubscriptionError.Field.whole), ("[]", .whole), ("{", .whole), ("{}", .endpoint),
            (#"{"endpoint":7}"#, .endpoint), (#"{"endpoint":"https://a.example/"}"#, .publicKey),
            (#"{"endpoint":"https://a.example/","keys":{"p256dh":"!"}}"#, .publicKey),
            (#"{"endpoint":"https://a.example/","keys":{"p256dh":"\#(key)"}}"#, .secret),
            (#"{"endpoint":"https://a.example/","keys":{"p256dh":"BAAA","auth":"\#(secret)"}}"#, .publicKey),
            (#"{"endpoint":"https://a.example/","keys":{"p256dh":"\#(key)","auth":"AAAA"}}"#, .secret),
        ])
    func fields(json: String, field: WebPushSubscriptionError.Field) {
        #expect(problem(json)?.field == field)
        #expect(problem(json)?.description.isEmpty == false)
    }

    @Test(
        "The origin of a page is https, or http on this machine",
        arguments: [
            ("https://a.example", true), ("https://a.example:8443", true), ("http://localhost:8787", true),
            ("http://127.0.0.1", true), ("http://[::1]:1", true), ("http://a.example", false),
            ("https://a.example/", false), ("https://a.example/x", false), ("a.example", false), ("null", false),
            ("", false),
        ])
    func origin(text: String, isValid: Bool) {
        let result = Result { try subscription("https://push.example.net/x", origin: text) }
        #expect((try? result.get().origin == text) ?? false == isValid)
    }

    @Test("A subscription that is longer than a token is refused")
    func length() throws {
        let room = 1024 - (try subscription("https://a.example/").token?.text.utf8.count ?? 0)
        let path = String(repeating: "x", count: room)
        #expect(try subscription("https://a.example/\(path)").token?.text.utf8.count == 1024)
        #expect(throws: WebPushSubscriptionError.self) { try subscription("https://a.example/\(path)x") }
    }
}
