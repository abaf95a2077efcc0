import BellhopClient
import BellhopCore
import BellhopModel
import BellhopTestSupport
import Testing

@Suite("The event socket over HTTP", .timeLimit(.minutes(10)))
struct EventSocketTests {
    @Test("A socket is closed at the next ping after its key was revoked, and delivers nothing to a removed device")
    func revoked() async throws {
        try await TestServer.run { server in
            let phone = try await TestDevice.pair(with: server)
            try await BellhopClient.with(ServerAddress(server.url), key: phone.key) { client in
                var events = try await client.events().makeAsyncIterator()
                let first = try await events.next()
                #expect(first == .badge(0))
                await server.time.sleeper(until: TestServer.start + .seconds(30))
                server.time.advance(by: .seconds(30))
                await server.time.sleeper(until: TestServer.start + .seconds(60))
                server.hub.publish(.badge(7), to: "owner")
                let second = try await events.next()
                #expect(second == .badge(7))
                let removed = try await server.send("DELETE", "/v1/devices/\(phone.id)", key: server.admin)
                #expect(removed.status == 204)
                server.time.advance(by: .seconds(30))
                do {
                    let last = try await events.next()
                    #expect(last == nil)
                } catch is ClientError {}
            }
        }
    }
}
