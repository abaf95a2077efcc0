import BellhopCore
import BellhopModel
import BellhopStore
import BellhopTestSupport
import Crypto
import Testing

@Suite("Browsers over HTTP")
struct WebPushAPITests {
    private static let publicKey = Base64.encodeURLSafe(P256.KeyAgreement.PrivateKey().publicKey.x963Representation)
    private static let secret = Base64.encodeURLSafe([UInt8](repeating: 0xFF, count: 16))

    /// The JSON of a subscription, as a page sends it.
    private static func subscription(
        _ endpoint: String = "https://push.example.net/abc", publicKey: String = publicKey, more: String = ""
    ) -> String {
        #"{"endpoint":"\#(endpoint)","expirationTime":null,"keys":{"p256dh":"\#(publicKey)","auth":"\#(secret)"}\#(more)}"#
    }

    private static func registration(_ token: String, code: String? = nil) throws -> DeviceRegistration {
        DeviceRegistration(
            pairingCode: code, userID: code == nil ? "ada" : nil, name: "Firefox", platform: .web,
            token: try #require(DeviceToken(token)), environment: .production, app: "bellhop.example.com",
            publicKey: code == nil
                ? nil : Base64.encode(P256.Signing.PrivateKey().publicKey.x963Representation))
    }

    @Test("The key for subscriptions is public")
    func key() async throws {
        try await TestServer.run { server in
            let answer = try await server.send("GET", "/v1/web-push")
            #expect(answer.status == 200)
            let parameters: WebPushParameters = try answer.decode()
            #expect(parameters.applicationServerKey == TestServer.webPushKey)
        }
    }

    @Test("A browser is paired with its subscription, which is stored in canonical form")
    func paired() async throws {
        try await TestServer.run { server in
            let pairing: Pairing = try await server.send("POST", "/v1/pairings", key: server.admin).decode()
            let text = Self.subscription(
                "HTTPS://Push.example.net:443/abc", more: #","origin":"https://bellhop.example.com""#)
            let answer = try await server.send(
                "POST", "/v1/devices/register", key: nil, json: Self.registration(text, code: pairing.code))
            #expect(answer.status == 201)
            let registered: RegisteredDevice = try answer.decode()
            let stored = try #require(try await server.store.device(registered.device.id))
            let keys = #"{"auth":"\#(Self.secret)","p256dh":"\#(Self.publicKey)"}"#
            #expect(
                stored.token.text
                    == #"{"endpoint":"https://push.example.net/abc","keys":\#(keys),"origin":"https://bellhop.example.com"}"#
            )
            #expect(stored.platform == .web && stored.state == .active)

            // Another spelling of the same subscription, as sent on each load of the page.
            let again = try await server.send(
                "POST", "/v1/devices/register", key: registered.key,
                json: DeviceRegistration(platform: .web, token: stored.token, environment: .production))
            #expect(again.status == 200)
            #expect(try await server.store.devices(of: stored.userID).count == 1)
        }
    }

    @Test("A browser without a subscription is paired, answers, and receives pushes once it has one")
    func withoutSubscription() async throws {
        try await TestServer.run { server in
            let pairing: Pairing = try await server.send("POST", "/v1/pairings", key: server.admin).decode()
            var first = try Self.registration(Self.subscription(), code: pairing.code)
            first.token = nil
            let answer = try await server.send("POST", "/v1/devices/register", key: nil, json: first)
            #expect(answer.status == 201)
            let registered: RegisteredDevice = try answer.decode()
            #expect(registered.device.state == .inactive && registered.device.trust == .trusted)
            #expect(registered.device.inactivation?.cause == .noSubscription && registered.device.isAnswering)
            #expect(try await server.send("GET", "/v1/asks", key: registered.key).status == 200)

            let sent = try await server.send(
                "POST", "/v1/notifications", key: server.agent, body: #"{"title":"t","body":"b"}"#)
            let notification: UserNotification = try sent.decode()
            #expect(try await server.store.deliveries(of: notification.id).isEmpty)

            func register(_ token: DeviceToken?) async throws -> DeviceSummary {
                let again = try await server.send(
                    "POST", "/v1/devices/register", key: registered.key,
                    json: DeviceRegistration(platform: .web, token: token, environment: .production))
                #expect(again.status == 200)
                return try again.decode(RegisteredDevice.self).device
            }
            let withPush = try await register(DeviceToken(Self.subscription()))
            #expect(withPush.state == .active && withPush.inactivation == nil && withPush.id == registered.device.id)
            #expect(try await register(nil).inactivation?.cause == .noSubscription)
        }
    }

    @Test("Two browsers without subscriptions are two devices")
    func severalWithout() async throws {
        try await TestServer.run { server in
            for _ in 1...2 {
                let pairing: Pairing = try await server.send("POST", "/v1/pairings", key: server.admin).decode()
                var browser = try Self.registration(Self.subscription(), code: pairing.code)
                browser.token = nil
                #expect(try await server.send("POST", "/v1/devices/register", key: nil, json: browser).status == 201)
            }
            let devices = try await server.store.devices(of: FirstKeys.owner)
            #expect(devices.count == 2 && devices.count { $0.trust == .trusted } == 1)
        }
    }

    @Test("Only a browser that is paired may have no token, and no device may have that of one without")
    func missingToken() async throws {
        try await TestServer.run { server in
            let bodies = [
                #"{"user_id":"ada","platform":"web","environment":"production","app":"a"}"#,
                #"{"user_id":"ada","platform":"ios","environment":"production","app":"a"}"#,
                #"{"user_id":"ada","platform":"android","environment":"production","app":"a","token":"none/1"}"#,
            ]
            for body in bodies {
                let answer = try await server.send("POST", "/v1/devices/register", key: server.admin, body: body)
                #expect(answer.status == 400)
                #expect(try answer.decode(APIError.self).message.hasPrefix("token: "))
            }
        }
    }

    @Test(
        "A token that is no subscription is refused with the field, and is not repeated",
        arguments: [
            ("a1b2c3", "token: the subscription must be"), ("{}", "token: endpoint is missing"),
            (subscription("http://push.example.net/abc"), "token: endpoint must be an https URL"),
            (subscription("https://user@push.example.net/abc"), "token: endpoint must be an https URL"),
            (subscription(publicKey: "BAAA"), "token: keys.p256dh must be a P-256 public key"),
            (
                subscription(publicKey: Base64.encodeURLSafe([4] + [UInt8](repeating: 1, count: 64))),
                "token: keys.p256dh must be a point of the curve P-256"
            ),
            (subscription(more: #","origin":"http://bellhop.example.com""#), "token: origin must be an origin"),
        ])
    func refused(token: String, message: String) async throws {
        try await TestServer.run { server in
            for path in ["/v1/devices/register", "/v1/devices/import"] {
                let registration = try Self.registration(token)
                let answer =
                    path.hasSuffix("import")
                    ? try await server.send(
                        "POST", path, key: server.admin, json: DeviceImport(devices: [registration]))
                    : try await server.send("POST", path, key: server.admin, json: registration)
                #expect(answer.status == 400 && answer.error == "invalid_request")
                let error: APIError = try answer.decode()
                #expect(error.message.contains(message), "\(error.message)")
                #expect(!error.message.contains("/abc") && !error.message.contains(Self.secret))
            }
            #expect(try await server.store.devices(of: "ada").isEmpty)
        }
    }
}
