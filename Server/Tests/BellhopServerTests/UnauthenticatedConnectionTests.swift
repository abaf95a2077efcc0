import BellhopModel
import BellhopTestSupport
import Foundation
import NIOCore
import NIOPosix
import Testing

@testable import BellhopServer

/// Connections of callers that have not authenticated.
@Suite("Unauthenticated callers", .timeLimit(.minutes(10)))
struct UnauthenticatedConnectionTests {
    private static func quick(_ configuration: inout ServerConfiguration) {
        configuration.deadlines = RequestDeadlines(header: .milliseconds(50), body: .milliseconds(50))
    }

    @Test(
        "A request that does not arrive in time is answered with 408",
        arguments: [
            "GET /healthz HTTP/1.1\r\nHos",
            "POST /v1/devices/register HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
                + "Content-Length: 100\r\n\r\n{",
        ])
    func slow(request: String) async throws {
        try await TestServer.run(configure: Self.quick) { server in
            let reply = try await server.exchange(request)
            #expect(reply.hasPrefix("HTTP/1.1 408 "))
            #expect(reply.contains("request_timeout"))
        }
    }

    @Test("A connection that sends nothing is closed without a response")
    func silent() async throws {
        try await TestServer.run(configure: Self.quick) { server in
            let reply = try await server.exchange("")
            #expect(reply == "")
        }
    }

    @Test("A long poll may last longer than the limit for receiving a request")
    func longPoll() async throws {
        try await TestServer.run(configure: Self.quick) { server in
            let ask: Ask = try await server.send("POST", "/v1/asks", key: server.agent, json: AskRequest.sample())
                .decode()
            try await withThrowingTaskGroup(of: Int.self) { group in
                group.addTask {
                    try await server.send("GET", "/v1/asks/\(ask.id)?wait=55", key: server.agent).status
                }
                // Each lasts as long as a request may take to arrive.
                for _ in 0..<3 { _ = try await server.exchange("") }
                let withdrawn = try await server.send("DELETE", "/v1/asks/\(ask.id)", key: server.agent)
                #expect(withdrawn.status == 200)
                let status = try await group.next()
                #expect(status == 200)
            }
        }
    }

    @Test("A request that names two hosts is refused with 400")
    func twoHosts() async throws {
        try await TestServer.run { server in
            let reply = try await server.exchange(
                "GET /healthz HTTP/1.1\r\nHost: localhost\r\nHost: evil.example\r\n\r\n")
            #expect(reply.hasPrefix("HTTP/1.1 400 "))
            #expect(reply.contains("invalid_request"))
        }
    }

    @Test("A request for another host gets 421 for every path", arguments: ["/nowhere", "/healthz"])
    func foreignHost(path: String) async throws {
        try await TestServer.run { server in
            let reply = try await server.exchange(
                "PUT \(path) HTTP/1.1\r\nHost: evil.example\r\nConnection: close\r\n\r\n")
            #expect(reply.hasPrefix("HTTP/1.1 421 "))
        }
    }

    @Test("Idle unauthenticated connections above the limit block neither new callers nor a connected phone")
    func idleConnections() async throws {
        try await TestServer.run(configure: { $0.descriptors = 96 }) { server in
            let device = try await TestDevice.pair(with: server)
            let ask: Ask = try await server.send("POST", "/v1/asks", key: server.agent, json: AskRequest.sample())
                .decode()
            let phone = try await Connection(to: server)
            _ = try await phone.exchange("GET", "/v1/asks", key: device.key)
            var unauthenticated: [any Channel] = []
            for _ in 0..<200 { unauthenticated.append(try await server.connect()) }
            #expect(try await server.send("GET", "/healthz").status == 200)
            let answer = try CanonicalJSON.text(device.answer(.approve, to: ask))
            let reply = try await phone.exchange("POST", "/v1/asks/\(ask.id)/answer", key: device.key, body: answer)
            #expect(reply.hasPrefix("HTTP/1.1 200 "))
            // The oldest connection was closed.
            try await unauthenticated[0].closeFuture.get()
            for channel in unauthenticated { channel.close(promise: nil) }
            phone.close()
        }
    }

    @Test("Wrong keys from one address get 429 after a few attempts, and a valid key never does")
    func wrongKeys() async throws {
        try await TestServer.run { server in
            var statuses: [Int] = []
            for index in 0..<22 {
                statuses.append(try await server.send("GET", "/v1/asks", key: Secret("wrong-\(index)")).status)
            }
            #expect(statuses == Array(repeating: 401, count: 20) + [429, 429])
            let refused = try await server.send("GET", "/v1/asks", key: Secret("wrong"))
            #expect(refused.headers["retry-after"] == "2")
            #expect(refused.error == "too_many_requests")
            #expect(try await server.send("GET", "/v1/asks", key: server.agent).status == 200)
            server.time.advance(by: .seconds(2))
            #expect(try await server.send("GET", "/v1/asks", key: Secret("wrong")).status == 401)
        }
    }

    @Test("Readiness means that a write succeeds; unauthenticated callers do not get the reason of a failure")
    func readiness() async throws {
        let database = TestDatabase()
        try await TestServer.run(over: database.store) { server in
            #expect(try await server.send("GET", "/readyz").status == 200)
            database.breakDown("/var/lib/bellhop/bellhop.sqlite is locked")
            server.time.advance(by: .seconds(1))
            for _ in 0..<5 {
                let refused = try await server.send("GET", "/readyz")
                #expect(refused.status == 503)
                #expect(refused.headers["retry-after"] == "1")
                #expect(refused.error == "storage_unavailable")
                #expect(!String(decoding: refused.body, as: UTF8.self).contains("bellhop.sqlite"))
            }
            // The store is queried once a second for any number of requests.
            #expect(database.refusals.count == 1)
            #expect(try await server.send("GET", "/healthz").status == 200)
            database.mend()
            server.time.advance(by: .seconds(1))
            #expect(try await server.send("GET", "/readyz").status == 200)
        }
    }
}

extension TestServer {
    /// Opens a connection on which no bytes are sent.
    fileprivate func connect() async throws -> any Channel {
        let port = try #require(URL(string: url)?.port)
        return try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port).get()
    }
}

/// A connection that is kept open between requests.
private final class Connection: Sendable {
    private let channel: any Channel
    private let replies: AsyncStream<String>

    init(to server: TestServer) async throws {
        let port = try #require(URL(string: server.url)?.port)
        let (replies, received) = AsyncStream.makeStream(of: String.self)
        self.replies = replies
        channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandler(Receiver(received))
                }
            }
            .connect(host: "127.0.0.1", port: port).get()
    }

    /// - Returns: the first received bytes, which are the whole of a short response.
    func exchange(_ method: String, _ path: String, key: Secret, body: String = "") async throws -> String {
        let text = """
            \(method) \(path) HTTP/1.1\r\nHost: localhost\r\nAuthorization: Bearer \(key.reveal())\r\n\
            Content-Type: application/json\r\nContent-Length: \(body.utf8.count)\r\n\r\n\(body)
            """
        try await channel.writeAndFlush(ByteBuffer(string: text))
        return try #require(await replies.first { $0.hasPrefix("HTTP/1.1 ") })
    }

    func close() { channel.close(promise: nil) }

    private final class Receiver: ChannelInboundHandler {
        typealias InboundIn = ByteBuffer
        private let received: AsyncStream<String>.Continuation

        init(_ received: AsyncStream<String>.Continuation) { self.received = received }

        func channelRead(context: ChannelHandlerContext, data: NIOAny) {
            received.yield(String(buffer: unwrapInboundIn(data)))
        }

        func channelInactive(context: ChannelHandlerContext) { received.finish() }
    }
}
