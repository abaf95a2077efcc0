import BellhopModel
import BellhopServer
import BellhopStore
import BellhopTestSupport
import Crypto
import Testing

@Suite("Devices over HTTP")
struct DeviceAPITests {
    @Test("A pairing code works once, in every accepted spelling")
    func pairingOnce() async throws {
        try await TestServer.run { server in
            let pairing: Pairing = try await server.send("POST", "/v1/pairings", key: server.admin).decode()
            #expect(pairing.code.count == 9)
            #expect(pairing.expiresAt == TestServer.start + .seconds(600))
            let typed = pairing.code.lowercased().replacing("-", with: " ")
            let body = try TestDevice.registration(code: typed, token: "aa", key: .init())
            #expect(try await server.send("POST", "/v1/devices/register", key: nil, json: body).status == 201)
            let again = try await server.send("POST", "/v1/devices/register", key: nil, json: body)
            #expect(again.status == 403)
            #expect(again.error == "pairing_code_invalid")
        }
    }

    @Test("A pairing code expires after ten minutes")
    func pairingExpires() async throws {
        try await TestServer.run { server in
            let pairing: Pairing = try await server.send("POST", "/v1/pairings", key: server.admin).decode()
            server.time.advance(to: pairing.expiresAt)
            let body = try TestDevice.registration(code: pairing.code, token: "aa", key: .init())
            #expect(try await server.send("POST", "/v1/devices/register", key: nil, json: body).status == 403)
        }
    }

    @Test("Ten wrong codes invalidate every open code")
    func guessing() async throws {
        try await TestServer.run { server in
            let pairing: Pairing = try await server.send("POST", "/v1/pairings", key: server.admin).decode()
            for _ in 0..<10 {
                let guess = try TestDevice.registration(code: "0000-0000", token: "aa", key: .init())
                #expect(try await server.send("POST", "/v1/devices/register", key: nil, json: guess).status == 403)
            }
            let right = try TestDevice.registration(code: pairing.code, token: "aa", key: .init())
            #expect(try await server.send("POST", "/v1/devices/register", key: nil, json: right).status == 403)
        }
    }

    @Test("A device that registers again with its key gets a new token and stays the same device")
    func rotation() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server, token: "aa")
            let body = try TestDevice.registration(code: nil, token: "bb", key: phone.signing, name: "Renamed")
            let again = try await server.send("POST", "/v1/devices/register", key: phone.key, json: body)
            #expect(again.status == 200)
            let registered: RegisteredDevice = try again.decode()
            #expect(registered.device.id == phone.id)
            #expect(registered.device.name == "Renamed")
            #expect(registered.key == nil)
            #expect(try await server.store.device(phone.id)?.token.text == "bb")
        }
    }

    @Test("A registration with another signing key is another device")
    func otherSigningKey() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server, token: "aa")
            let body = try TestDevice.registration(code: nil, token: "aa", key: .init())
            #expect(try await server.send("POST", "/v1/devices/register", key: phone.key, json: body).status == 403)
        }
    }

    @Test("The key of a removed device is revoked, and an owner cannot remove another user's device")
    func removal() async throws {
        try await TestServer.run { server in
            let mine = try await TestDevice.pair(with: server, token: "aa")
            let other = try await TestDevice.pair(with: server, user: "other", token: "bb")
            #expect(try await server.send("DELETE", "/v1/devices/\(mine.id)", key: other.key).status == 403)
            #expect(try await server.send("DELETE", "/v1/devices/\(mine.id)", key: mine.key).status == 204)
            #expect(try await server.send("GET", "/v1/devices", key: mine.key).status == 401)
        }
    }

    @Test("No list of devices shows a push token")
    func noTokens() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server, token: "deadbeefdeadbeef")
            let list = try await server.send("GET", "/v1/devices", key: phone.key)
            #expect(list.status == 200)
            #expect(!String(decoding: list.body, as: UTF8.self).contains("deadbeef"))
        }
    }

    struct BadRegistration: Sendable {
        var field: String
        var change: @Sendable (inout DeviceRegistration) -> Void
    }

    static let bad = [
        BadRegistration(field: "name") { $0.name = "" },
        BadRegistration(field: "name") { $0.name = " \n" },
        BadRegistration(field: "name") { $0.name = String(repeating: "n", count: 201) },
        BadRegistration(field: "app_version") { $0.appVersion = String(repeating: "1", count: 129) },
        BadRegistration(field: "app_version") { $0.appVersion = "" },
        BadRegistration(field: "locale") { $0.locale = String(repeating: "a", count: 129) },
        BadRegistration(field: "locale") { $0.locale = "de\nCH" },
        BadRegistration(field: "time_zone: \"Berlin\" is not an IANA time zone name; did you mean Europe/Berlin?") {
            $0.timeZone = "Berlin"
        },
        BadRegistration(field: "time_zone") { $0.timeZone = "Europe/" + String(repeating: "x", count: 129) },
        BadRegistration(field: "app") { $0.app = "two words" },
        BadRegistration(field: "token") { $0.token = DeviceToken("not-hex")! },
        BadRegistration(field: "public_key") { $0.publicKey = "AAAA" },
    ]

    @Test("The error of a registration names the invalid field, and the code stays valid", arguments: bad.indices)
    func badField(_ index: Int) async throws {
        try await TestServer.run { server in
            let pairing: Pairing = try await server.send("POST", "/v1/pairings", key: server.admin).decode()
            let good = try TestDevice.registration(code: pairing.code, token: "aa", key: .init())
            var broken = good
            Self.bad[index].change(&broken)
            let refused = try await server.send("POST", "/v1/devices/register", key: nil, json: broken)
            #expect(refused.status == 400)
            #expect(try refused.decode(APIError.self).message.hasPrefix(Self.bad[index].field))
            #expect(try await server.send("POST", "/v1/devices/register", key: nil, json: good).status == 201)
        }
    }

    @Test(
        "All time zone names of operating systems are accepted",
        arguments: ["UTC", "GMT", "Etc/GMT+5", "US/Pacific", "America/Argentina/Buenos_Aires"])
    func zones(zone: String) async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            var body = try TestDevice.registration(code: nil, token: "aa", key: phone.signing)
            body.timeZone = zone
            let answered = try await server.send("POST", "/v1/devices/register", key: phone.key, json: body)
            #expect(answered.status == 200)
            #expect(try answered.decode(RegisteredDevice.self).device.timeZone == zone)
        }
    }
}
