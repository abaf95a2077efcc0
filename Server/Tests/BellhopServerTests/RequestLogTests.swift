import BellhopClient
import BellhopModel
import BellhopTestSupport
import InMemoryLogging
import Logging
import Testing

@testable import BellhopServer

@Suite("The log of requests", .timeLimit(.minutes(10)))
struct RequestLogTests {
    private let log = InMemoryLogHandler()

    private var logger: Logger {
        var logger = Logger(label: "test") { [log] _ in log }
        logger.logLevel = .debug
        return logger
    }

    private func lines(of id: String) -> [InMemoryLogHandler.Entry] {
        log.entries.filter { $0.metadata["request_id"] == .string(id) }
    }

    @Test("A request has one line with its method, the pattern of its route, its status and its duration")
    func line() async throws {
        try await TestServer.run(log: logger) { server in
            let id = "01970000-0000-7000-8000-000000000000"
            let answered = try await server.send(
                "GET", "/v1/asks/\(id)", key: server.agent, headers: ["x-request-id": "trace-7"])
            #expect(answered.status == 404)
            #expect(answered.headers["x-request-id"] == "trace-7")
            let line = try #require(lines(of: "trace-7").first)
            #expect(lines(of: "trace-7").count == 1)
            #expect(line.level == .debug)
            #expect(line.metadata["method"] == "GET")
            #expect(line.metadata["route"] == "/v1/asks/{id}")
            #expect(line.metadata["status"]?.description == "404")
            let duration = try #require(line.metadata["duration_ms"])
            #expect(Double(duration.description) ?? -1 >= 0)
            #expect(line.metadata["hb.request.id"] == nil)
            #expect(!log.entries.contains { "\($0)".contains(id) })
        }
    }

    @Test("A path without a route is not logged")
    func unknownRoute() async throws {
        try await TestServer.run(log: logger) { server in
            let answered = try await server.send("GET", "/secret-path", headers: ["x-request-id": "a"])
            #expect(answered.status == 404)
            #expect(answered.headers["x-request-id"] == "a")
            #expect(lines(of: "a").map { $0.metadata["route"] } == ["unknown"])
            #expect(!log.entries.contains { "\($0)".contains("secret-path") })
        }
    }

    @Test(
        "An id of a client that is empty, too long or not printable is replaced",
        arguments: ["", "two words", "é", String(repeating: "a", count: 129)])
    func invalidID(_ id: String) {
        let made = RequestLog.id(from: id)
        #expect(made != id)
        #expect(RequestLog.id(from: made) == made)
    }

    @Test("Each request without an id gets a new one")
    func newID() {
        #expect(RequestLog.id(from: nil) != RequestLog.id(from: nil))
        let longest = String(repeating: "a", count: 128)
        #expect(RequestLog.id(from: longest) == longest)
    }

    @Test("An error of the server is logged at info, and its cause with the same id")
    func failure() async throws {
        let database = TestDatabase()
        try await TestServer.run(over: database.store, log: logger) { server in
            database.breakDown()
            let answered = try await server.send(
                "GET", "/v1/asks", key: server.agent, headers: ["x-request-id": "broken"])
            database.mend()
            #expect(answered.status == 503)
            #expect(lines(of: "broken").map(\.level) == [.error, .info])
        }
    }

    @Test("A WebSocket has an id, and a line when it ends")
    func webSocket() async throws {
        try await TestServer.run(log: logger) { server in
            try await BellhopClient.with(ServerAddress(server.url), key: server.agent) { client in
                var events = try await client.events().makeAsyncIterator()
                let first = try await events.next()
                #expect(first == .badge(0))
                await server.stop()
                do {
                    while try await events.next() != nil {}
                } catch is ClientError {}
            }
        }
        let line = log.entries.first { $0.metadata["status"]?.description == "101" }
        #expect(line?.metadata["route"] == "/v1/events")
        #expect(line?.metadata["request_id"] != nil)
    }
}
