import BellhopClient
import BellhopCore
import BellhopModel
import BellhopTestSupport
import Foundation
import NIOCore
import NIOPosix
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

    @Test("A socket outlives a failure of the store")
    func failingStore() async throws {
        let database = TestDatabase()
        try await TestServer.run(over: database.store) { server in
            try await BellhopClient.with(ServerAddress(server.url), key: server.agent) { client in
                var events = try await client.events().makeAsyncIterator()
                let first = try await events.next()
                #expect(first == .badge(0))
                database.breakDown()
                await server.time.sleeper(until: TestServer.start + .seconds(30))
                server.time.advance(by: .seconds(30))
                await server.time.sleeper(until: TestServer.start + .seconds(60))
                database.mend()
                server.hub.publish(.badge(7), to: "owner")
                let second = try await events.next()
                #expect(second == .badge(7))
            }
        }
    }

    @Test("A shutdown closes each socket with 1001")
    func shutdown() async throws {
        try await TestServer.run { server in
            try await BellhopClient.with(ServerAddress(server.url), key: server.agent) { client in
                var events = try await client.events().makeAsyncIterator()
                let first = try await events.next()
                #expect(first == .badge(0))
                await server.stop()
                await #expect {
                    try await events.next()
                } throws: { error in
                    guard case .connectionLost(_, reason: "the server is stopping") = error as? ClientError else {
                        return false
                    }
                    return true
                }
            }
        }
    }

    @Test("A client that does not read is unsubscribed, and reads the close code 1013 later")
    func slow() async throws {
        try await TestServer.run { server in
            let port = try #require(URL(string: server.url)?.port)
            let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
                .connect(host: "127.0.0.1", port: port) { channel in
                    channel.eventLoop.makeCompletedFuture {
                        try NIOAsyncChannel<ByteBuffer, ByteBuffer>(wrappingChannelSynchronously: channel)
                    }
                }
            try await channel.executeThenClose { inbound, outbound in
                try await outbound.write(ByteBuffer(string: Self.request(of: server)))
                while server.hub.subscriberCount == 0 { await Task.yield() }
                let large = ServerEvent.unknown(String(repeating: "a", count: 100_000))
                while server.hub.subscriberCount > 0 {
                    server.hub.publish(large, to: "owner")
                    await Task.yield()
                }
                var reply: [UInt8] = []
                for try await part in inbound { reply += part.readableBytesView }
                #expect(reply.suffix(4) == [0x88, 2, 0x03, 0xF5])
            }
        }
    }

    private static func request(of server: TestServer) -> String {
        """
        GET /v1/events HTTP/1.1\r
        Host: \(server.url.dropFirst("http://".count))\r
        Authorization: Bearer \(server.agent.reveal())\r
        Connection: Upgrade\r
        Upgrade: websocket\r
        Sec-WebSocket-Version: 13\r
        Sec-WebSocket-Key: dGhlIHNhbXBsZSBub25jZQ==\r
        \r

        """
    }
}
