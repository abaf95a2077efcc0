import BellhopModel
import BellhopPush
import BellhopTestSupport
import Foundation
import Testing

@Suite("Channels over HTTP")
struct ChannelAPITests {
    private static let query = "?app=com.example.app&environment=sandbox"
    private static let publication =
        #"{"app":"com.example.app","environment":"sandbox","event":"update","content_state":{"home":2}}"#

    private static func make(_ server: TestServer) async throws -> BroadcastChannel {
        let request = ChannelRequest(app: "com.example.app", environment: .sandbox, storage: .latest)
        let answered = try await server.send("POST", "/v1/channels", key: server.admin, json: request)
        #expect(answered.status == 201)
        return try answered.decode()
    }

    @Test("A channel is created, read, published to, listed and deleted by its percent-encoded id")
    func life() async throws {
        let keeper = InMemoryChannelGateway()
        try await TestServer.run(broadcasts: keeper) { server in
            let channel = try await Self.make(server)
            #expect(channel.id.description.contains("/"))
            let path = API.getChannel.path(channel.id.description) + Self.query
            let read = try await server.send("GET", path, key: server.admin)
            #expect(try read.decode(BroadcastChannel.self) == channel)
            let published = try await server.send(
                "POST", API.publishBroadcast.path(channel.id.description), key: server.admin,
                body: Self.publication)
            #expect(published.status == 202)
            #expect(try published.decode(PublishedBroadcast.self).channelID == channel.id)
            #expect(keeper.published.map(\.channel) == [channel.id])
            let listed = try await server.send("GET", "/v1/channels" + Self.query, key: server.admin)
            #expect(try listed.decode(Page<BroadcastChannel>.self).items.map(\.id) == [channel.id])
            let deleted = try await server.send("DELETE", path, key: server.admin)
            #expect(deleted.status == 204)
            let gone = try await server.send("GET", path, key: server.admin)
            #expect(gone.status == 404)
            #expect(gone.error == "not_found")
        }
    }

    @Test("One idempotency key creates one channel, and publishes once")
    func idempotency() async throws {
        let keeper = InMemoryChannelGateway()
        try await TestServer.run(broadcasts: keeper) { server in
            let channel = try await Self.make(server)
            for _ in 0..<2 {
                let answered = try await server.send(
                    "POST", API.publishBroadcast.path(channel.id.description), key: server.admin,
                    body: Self.publication, headers: ["idempotency-key": "one"])
                #expect(answered.status == 202)
            }
            #expect(keeper.published.count == 1)
        }
    }

    @Test(
        "The error names the missing or invalid field",
        arguments: [
            ("GET", "/v1/channels", nil, "app: "), ("GET", "/v1/channels?app=a.b", nil, "environment: "),
            ("GET", "/v1/channels?app=a.b&environment=moon", nil, "environment: "),
            ("GET", "/v1/channels?app=a/b&environment=sandbox", nil, "app: "),
            ("DELETE", "/v1/channels/dHN0?app=a.b", nil, "environment: "),
            ("POST", "/v1/channels", #"{"app":"a.b","environment":"sandbox"}"#, "storage: "),
            ("POST", "/v1/channels", #"{"app":"a b","environment":"sandbox","storage":"none"}"#, "app: "),
            ("POST", "/v1/channels", #"{"app":"a.b","environment":"sandbox","storage":"all"}"#, "storage: "),
            (
                "POST", "/v1/channels/dHN0/publish",
                #"{"app":"a.b","environment":"sandbox","event":"start","content_state":{}}"#, "event: "
            ),
            (
                "POST", "/v1/channels/dHN0/publish",
                #"{"app":"a.b","environment":"sandbox","event":"end","content_state":[]}"#, "content_state: "
            ),
            (
                "POST", "/v1/channels/dHN0/publish",
                #"{"app":"a.b","environment":"sandbox","event":"end","content_state":{},"dismiss_in":-1}"#,
                "dismiss_in: "
            ),
        ])
    func badInput(method: String, path: String, body: String?, words: String) async throws {
        try await TestServer.run(broadcasts: InMemoryChannelGateway()) { server in
            let answered = try await server.send(method, path, key: server.admin, body: body)
            #expect(answered.status == 400)
            #expect(answered.error == "invalid_request")
            let message = try answered.decode(APIError.self).message
            #expect(message.hasPrefix(words), "\(message)")
        }
    }

    @Test("A path without a channel's id is answered with 404")
    func noID() async throws {
        try await TestServer.run(broadcasts: InMemoryChannelGateway()) { server in
            for id in ["not%20one", "%20", "%C3%A4", String(repeating: "a", count: 513)] {
                let answered = try await server.send("GET", "/v1/channels/\(id)\(Self.query)", key: server.admin)
                #expect(answered.status == 404)
            }
        }
    }

    @Test("Without a gateway a channel request is refused; with an unreachable gateway it may be repeated")
    func gateways() async throws {
        let request = ChannelRequest(app: "com.example.app", environment: .sandbox, storage: .nothing)
        try await TestServer.run { server in
            let answered = try await server.send("POST", "/v1/channels", key: server.admin, json: request)
            #expect(answered.status == 422)
            #expect(answered.error == "gateway_refused")
        }
        try await TestServer.run(broadcasts: InMemoryChannelGateway(.deferring(Deferral(reason: .unreachable)))) {
            server in
            let answered = try await server.send("POST", "/v1/channels", key: server.admin, json: request)
            #expect(answered.status == 503)
            #expect(answered.error == "gateway_unavailable")
        }
    }
}
