import BellhopCore
import BellhopModel
import BellhopServer
import BellhopStore
import BellhopTestSupport
import Crypto
import Testing

@Suite("Device management over HTTP")
struct DeviceCareAPITests {
    @Test("Pairing with a known token transfers the device: same id, active, the former owner's key is revoked")
    func takeover() async throws {
        try await TestServer.run { server in
            let hers = try await TestDevice.pair(with: server, user: "ada", token: "aa")
            #expect(try await server.send("DELETE", "/v1/devices/\(hers.id)", key: server.admin).status == 204)
            let his = try await TestDevice.pair(with: server, user: "bob", token: "aa", name: "Bob's")
            #expect(his.id == hers.id)
            #expect(try await server.send("GET", "/v1/devices", key: hers.key).status == 401)
            let device: DeviceSummary = try await server.send("GET", "/v1/devices/\(his.id)", key: his.key).decode()
            #expect(device.userID == "bob")
            #expect(device.name == "Bob's")
            #expect(device.state == .active)
            #expect(device.inactivation == nil)
        }
    }

    @Test("A device is renamed by its owner or an admin, and keeps the name when it registers again")
    func rename() async throws {
        try await TestServer.run { server in
            let mine = try await TestDevice.pair(with: server, token: "aa")
            let other = try await TestDevice.pair(with: server, user: "other", token: "bb")
            let path = "/v1/devices/\(mine.id)"
            let update = DeviceUpdate(name: "Work phone")
            #expect(try await server.send("PATCH", path, key: other.key, json: update).status == 403)
            #expect(try await server.send("PATCH", path, key: server.agent, json: update).status == 403)
            #expect(try await server.send("PATCH", path, key: mine.key, json: DeviceUpdate(name: " ")).status == 400)
            #expect(try await server.send("PATCH", path, key: mine.key, body: "{}").status == 400)
            let renamed: DeviceSummary = try await server.send("PATCH", path, key: mine.key, json: update).decode()
            #expect(renamed.name == "Work phone")
            let body = try TestDevice.registration(code: nil, token: "aa", key: mine.signing, name: "iPhone")
            let again: RegisteredDevice = try await server.send(
                "POST", "/v1/devices/register", key: mine.key, json: body
            ).decode()
            #expect(again.device.name == "Work phone")
            let unknown = "/v1/devices/\(DeviceID.make(at: TestServer.start))"
            #expect(try await server.send("PATCH", unknown, key: server.admin, json: update).status == 404)
        }
    }

    @Test("An admin lists the devices of any user with version, locale and zone, and all users with their counts")
    func admin() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server, user: "ada", token: "aa")
            var body = try TestDevice.registration(code: nil, token: "aa", key: phone.signing)
            (body.appVersion, body.locale, body.timeZone) = ("2.1", "de_CH", "Europe/Zurich")
            #expect(try await server.send("POST", "/v1/devices/register", key: phone.key, json: body).status == 200)
            let list: Page<DeviceSummary> = try await server.send(
                "GET", "/v1/devices?user=ada", key: server.admin
            ).decode()
            let device = try #require(list.items.first)
            #expect(device.appVersion == "2.1" && device.locale == "de_CH" && device.timeZone == "Europe/Zurich")
            #expect(device.lastSeenAt == TestServer.start)
            #expect(try await server.send("GET", "/v1/devices?user=owner", key: phone.key).status == 403)
            let users: Page<UserSummary> = try await server.send("GET", "/v1/users", key: server.admin).decode()
            #expect(users.items.map(\.userID) == ["ada", "owner"])
            #expect(users.items.map(\.activeDevices) == [1, 0])
            let rest: Page<UserSummary> = try await server.send(
                "GET", "/v1/users?after=ada&limit=1", key: server.admin
            ).decode()
            #expect(rest.items.map(\.userID) == ["owner"])
            #expect(try await server.send("GET", "/v1/users", key: server.agent).status == 403)
        }
    }

    @Test("Any request of a device updates its last contact", .timeLimit(.minutes(10)))
    func lastContact() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            server.time.advance(by: .seconds(7200))
            let now = server.time.now
            #expect(try await server.send("GET", "/v1/asks", key: phone.key).status == 200)
            try await until { try await server.store.device(phone.id)?.lastSeenAt == now }
        }
    }

    @Test(
        "Simultaneous equal requests under one idempotency key are processed once",
        arguments: [("/v1/keys", #"{"role":"agent","label":"once"}"#), ("/v1/pairings", "{}")])
    func once(path: String, body: String) async throws {
        try await TestServer.run { server in
            let replies = try await withThrowingTaskGroup(of: TestServer.Answered.self) { group in
                for _ in 0..<20 {
                    group.addTask {
                        try await server.send(
                            "POST", path, key: server.admin, body: body, headers: ["idempotency-key": "once"])
                    }
                }
                return try await group.reduce(into: []) { $0.append($1) }
            }
            #expect(replies.allSatisfy { $0.status == 201 })
            #expect(replies.count { $0.headers["idempotency-replayed"] == nil } == 1)
            #expect(try await server.keys.list().count { $0.label == "once" } <= 1)
        }
    }
}
