#if Postgres
import BellhopModel
import BellhopPostgres
import BellhopSQL
import BellhopSimulators
import BellhopTestSupport
import Foundation
import Testing

/// Outages of PostgreSQL under a server that keeps running.
@Suite("Outages of PostgreSQL", .serialized, .timeLimit(.minutes(10)))
struct OutageTests {
    private static let token = String(repeating: "ab", count: 32)

    enum Outage: CaseIterable {
        /// Connections are refused.
        case stopped
        /// Connections stay open, and nothing replies.
        case frozen

        func begin(_ postgres: PostgresServer) throws {
            switch self {
            case .stopped: try postgres.stop()
            case .frozen: try postgres.freeze()
            }
        }

        func end(_ postgres: PostgresServer) throws {
            switch self {
            case .stopped: try postgres.start()
            case .frozen: try postgres.thaw()
            }
        }
    }

    @Test(
        "Requests get 503 during an outage, and the server works again afterwards and has lost nothing",
        arguments: Outage.allCases)
    func outage(_ outage: Outage) async throws {
        let postgres = try PostgresServer()
        let database = try postgres.makeDatabase()
        try await Site.run { site in
            let server = try ServerProcess.start(over: site, database: database)
            let agent = API(
                url: server.url, key: try await API(url: server.url, key: site.adminKey).prepare(token: Self.token))
            let pushes = site.apns.requests()
            var accepted: Set<NotificationID> = []
            let before = try #require(await agent.post("/v1/notifications", NotificationRequest(title: "1", body: "")))
            accepted.insert(try Self.id(in: before))

            try outage.begin(postgres)
            defer { try? postgres.thaw() }
            let request = NotificationRequest(title: "2", body: "")
            // More reads than there are connections. The client gives up after 20 s.
            async let reads = withTaskGroup(of: Int?.self) { group in
                for _ in 0..<12 { group.addTask { await agent.get("/v1/asks")?.status } }
                return await group.reduce(into: []) { $0.append($1) }
            }
            let refused = try #require(await agent.post("/v1/notifications", request, idempotencyKey: "2"))
            #expect(refused.status == 503)
            #expect(try JSONDecoder().decode(Refusal.self, from: refused.body).error.code == "storage_unavailable")
            #expect(await reads == Array(repeating: 503, count: 12))
            try outage.end(postgres)

            // One of two equal requests may have been stored before its reply was lost.
            var repeated = await agent.post("/v1/notifications", request, idempotencyKey: "2")
            while repeated?.status != 202 {
                repeated = await agent.post("/v1/notifications", request, idempotencyKey: "2")
            }
            accepted.insert(try Self.id(in: try #require(repeated)))
            #expect(accepted.count == 2)
            var missing = accepted
            for push in site.apns.received {
                try PushPayload(bytes: push.payload).notificationID.map { _ = missing.remove($0) }
            }
            if !missing.isEmpty {
                for await push in pushes {
                    try PushPayload(bytes: push.payload).notificationID.map { _ = missing.remove($0) }
                    if missing.isEmpty { break }
                }
            }
            let connection = try PostgresConnection(PostgresConfiguration(database))
            #expect(try connection.integer("SELECT count(*) FROM bellhop.notifications WHERE title IN ('1', '2')") == 2)
            server.kill()
        }
    }

    private struct Refusal: Decodable {
        struct Content: Decodable { var code: String }
        var error: Content
    }

    private static func id(in response: (status: Int, body: Data)) throws -> NotificationID {
        try #require(response.status == 202)
        return try JSONDecoder().decode(UserNotification.self, from: response.body).id
    }
}
#endif
