import BellhopModel
import BellhopTestSupport
import Testing

@Suite("Shutdown", .timeLimit(.minutes(10)))
struct ShutdownTests {
    @Test("A shutdown ends the wait of an agent at once with a Retry-After")
    func wait() async throws {
        try await TestServer.run { server in
            let ask: Ask = try await server.send("POST", "/v1/asks", key: server.agent, json: AskRequest.sample())
                .decode()
            async let waited = server.send("GET", "/v1/asks/\(ask.id)?wait=55", key: server.agent)
            await server.time.sleeper(until: server.time.now + .seconds(55))
            await server.stop()
            let answered = try await waited
            #expect(answered.status == 503)
            #expect(answered.error == "shutting_down")
            #expect(answered.headers["retry-after"] == "1")
        }
    }
}
