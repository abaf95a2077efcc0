import BellhopModel
import Foundation
import Testing

@Suite("Registration of devices with an admin's key")
struct DeviceImportAPITests {
    private static func body(_ more: String = "", token: String = "aabb", user: String = "ada") -> String {
        #"{"user_id":"\#(user)","platform":"ios","token":"\#(token)","environment":"production","#
            + #""app":"com.example.app"\#(more)}"#
    }

    private static func register(_ body: String, in server: TestServer) async throws -> TestServer.Answered {
        try await server.send("POST", "/v1/devices/register", key: server.admin, body: body)
    }

    @Test("A token is registered without a pairing code and without a key, and gets no key to the API")
    func registered() async throws {
        try await TestServer.run { server in
            let answered = try await Self.register(Self.body(#","app_version":"1.0","name":"Old phone""#), in: server)
            #expect(answered.status == 200)
            let registered: RegisteredDevice = try answered.decode()
            #expect(registered.key == nil)
            #expect(registered.device.publicKey == nil)
            #expect(registered.device.userID == "ada")
            #expect(registered.device.name == "Old phone")
            #expect(registered.device.state == .active)
            let again = try await Self.register(Self.body(user: "ben"), in: server)
            #expect(try again.decode(RegisteredDevice.self).device.id == registered.device.id)
            #expect(try again.decode(RegisteredDevice.self).device.userID == "ben")
        }
    }

    @Test("An imported device gets notifications, and no asks")
    func deliveries() async throws {
        try await TestServer.run { server in
            _ = try await Self.register(Self.body(user: "owner"), in: server)
            let sent = try await server.send(
                "POST", "/v1/notifications/validate", key: server.agent, body: #"{"title":"t","body":"b"}"#)
            #expect(try sent.decode(NotificationPreview.self).devices == 1)
            let told: UserNotification = try await server.send(
                "POST", "/v1/notifications", key: server.agent, body: #"{"title":"t","body":"b"}"#
            ).decode()
            #expect(try await Self.deliveries(of: told.id, in: server) == 1)
            let ask: Ask = try await server.send(
                "POST", "/v1/asks", key: server.agent, json: AskRequest.sample()
            ).decode()
            let history: Page<UserNotification> = try await server.send(
                "GET", "/v1/notifications/history", key: server.agent
            ).decode()
            let asking = try #require(history.items.first { $0.askID == ask.id })
            #expect(try await Self.deliveries(of: asking.id, in: server) == 0)
        }
    }

    private static func deliveries(of id: NotificationID, in server: TestServer) async throws -> Int {
        let answered = try await server.send("GET", "/v1/notifications/\(id)", key: server.agent)
        return try answered.decode(NotificationTimeline.self).deliveries.count
    }

    @Test("A paired device stays paired when its user's token is imported; for another user the import is refused")
    func paired() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server, user: "ada", token: "aabb")
            let same: RegisteredDevice = try await Self.register(Self.body(), in: server).decode()
            #expect(same.device.id == phone.id)
            #expect(same.device.publicKey != nil)
            let other = try await Self.register(Self.body(user: "eve"), in: server)
            #expect(other.status == 403)
            #expect(try await server.send("GET", "/v1/devices/\(phone.id)", key: phone.key).status == 200)
        }
    }

    @Test(
        "The error of an import names incomplete and misplaced fields",
        arguments: [
            (
                #"{"platform":"ios","token":"aa","environment":"production","app":"a"}"#,
                "user_id: this field is missing"
            ),
            (
                #"{"user_id":"ada","platform":"ios","token":"aa","environment":"production"}"#,
                "app: this field is missing"
            ),
            (body(#","public_key":"AA==""#), "public_key: a device registered with an admin's key cannot answer"),
            (body(#","name":"  ""#), "name:"),
            (body(token: "xyz"), "token:"),
        ])
    func refused(body: String, message: String) async throws {
        try await TestServer.run { server in
            let answered = try await Self.register(body, in: server)
            #expect(answered.status == 400)
            #expect(try answered.decode(APIError.self).message.hasPrefix(message))
        }
    }

    @Test("A user in both query and body is refused, and so is a user beside a pairing code")
    func user() async throws {
        try await TestServer.run { server in
            let twice = try await server.send(
                "POST", "/v1/devices/register?user=ben", key: server.admin, body: Self.body())
            #expect(twice.status == 400)
            let code: Pairing = try await server.send("POST", "/v1/pairings", key: server.admin, body: "{}").decode()
            let paired = try await server.send(
                "POST", "/v1/devices/register", body: Self.body(#","name":"n","pairing_code":"\#(code.code)""#))
            #expect(paired.status == 400)
            #expect(try paired.decode(APIError.self).message.hasPrefix("user_id: only an admin's key"))
        }
    }

    @Test("A device that registers again may omit its name, its app and its key")
    func renewed() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            let answered = try await server.send(
                "POST", "/v1/devices/register", key: phone.key,
                body: #"{"device_token":"0099","device_type":"ios","app_version":"2.0","environment":"production"}"#)
            #expect(answered.status == 200)
            let device = try answered.decode(RegisteredDevice.self).device
            #expect(device.id == phone.id)
            #expect(device.name == "iPhone")
            #expect(device.app == "com.example.app")
            #expect(device.appVersion == "2.0")
        }
    }

    @Test("An import of many devices is all or nothing")
    func imported() async throws {
        try await TestServer.run { server in
            _ = try await TestDevice.pair(with: server, user: "eve", token: "eeee")
            let good = [Self.body(), Self.body(token: "ccdd", user: "ben"), Self.body(token: "eeee")]
            let faulty = try await server.send(
                "POST", "/v1/devices/import", key: server.admin,
                body: #"{"devices":[\#(good.joined(separator: ",")),\#(Self.body(token: "no"))]}"#)
            #expect(faulty.status == 400)
            #expect(try faulty.decode(APIError.self).message.hasPrefix("devices[3].token:"))
            let none: Page<DeviceSummary> = try await server.send(
                "GET", "/v1/devices?user=ada", key: server.admin
            ).decode()
            #expect(none.items.isEmpty)
            let answered = try await server.send(
                "POST", "/v1/devices/import", key: server.admin, body: #"{"devices":[\#(good.joined(separator: ","))]}"#
            )
            #expect(answered.status == 200)
            #expect(try answered.decode(ImportedDevices.self) == ImportedDevices(registered: 2, skipped: [2]))
            let refused = try await server.send(
                "POST", "/v1/devices/import", key: server.agent, body: #"{"devices":[]}"#)
            #expect(refused.status == 403)
            let empty = try await server.send("POST", "/v1/devices/import", key: server.admin, body: #"{"devices":[]}"#)
            #expect(empty.status == 400)
        }
    }
}
