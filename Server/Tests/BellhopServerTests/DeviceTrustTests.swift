import BellhopCore
import BellhopModel
import BellhopServer
import BellhopStore
import BellhopTestSupport
import Crypto
import Foundation
import Testing

@Suite("Trust in devices over HTTP")
struct DeviceTrustTests {
    /// The pending asks about new devices, oldest first.
    private static func enrolments(_ server: TestServer) async throws -> [Ask] {
        let page: Page<Ask> = try await server.send("GET", "/v1/asks?state=pending", key: server.agent).decode()
        return page.items.filter(\.request.isEnrolment).reversed()
    }

    private static func ask(_ server: TestServer) async throws -> Ask {
        try await server.send("POST", "/v1/asks", key: server.agent, json: AskRequest.sample()).decode()
    }

    private static func device(_ id: DeviceID, _ server: TestServer) async throws -> DeviceSummary {
        try await server.send("GET", "/v1/devices/\(id)", key: server.admin).decode()
    }

    @Test("A second device can answer only after the first has approved it")
    func consent() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server, token: "aa")
            let tablet = try await TestDevice.pair(with: server, token: "bb", name: "iPad", isConfirmed: false)
            #expect(try await Self.device(phone.id, server).trust == .trusted)
            #expect(try await Self.device(tablet.id, server).trust == .waiting)
            let ask = try await Self.ask(server)
            let path = "/v1/asks/\(ask.id)/answer"
            let early = try await server.send("POST", path, key: tablet.key, json: tablet.answer(.approve, to: ask))
            #expect(early.status == 403 && early.error == "device_not_trusted")

            let enrolment = try #require(try await Self.enrolments(server).first)
            let fingerprint = KeyFingerprint.text(of: Array(tablet.signing.publicKey.x963Representation)) {
                Array(SHA256.hash(data: $0))
            }
            #expect(enrolment.request.title == "New device “iPad” wants to answer for you")
            #expect(enrolment.request.body.contains(fingerprint))
            #expect(enrolment.request.input.contains("device \(tablet.id)\n"))
            let own = try await server.send(
                "POST", "/v1/asks/\(enrolment.id)/answer", key: tablet.key, json: tablet.answer(.approve, to: enrolment)
            )
            #expect(own.error == "device_not_trusted")
            let consent = try await server.send(
                "POST", "/v1/asks/\(enrolment.id)/answer", key: phone.key, json: phone.answer(.approve, to: enrolment))
            #expect(consent.status == 200)

            let trusted = try await Self.device(tablet.id, server)
            #expect(trusted.trust == .trusted && trusted.enrolment?.answer.deviceID == phone.id)
            let late = try await server.send("POST", path, key: tablet.key, json: tablet.answer(.approve, to: ask))
            #expect(late.status == 200)
        }
    }

    @Test("A denied device is removed, and its key is revoked")
    func denial() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server, token: "aa")
            let tablet = try await TestDevice.pair(with: server, token: "bb", isConfirmed: false)
            let enrolment = try #require(try await Self.enrolments(server).first)
            let denied = try await server.send(
                "POST", "/v1/asks/\(enrolment.id)/answer", key: phone.key,
                json: phone.answer(.deny(message: nil), to: enrolment))
            #expect(denied.status == 200)
            #expect(try await server.send("GET", "/v1/devices/\(tablet.id)", key: tablet.key).status == 401)
            #expect(try await Self.device(tablet.id, server).inactivation?.cause == .removed)
        }
    }

    @Test("A forged approval of an enrolment is refused, and the device stays unconfirmed")
    func forgery() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server, token: "aa")
            let tablet = try await TestDevice.pair(with: server, token: "bb", isConfirmed: false)
            let enrolment = try #require(try await Self.enrolments(server).first)
            let path = "/v1/asks/\(enrolment.id)/answer"
            let forger = TestDevice(id: phone.id, key: phone.key, signing: tablet.signing)
            let body = try forger.answer(.approve, to: enrolment)
            for (key, code) in [
                (phone.key, "signature_invalid"), (tablet.key, "device_not_trusted"), (server.agent, "forbidden"),
                (server.admin, "forbidden"),
            ] {
                #expect(try await server.send("POST", path, key: key, json: body).error == code)
            }
            let withdrawn = try await server.send("DELETE", "/v1/asks/\(enrolment.id)", key: server.agent)
            #expect(withdrawn.error == "forbidden")
            #expect(try await Self.device(tablet.id, server).trust == .waiting)
        }
    }

    @Test("An agent's ask with an enrolment statement as input is refused")
    func disguised() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server, token: "aa")
            let statement = EnrolmentStatement(userID: "owner", deviceID: phone.id, publicKey: [4])
                .text { Array(SHA256.hash(data: $0)) }
            let refused = try await server.send(
                "POST", "/v1/asks", key: server.agent, json: AskRequest.sample(input: statement))
            #expect(refused.status == 400 && refused.error == "invalid_request")
        }
    }

    @Test("Two simultaneous enrolments are decided separately")
    func two() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server, token: "aa")
            let tablet = try await TestDevice.pair(with: server, token: "bb", name: "iPad", isConfirmed: false)
            let watch = try await TestDevice.pair(with: server, token: "cc", name: "Mac", isConfirmed: false)
            let asks = try await Self.enrolments(server)
            #expect(asks.count == 2)
            for (ask, answer) in zip(asks, [Answer.deny(message: nil), .approve]) {
                let reply = try await server.send(
                    "POST", "/v1/asks/\(ask.id)/answer", key: phone.key, json: phone.answer(answer, to: ask))
                #expect(reply.status == 200)
            }
            let denied = asks[0].request.input.contains("\(tablet.id)") ? tablet : watch
            let approved = denied.id == tablet.id ? watch : tablet
            #expect(try await Self.device(denied.id, server).inactivation?.cause == .removed)
            #expect(try await Self.device(approved.id, server).trust == .trusted)
        }
    }

    @Test(
        "An unconfirmed device cannot read its user's data",
        arguments: [
            "/v1/asks", "/v1/notifications/history", "/v1/devices", "/v1/sessions",
            "/v1/users/notification-preferences",
        ])
    func unconfirmed(_ path: String) async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server, token: "aa")
            let tablet = try await TestDevice.pair(with: server, token: "bb", isConfirmed: false)
            #expect(try await server.send("GET", path, key: tablet.key).error == "device_not_trusted")
            #expect(try await server.send("GET", "/v1/devices/\(tablet.id)", key: tablet.key).status == 200)
            for method in ["GET", "DELETE"] {
                let other = try await server.send(method, "/v1/devices/\(phone.id)", key: tablet.key)
                #expect(other.error == "device_not_trusted")
            }
            #expect(try await server.send("DELETE", "/v1/devices/\(tablet.id)", key: tablet.key).status == 204)
            // Its enrolment ask has been withdrawn.
            #expect(try await Self.enrolments(server).isEmpty)
        }
    }

    @Test("An unconfirmed device whose enrolment ask has expired gets a new one when it registers")
    func again() async throws {
        try await TestServer.run { server in
            _ = try await TestDevice.pair(with: server, token: "aa")
            let tablet = try await TestDevice.pair(with: server, token: "bb", isConfirmed: false)
            let body = try TestDevice.registration(code: nil, token: "bb", key: tablet.signing)
            #expect(try await server.send("POST", "/v1/devices/register", key: tablet.key, json: body).status == 200)
            let first = try #require(try await Self.enrolments(server).first)
            server.time.advance(by: .seconds(DeviceEnrolment.lifetime))
            _ = try await server.store.expireAsks(at: server.time.now, limit: 10)
            #expect(try await server.send("POST", "/v1/devices/register", key: tablet.key, json: body).status == 200)
            let second = try #require(try await Self.enrolments(server).first)
            #expect(second.id != first.id && second.request.input == first.request.input)
        }
    }

    @Test("Removing the only trusted device does not make the next device trusted")
    func removal() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server, token: "aa")
            #expect(try await server.send("DELETE", "/v1/devices/\(phone.id)", key: server.admin).status == 204)
            let next = try await TestDevice.pair(with: server, token: "bb", isConfirmed: false)
            #expect(try await Self.device(next.id, server).trust == .waiting)
        }
    }

    @Test("A recovery code confirms one device, notifies every device, and creates no key to the API")
    func recovery() async throws {
        try await TestServer.run { server in
            let lost = try await TestDevice.pair(with: server, token: "aa")
            let useCases = UseCases(
                store: server.store, hub: server.hub, workSignal: WorkSignal(), time: server.time,
                metrics: PrometheusMetrics())
            let desk = PairingService(
                store: server.store, trust: useCases.trust, time: server.time, acceptsFileKeys: false,
                logger: .silent)
            let pairing = try await desk.recover("owner")
            let status = try await server.send("GET", "/v1/pairings/\(pairing.id)", key: server.admin)
            #expect(status.status == 404)
            let body = try TestDevice.registration(code: pairing.code, token: "bb", key: .init(), name: "New phone")
            let registered: RegisteredDevice = try await server.send(
                "POST", "/v1/devices/register", key: nil, json: body
            ).decode()
            #expect(registered.device.trust == .trusted && registered.device.enrolment == nil)
            let titles = try await server.store.notifications(of: "owner", before: nil, limit: 10).map(\.title)
            #expect(titles.contains("Recovery was started on the server"))
            #expect(titles.contains("Recovery: “New phone” may now answer for you"))
            #expect(try await Self.device(lost.id, server).trust == .trusted)
            let third = try await TestDevice.pair(with: server, token: "cc", isConfirmed: false)
            #expect(try await Self.device(third.id, server).trust == .waiting)
        }
    }

    @Test("A pairing shows the device that used its code, only to the key that created it")
    func status() async throws {
        try await TestServer.run { server in
            let pairing: Pairing = try await server.send("POST", "/v1/pairings", key: server.admin).decode()
            let path = "/v1/pairings/\(pairing.id)"
            let open: PairingStatus = try await server.send("GET", path, key: server.admin).decode()
            #expect(open.device == nil && open.userID == "owner")
            // Another device registers before that.
            let other = try await TestDevice.pair(with: server, token: "aa")
            let unused: PairingStatus = try await server.send("GET", path, key: server.admin).decode()
            #expect(unused.device == nil)
            let body = try TestDevice.registration(code: pairing.code, token: "bb", key: .init())
            _ = try await server.send("POST", "/v1/devices/register", key: nil, json: body)
            let used: PairingStatus = try await server.send("GET", path, key: server.admin).decode()
            #expect(used.device?.id != other.id && used.device?.trust == .waiting)
            let stranger = try await server.keys.make(.admin, label: "another", user: "owner")
            #expect(try await server.send("GET", path, key: stranger.key).status == 404)
            #expect(try await server.send("GET", path, key: server.agent).status == 403)
        }
    }

    @Test("A device with its key in a file is refused, unless the server simulates")
    func keyInFile() async throws {
        @Sendable func paired(_ server: TestServer) async throws -> TestServer.Answered {
            let pairing: Pairing = try await server.send("POST", "/v1/pairings", key: server.admin).decode()
            var body = try TestDevice.registration(code: pairing.code, token: "aa", key: .init())
            body.keyStorage = .file
            return try await server.send("POST", "/v1/devices/register", key: nil, json: body)
        }
        try await TestServer.run { server in
            let refused = try await paired(server)
            #expect(refused.status == 403 && refused.error == "key_storage_not_allowed")
            #expect(try await server.store.devices(of: "owner").isEmpty)
        }
        try await TestServer.run(configure: { $0.acceptsFileKeys = true }) { server in
            let taken = try await paired(server)
            #expect(taken.status == 201)
        }
    }

    @Test("The user's devices are notified of a new key and of a removed device")
    func notices() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server, token: "aa")
            let key = KeyRequest(role: .admin, label: "backup")
            #expect(try await server.send("POST", "/v1/keys", key: server.admin, json: key).status == 201)
            let tablet = try await TestDevice.pair(with: server, token: "bb", name: "iPad")
            #expect(try await server.send("DELETE", "/v1/devices/\(tablet.id)", key: server.admin).status == 204)
            let told = try await server.store.notifications(of: "owner", before: nil, limit: 10)
            #expect(told.map(\.title).contains("New admin key “backup”"))
            #expect(told.map(\.title).contains("“iPad” was removed"))
            for notice in told where notice.askID == nil {
                #expect(try await server.store.deliveries(of: notice.id).map(\.deviceID).contains(phone.id))
            }
        }
    }
}
