import BellhopCore
import BellhopModel
import BellhopPush
import BellhopServer
import BellhopTestSupport
import Testing

@Suite("Failure to store the record of a request")
struct LostRecordTests {
    @Test("A published broadcast is acknowledged although the database failed during the call")
    func published() async throws {
        let database = TestDatabase()
        let keeper = InMemoryChannelGateway()
        try await TestServer.run(
            over: database.store, broadcasts: FailingDatabaseGateway(keeper: keeper, database: database)
        ) { server in
            let request = ChannelRequest(app: "com.example.app", environment: .sandbox, storage: .latest)
            let channel: BroadcastChannel = try await server.send(
                "POST", "/v1/channels", key: server.admin, json: request
            ).decode()
            let path = API.publishBroadcast.path(channel.id.description)
            let body = #"{"app":"com.example.app","environment":"sandbox","event":"update","content_state":{"home":2}}"#
            let answered = try await server.send(
                "POST", path, key: server.admin, body: body, headers: ["idempotency-key": "goal"])
            #expect(answered.status == 202)
            #expect(keeper.published.count == 1)
            #expect(database.refusals.count > 0)
            database.mend()
            let again = try await server.send(
                "POST", path, key: server.admin, body: body, headers: ["idempotency-key": "goal"])
            #expect(again.status == 202)
            #expect(again.headers["idempotency-replayed"] == nil)
        }
    }

    @Test("When the database fails before a request is processed, nothing is stored and the response says so")
    func before() async throws {
        let database = TestDatabase()
        try await TestServer.run(over: database.store) { server in
            database.breakDown()
            let refused = try await server.send(
                "POST", "/v1/keys", key: server.admin, json: KeyRequest(role: .agent, label: "laptop"),
                headers: ["idempotency-key": "laptop"])
            #expect(refused.status == 503)
            #expect(refused.error == "storage_unavailable")
            database.mend()
            #expect(try await server.keys.list().contains { $0.label == "laptop" } == false)
        }
    }
}

/// A gateway that publishes, and breaks the database before the result can be stored.
private struct FailingDatabaseGateway: BroadcastGateway {
    let keeper: InMemoryChannelGateway
    let database: TestDatabase

    func createChannel(
        of app: String, in environment: PushEnvironment, storage: ChannelStorage
    ) async throws -> ChannelResponse<ChannelID> {
        try await keeper.createChannel(of: app, in: environment, storage: storage)
    }

    func storage(
        of channel: ChannelID, of app: String, in environment: PushEnvironment
    ) async throws -> ChannelResponse<ChannelStorage> {
        try await keeper.storage(of: channel, of: app, in: environment)
    }

    func channels(of app: String, in environment: PushEnvironment) async throws -> ChannelResponse<[ChannelID]> {
        try await keeper.channels(of: app, in: environment)
    }

    func deleteChannel(
        _ channel: ChannelID, of app: String, in environment: PushEnvironment
    ) async throws -> ChannelResponse<Void> {
        try await keeper.deleteChannel(channel, of: app, in: environment)
    }

    func publish(_ broadcast: BroadcastPush) async throws -> ChannelResponse<AcceptedPush> {
        let answer = try await keeper.publish(broadcast)
        database.breakDown()
        return answer
    }
}
