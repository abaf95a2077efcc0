import NIOConcurrencyHelpers
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import Testing

@testable import BellhopHTTP2

@Suite("The client, over HTTP/2 and TLS", .timeLimit(.minutes(10)))
struct ClientTests {
    private static let deadline = TimeAmount.seconds(50)

    /// Runs `test` with a server and its client.
    private func run(
        streams: Int = 100, negotiates: [String] = ["h2"], certificate: String = TestServer.encodedCertificate,
        endpoint: (Int) -> HTTP2Endpoint = Self.local,
        configure: (inout HTTP2Client.Configuration) -> Void = { _ in },
        tls: NIOSSLContext? = nil, script: @escaping TestServer.Script,
        test: (HTTP2Client, TestServer) async throws -> Void
    ) async throws {
        let server = try await TestServer(
            streams: streams, negotiates: negotiates, certificate: certificate, script: script)
        var configuration = HTTP2Client.Configuration()
        configuration.connectDeadline = .seconds(30)
        configure(&configuration)
        let client = HTTP2Client(
            endpoint(server.port), tls: try tls ?? TestServer.clientContext(), configuration: configuration,
            on: MultiThreadedEventLoopGroup.singleton.next())
        do {
            try await test(client, server)
        } catch {
            await client.shutDown()
            try await server.close()
            throw error
        }
        await client.shutDown()
        try await server.close()
    }

    private static func local(_ port: Int) -> HTTP2Endpoint { HTTP2Endpoint(host: "localhost", port: port) }

    private static let shared = HTTP2SharedFields(method: "POST", authority: "example.com")

    private static func request(_ number: Int = 1, body: String = "hello") -> HTTP2Request {
        HTTP2Request(shared, path: "/\(number)", body: Array(body.utf8))
    }

    private static let respond: TestServer.Script = {
        $0.respond($1.stream, body: "to \($1.headers.first(name: ":path") ?? "")")
    }

    @Test(
        "sends a request and returns its response, by name, by address and to a pinned address",
        arguments: [("localhost", nil), ("127.0.0.1", nil), ("localhost", "127.0.0.1")])
    func exchange(host: String, address: String?) async throws {
        try await run(endpoint: { HTTP2Endpoint(host: host, port: $0, address: address) }, script: Self.respond) {
            (client, server) async throws in
            let response = try await client.send(Self.request(7), within: Self.deadline)
            #expect(response.status == 200)
            #expect(String(buffer: response.body) == "to /7")
            #expect(server.requests.map(\.body) == ["hello"])
            #expect(server.requests.first?.headers.first(name: ":authority") == "example.com")
        }
    }

    @Test("connects to the pinned address instead of resolving the name, and verifies the name")
    func pinned() async throws {
        let endpoint = { (port: Int) in HTTP2Endpoint(host: "other.example", port: port, address: "127.0.0.1") }
        // NIOSSL accepts a certificate for the address as well, so that this one is for a name only.
        let certificate = TestServer.encodedNameCertificate
        try await run(certificate: certificate, endpoint: endpoint, script: Self.respond) {
            (client, server) async throws in
            let error = await #expect(throws: HTTP2ClientError.self) {
                try await client.send(Self.request(), within: Self.deadline)
            }
            guard case .unreachable? = error else {
                Issue.record("\(String(describing: error))")
                return
            }
            #expect(server.requests.isEmpty)
        }
    }

    @Test("returns the results of a batch in the order of its requests, each once", arguments: [1, 99, 1000])
    func batch(count: Int) async throws {
        try await run(streams: 20, script: Self.respond) { (client, server) async throws in
            let results = await client.send((0..<count).map { Self.request($0) }, within: Self.deadline)
            #expect(try results.map { String(buffer: try $0.get().body) } == (0..<count).map { "to /\($0)" })
            #expect(server.requests.count == count)
            #expect(server.record.mostOpen <= 20)
        }
    }

    @Test("opens another connection only when all streams are used, up to the limit")
    func connections() async throws {
        let script: TestServer.Script = { peer, _ in if peer.open.count == 10 { peer.respondToAll() } }
        try await run(streams: 10, configure: { $0.maxConnections = 3 }, script: script) {
            (client, server) async throws in
            let results = await client.send((0..<60).map { Self.request($0) }, within: Self.deadline)
            #expect(results.allSatisfy { (try? $0.get().status) == 200 })
            #expect((1...3).contains(server.record.connections))
        }
    }

    @Test("sends a refused request again, and one above GOAWAY's last stream on another connection")
    func retries() async throws {
        let refused = NIOLockedValueBox(false)
        let script: TestServer.Script = { peer, request in
            switch (request.connection, request.headers.first(name: ":path")) {
            case (1, "/1")
            where refused.withLockedValue({ old in
                defer { old = true }; return !old
            }):
                peer.reset(request.stream, .refusedStream)
            case (1, "/2"): peer.goAway(last: request.stream.advanced(by: -2))
            default: peer.respond(request.stream)
            }
        }
        try await run(script: script) { (client, server) async throws in
            #expect(try await client.send(Self.request(1), within: Self.deadline).status == 200)
            #expect(try await client.send(Self.request(2), within: Self.deadline).status == 200)
            #expect(server.requests.map { $0.headers.first(name: ":path") ?? "" } == ["/1", "/1", "/2", "/2"])
            #expect(server.record.connections == 2)
        }
    }

    @Test("does not send a request again whose stream or connection was lost")
    func lost() async throws {
        let script: TestServer.Script = { peer, request in
            switch request.headers.first(name: ":path") {
            case "/1": peer.reset(request.stream, .internalError)
            case "/2": peer.disconnect()
            default: peer.respond(request.stream)
            }
        }
        try await run(script: script) { (client, server) async throws in
            for number in 1...2 {
                await #expect(throws: HTTP2ClientError.connectionLost) {
                    try await client.send(Self.request(number), within: Self.deadline)
                }
            }
            #expect(try await client.send(Self.request(3), within: Self.deadline).status == 200)
            #expect(server.requests.count == 3)
            #expect(server.record.connections == 2)
        }
    }

    @Test("gives up a refused request after its retries")
    func refusedAlways() async throws {
        try await run(script: { $0.reset($1.stream, .refusedStream) }) { (client, server) async throws in
            await #expect(throws: HTTP2ClientError.connectionLost) {
                try await client.send(Self.request(), within: Self.deadline)
            }
            #expect(server.requests.count == 3)
        }
    }

    @Test("ends a request at its deadline, resets its stream and keeps a connection that responds to others")
    func timeout() async throws {
        let script: TestServer.Script = { peer, request in
            if request.headers.first(name: ":path") != "/2" { peer.respond(request.stream) }
        }
        try await run(script: script) { (client, server) async throws in
            #expect(try await client.send(Self.request(1), within: Self.deadline).status == 200)
            let unanswered = Task { try await client.send(Self.request(2), within: .seconds(2)) }
            while server.requests.count < 2 { await Task.yield() }
            #expect(try await client.send(Self.request(3), within: Self.deadline).status == 200)
            await #expect(throws: HTTP2ClientError.timeout) { try await unanswered.value }
            #expect(try await client.send(Self.request(4), within: Self.deadline).status == 200)
            #expect(server.record.resets == 1)
            #expect(server.record.connections == 1)
        }
    }

    @Test("replaces a connection that responded to nothing while a request reached its deadline")
    func silent() async throws {
        let script: TestServer.Script = { peer, request in
            if request.headers.first(name: ":path") != "/2" { peer.respond(request.stream) }
        }
        try await run(script: script) { (client, server) async throws in
            #expect(try await client.send(Self.request(1), within: Self.deadline).status == 200)
            await #expect(throws: HTTP2ClientError.timeout) {
                try await client.send(Self.request(2), within: .milliseconds(200))
            }
            #expect(try await client.send(Self.request(3), within: Self.deadline).status == 200)
            #expect(server.record.connections == 2)
        }
    }

    @Test("cancels a request with its task, and a request whose task was cancelled before")
    func cancellation() async throws {
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        try await run(script: { _, _ in arrived.yield() }) { (client, server) async throws in
            let task = Task { try await client.send(Self.request(), within: Self.deadline) }
            for await _ in arrivals { break }
            task.cancel()
            await #expect(throws: HTTP2ClientError.cancelled) { try await task.value }
            let batch = Task { await client.send([Self.request(2), Self.request(3)], within: Self.deadline) }
            batch.cancel()
            #expect(await batch.value.allSatisfy { $0.isCancelled })
        }
    }

    @Test("fails requests when no connection can be opened", arguments: [true, false])
    func unreachable(isClosed: Bool) async throws {
        try await run(negotiates: isClosed ? ["h2"] : ["http/1.1"], script: Self.respond) {
            (client, server) async throws in
            if isClosed { try await server.close() }
            let results = await client.send((1...3).map { Self.request($0) }, within: Self.deadline)
            #expect(results.allSatisfy { $0.isUnreachable })
            #expect(server.requests.isEmpty)
        }
    }

    @Test("trusts only the configured roots")
    func untrusted() async throws {
        let tls = try NIOSSLContext(configuration: HTTP2TLS.configuration())
        try await run(tls: tls, script: Self.respond) { (client, server) async throws in
            #expect(await client.send([Self.request()], within: Self.deadline).allSatisfy { $0.isUnreachable })
            #expect(server.requests.isEmpty)
        }
    }

    @Test("refuses requests above its queue limit and invalid ones, and sends the others")
    func limits() async throws {
        try await run(configure: { $0.queueLimit = 3 }, script: Self.respond) { (client, server) async throws in
            var requests = (1...5).map { Self.request($0) }
            requests[1].head = HTTP2Head(path: "/a\r\nb")
            let results = await client.send(requests, within: Self.deadline)
            #expect(results.map { (try? $0.get().status) ?? 0 } == [200, 0, 200, 0, 0])
            #expect(results[1].failure == .invalidRequest)
            #expect(results[3].failure == .overloaded)
            #expect(server.requests.count == 2)
        }
    }

    @Test("returns the responses of requests in flight when it shuts down, and refuses later ones")
    func shutDown() async throws {
        let peers = NIOLockedValueBox<[NIOLoopBound<TestPeer>]>([])
        let (arrivals, arrived) = AsyncStream<Void>.makeStream()
        let script: TestServer.Script = { peer, _ in
            peers.withLockedValue { $0 = [peer.bound].compactMap { $0 } }
            arrived.yield()
        }
        try await run(script: script) { (client, server) async throws in
            async let response = client.send(Self.request(), within: Self.deadline)
            for await _ in arrivals { break }
            async let end: Void = client.shutDown()
            // The refusal shows that the shutdown has begun.
            let peer = peers.withLockedValue { $0[0] }
            while await !client.send([Self.request(2)], within: .milliseconds(50)).allSatisfy(\.isShuttingDown) {}
            try await peer.eventLoop.submit { peer.value.respondToAll() }.get()
            #expect(try await response.status == 200)
            await end
        }
    }

    @Test("sends bodies larger than the windows, and receives them")
    func large() async throws {
        let text = String(repeating: "0123456789abcdef", count: 20_000)
        try await run(script: { $0.respond($1.stream, body: String($1.body.count)) }) { (client, server) async throws in
            let bodies = (0..<5).map { String(text.prefix(300_000 - $0)) }
            let results = await client.send(bodies.map { Self.request(body: $0) }, within: Self.deadline)
            #expect(try results.map { String(buffer: try $0.get().body) } == bodies.map { "\($0.count)" })
        }
    }
}

extension Result<HTTP2Response, HTTP2ClientError> {
    fileprivate var failure: HTTP2ClientError? { if case .failure(let error) = self { error } else { nil } }
    fileprivate var isCancelled: Bool { failure == .cancelled }
    fileprivate var isShuttingDown: Bool { failure == .shuttingDown }
    fileprivate var isUnreachable: Bool { if case .unreachable? = failure { true } else { false } }
}
