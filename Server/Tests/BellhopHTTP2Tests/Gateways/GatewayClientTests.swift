import BellhopPush
import BellhopTestSupport
import NIOConcurrencyHelpers
import NIOCore
import NIOHPACK
import NIOPosix
import NIOSSL
import Testing

@testable import BellhopHTTP2

@Suite("The gateways' client, over HTTP/2", .timeLimit(.minutes(10)))
struct GatewayClientTests {
    /// Runs `test` with servers and one client.
    private func run(
        servers count: Int = 1, mostOrigins: Int = 256, certificate: String = TestServer.encodedCertificate,
        script: @escaping TestServer.Script = { $0.respond($1.stream) },
        test: (GatewayHTTPClient, [TestServer]) async throws -> Void
    ) async throws {
        var servers: [TestServer] = []
        for _ in 0..<count { servers.append(try await TestServer(certificate: certificate, script: script)) }
        try await GatewayHTTPClient.run(mostOrigins: mostOrigins) { (client) async throws in
            try await test(client, servers)
        }
        for server in servers { try await server.close() }
    }

    @Test("A request has the fields of its origin, shared fields, its own fields and a length")
    func fields() async throws {
        let script: TestServer.Script = {
            $0.respond($1.stream, 429, ["retry-after": "90", "apns-id": "7"], body: "slow")
        }
        try await run(script: script) { (client, servers) async throws in
            for _ in 0..<3 {
                let response = try await client.post(servers[0].port, "/push?x=1")
                #expect(
                    response
                        == GatewayHTTPResponse(status: 429, retryAfter: "90", pushID: "7", body: Array("slow".utf8)))
            }
            let expected = [
                ":method": "POST", ":scheme": "https", ":authority": "localhost:\(servers[0].port)",
                ":path": "/push?x=1", "authorization": "Bearer key", "ttl": "60", "content-length": "5",
            ]
            for request in servers[0].requests {
                let fields = request.headers.map { ($0.name, $0.value) }
                #expect(Dictionary(fields, uniquingKeysWith: { $0 + $1 }) == expected)
                #expect(request.body == "hello")
            }
            #expect(servers[0].record.connections == 1)
        }
    }

    @Test("A request goes to the given address, with the host of its URL as the name of the server")
    func pinned() async throws {
        let names = NIOLockedValueBox<[String?]>([])
        let tls = try TestServer.serverContext(negotiates: ["http/1.1"]) {
            $0.sslContextCallback = { client, promise in
                names.withLockedValue { $0.append(client.serverHostname) }
                promise.succeed(.noChanges)
            }
        }
        let script = Script { _ in .reply(200, "") }
        let server = try await ScriptedServer(script, tls: tls)
        try await GatewayHTTPClient.run { (client) async throws in
            #expect(try await client.post(to: server, script).status == 200)
            // No resolver knows this name.
            _ = try? await client.post(to: server, script, host: "push.bellhop.invalid")
            #expect(names.withLockedValue { $0 } == ["localhost", "push.bellhop.invalid"])
        }
        try await server.stop()
    }

    @Test("A server with a certificate for another name gets no request")
    func otherName() async throws {
        // NIOSSL accepts a certificate for the address as well, so that this one is for a name only.
        try await run(certificate: TestServer.encodedNameCertificate) { (client, servers) async throws in
            #expect(try await client.post(servers[0].port, at: "127.0.0.1").status == 200)
            for host in ["other.example", "127.0.0.1"] {
                await #expect(throws: TransportError.unreachable) {
                    try await client.post(servers[0].port, host: host, at: "127.0.0.1")
                }
            }
            #expect(servers[0].requests.count == 1)
        }
    }

    @Test("Each host, port and address has its own connection")
    func origins() async throws {
        try await run(servers: 2) { (client, servers) async throws in
            for _ in 0..<2 {
                #expect(try await client.post(servers[0].port).status == 200)
                #expect(try await client.post(servers[0].port, host: "127.0.0.1").status == 200)
                #expect(try await client.post(servers[0].port, at: "127.0.0.1").status == 200)
                #expect(try await client.post(servers[1].port).status == 200)
            }
            #expect(servers.map(\.record.connections) == [3, 1])
        }
    }

    @Test("The origin that was used least recently is closed when too many have no requests")
    func removal() async throws {
        try await run(servers: 3, mostOrigins: 2) { (client, servers) async throws in
            for index in [0, 1, 0, 2] { #expect(try await client.post(servers[index].port).status == 200) }
            // The second was removed, then the third.
            for index in [0, 1, 2] { #expect(try await client.post(servers[index].port).status == 200) }
            #expect(servers.map(\.record.connections) == [1, 2, 2])
        }
    }

    @Test("An origin with a request in flight is not removed")
    func inUse() async throws {
        let peers = NIOLockedValueBox<[NIOLoopBound<TestPeer>]>([])
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let script: TestServer.Script = { peer, request in
            guard request.headers.first(name: ":path") == "/held" else { return peer.respond(request.stream) }
            peers.withLockedValue { $0 = [peer.bound].compactMap { $0 } }
            arrived.yield()
        }
        try await run(servers: 3, mostOrigins: 1, script: script) { (client, servers) async throws in
            async let held = client.post(servers[0].port, "/held")
            for await _ in arrivals { break }
            for index in [1, 2, 1] { #expect(try await client.post(servers[index].port).status == 200) }
            let peer = peers.withLockedValue { $0[0] }
            try await peer.eventLoop.submit { peer.value.respondToAll() }.get()
            #expect(try await held.status == 200)
            #expect(servers.map(\.record.connections) == [1, 2, 1])
        }
    }

    @Test("The next request uses another connection after GOAWAY, and each request is sent once")
    func goAway() async throws {
        let script: TestServer.Script = { peer, request in
            peer.respond(request.stream)
            if request.connection == 1 { peer.goAway(last: request.stream) }
        }
        try await run(script: script) { (client, servers) async throws in
            for _ in 0..<3 { #expect(try await client.post(servers[0].port).status == 200) }
            #expect(servers[0].requests.map(\.connection) == [1, 2, 2])
        }
    }

    @Test("A request whose connection was lost is not sent again, and the next one is")
    func lost() async throws {
        let script: TestServer.Script = { peer, request in
            if request.connection == 1 { peer.disconnect() } else { peer.respond(request.stream) }
        }
        try await run(script: script) { (client, servers) async throws in
            await #expect(throws: TransportError.connectionLost) { try await client.post(servers[0].port) }
            #expect(try await client.post(servers[0].port).status == 200)
            #expect(servers[0].requests.count == 2)
        }
    }

    @Test("A response body is truncated at its limit")
    func truncated() async throws {
        let body = String(repeating: "x", count: 100_000)
        try await run(script: { $0.respond($1.stream, 201, body: body) }) { (client, servers) async throws in
            let response = try await client.post(servers[0].port)
            #expect(response.status == 201)
            #expect(response.body.count == 65_536)
        }
    }

    @Test("A request times out at its deadline, and is not sent when that has passed")
    func timeout() async throws {
        try await run(script: { _, _ in }) { (client, servers) async throws in
            for limit in [Duration.zero, .seconds(-1)] {
                await #expect(throws: TransportError.timeout) { try await client.post(servers[0].port, within: limit) }
            }
            #expect(servers[0].record.connections == 0)
            await #expect(throws: TransportError.timeout) {
                try await client.post(servers[0].port, within: .milliseconds(200))
            }
        }
    }

    @Test("A server that does not complete the handshake is unreachable after the connect deadline")
    func silent() async throws {
        let listener = try await ServerBootstrap(group: MultiThreadedEventLoopGroup.singleton)
            .bind(host: "127.0.0.1", port: 0).get()
        let port = try #require(listener.localAddress?.port)
        try await GatewayHTTPClient.run(connectDeadline: .milliseconds(100)) { (client) async throws in
            await #expect(throws: TransportError.unreachable) { try await client.post(port) }
        }
        try await listener.close()
    }

    @Test("A request ends with its task")
    func cancellation() async throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        try await run(script: { _, _ in arrived.yield() }) { (client, servers) async throws in
            let sending = Task { try await client.post(servers[0].port) }
            for await _ in arrivals { break }
            sending.cancel()
            await #expect(throws: CancellationError.self) { try await sending.value }
        }
    }

    @Test("Requests in flight get their responses when the client is shut down, and later ones are refused")
    func shutDown() async throws {
        let peers = NIOLockedValueBox<[NIOLoopBound<TestPeer>]>([])
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let script: TestServer.Script = { peer, _ in
            peers.withLockedValue { $0.append(contentsOf: [peer.bound].compactMap { $0 }) }
            arrived.yield()
        }
        try await run(servers: 2, script: script) { (client, servers) async throws in
            async let first = client.post(servers[0].port)
            async let second = client.post(servers[1].port)
            var count = 0
            for await _ in arrivals {
                count += 1
                if count == 2 { break }
            }
            async let end: Void = client.shutDown()
            // The refusal shows that the shutdown has begun.
            while true {
                do {
                    _ = try await client.post(servers[0].port, within: .milliseconds(50))
                } catch let error as TransportError {
                    if error == .shuttingDown { break }
                }
            }
            for peer in peers.withLockedValue({ $0 }) {
                try await peer.eventLoop.submit { peer.value.respondToAll() }.get()
            }
            #expect(try await first.status == 200)
            #expect(try await second.status == 200)
            await end
        }
    }

    @Test("Requests in flight are lost when the client is shut down by a cancelled task")
    func cancelledShutDown() async throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        try await run(script: { _, _ in arrived.yield() }) { (client, servers) async throws in
            let sending = Task { try await client.post(servers[0].port) }
            for await _ in arrivals { break }
            let stopping = Task { await client.shutDown() }
            stopping.cancel()
            await #expect(throws: TransportError.connectionLost) { try await sending.value }
            await stopping.value
        }
    }

    @Test(
        "A URL has an endpoint and a path",
        arguments: [
            ("https://fcm.googleapis.com/v1/x:send", "fcm.googleapis.com", 443, "/v1/x:send"),
            ("https://Push.Example:8443/a?b=c", "push.example", 8443, "/a?b=c"), ("https://a", "a", 443, "/"),
            ("https://a?b", "a", 443, "/?b"), ("https://[::1]:7443/a", "::1", 7443, "/a"),
            ("https://[::1]", "::1", 443, "/"), ("https://127.0.0.1:1/:2", "127.0.0.1", 1, "/:2"),
        ])
    func target(url: String, host: String, port: Int, path: String) throws {
        let target = try #require(RequestTarget(url, address: "1.1.1.1"))
        #expect(target.endpoint == HTTP2Endpoint(host: host, port: port, address: "1.1.1.1"))
        #expect(target.path == path)
    }

    @Test(
        "A URL that is not https, or ambiguous, is refused",
        arguments: [
            "http://a/", "a", "https://", "https:///a", "https://:443/", "https://a:/", "https://a:0",
            "https://a:65536", "https://a:b", "https://u@a/", "https://u:p@a/", "https://a/#b", "https://a/ b",
            "https://a/\r\nb",
            "https://a/ü", "https://[::1", "https://[::1]a/", "https://[]/",
        ])
    func invalidTarget(url: String) async throws {
        #expect(RequestTarget(url, address: nil) == nil)
        try await GatewayHTTPClient.run { (client) async throws in
            await #expect(throws: TransportError.unreachable) {
                try await client.post(url, shared: [], body: [], within: .seconds(50))
            }
        }
    }
}
