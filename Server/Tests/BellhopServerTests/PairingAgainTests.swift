import BellhopCore
import BellhopModel
import BellhopServer
import BellhopStore
import BellhopTestSupport
import Crypto
import Testing

@Suite("Pairing again over HTTP")
struct PairingAgainTests {
    @Test("Pairing again with another signing key keeps the device, and revokes its former key and signatures")
    func otherSigningKey() async throws {
        try await TestServer.run { server in
            let former = try await TestDevice.pair(with: server, token: "aa")
            let phone = try await TestDevice.pair(with: server, token: "aa")
            #expect(phone.id == former.id)
            let ask: Ask = try await server.send("POST", "/v1/asks", key: server.agent, json: AskRequest.sample())
                .decode()
            let path = "/v1/asks/\(ask.id)"
            #expect(try await server.send("GET", path, key: former.key).status == 401)
            let old = try await server.send(
                "POST", path + "/answer", key: phone.key, json: former.answer(.approve, to: ask))
            #expect(old.error == "signature_invalid")
            let new = try await server.send(
                "POST", path + "/answer", key: phone.key, json: phone.answer(.approve, to: ask))
            #expect(new.status == 200)
        }
    }

    @Test("Pairing again with the same signing key revokes the key of the lost response")
    func lostReply() async throws {
        try await TestServer.run { server in
            let lost = try await TestDevice.pair(with: server, token: "aa")
            let pairing: Pairing = try await server.send("POST", "/v1/pairings", key: server.admin).decode()
            let body = try TestDevice.registration(code: pairing.code, token: "aa", key: lost.signing)
            let again: RegisteredDevice = try await server.send(
                "POST", "/v1/devices/register", key: nil, json: body
            ).decode()
            #expect(again.device.id == lost.id)
            #expect(try await server.send("GET", "/v1/devices", key: lost.key).status == 401)
            #expect(try await server.send("GET", "/v1/devices", key: again.key).status == 200)
        }
    }

    @Test("A device that is removed while it registers stays removed, and must pair again")
    func removedDuring() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server, token: "aa")
            let key = try #require(try await server.keys.list().first { $0.deviceID == phone.id })
            #expect(try await server.send("DELETE", "/v1/devices/\(phone.id)", key: server.admin).status == 204)
            // The key was checked before the device was removed.
            let useCases = UseCases(
                store: server.store, hub: server.hub, workSignal: WorkSignal(), time: server.time,
                metrics: PrometheusMetrics())
            let desk = PairingService(
                store: server.store, trust: useCases.trust, time: server.time, acceptsFileKeys: false,
                logger: .silent)
            let body = try TestDevice.registration(code: nil, token: "bb", key: phone.signing)
            let error = await #expect(throws: APIError.self) { try await desk.register(body, by: key) }
            #expect(error?.code == .unauthorized)
            #expect(error?.message.hasSuffix("pair it again.") == true)
            let device = try await server.store.device(phone.id)
            #expect(device?.inactivation?.cause == .removed)
            #expect(device?.token.text == "aa")
        }
    }

    @Test("After a storage failure the pairing code is still valid")
    func storageFailure() async throws {
        let database = TestDatabase()
        try await TestServer.run(over: database.store) { server in
            let pairing: Pairing = try await server.send("POST", "/v1/pairings", key: server.admin).decode()
            let body = try TestDevice.registration(code: pairing.code, token: "aa", key: .init())
            database.breakDown()
            #expect(try await server.send("POST", "/v1/devices/register", key: nil, json: body).status == 503)
            database.mend()
            #expect(try await server.send("POST", "/v1/devices/register", key: nil, json: body).status == 201)
            #expect(try await database.store.devices(of: "owner").count == 1)
        }
    }
}
