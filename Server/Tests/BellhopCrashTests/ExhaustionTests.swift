import BellhopModel
import Foundation
import NIOCore
import NIOPosix
import Testing

/// Limits the server's file descriptors, while many unauthenticated clients hold connections.
@Suite("Exhaustion of file descriptors by unauthenticated connections", .serialized, .timeLimit(.minutes(10)))
struct ExhaustionTests {
    private static let token = String(repeating: "cd", count: 32)

    /// The bytes that an unauthenticated client sends before it becomes idle.
    private static let beginnings = [
        "", "GET /healthz HTTP/1.1\r\nHos",
        "POST /v1/devices/register HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\n"
            + "Content-Length: 100\r\n\r\n{",
    ]

    @Test(
        "With 1,024 descriptors and more idle connections, health checks and authenticated callers are served",
        arguments: [1100, 5000])
    func idleConnections(count: Int) async throws {
        try await Site.run { site in
            let server = try ServerProcess.start(over: site, descriptors: 1024)
            let agent = API(
                url: server.url, key: try await API(url: server.url, key: site.adminKey).prepare(token: Self.token))
            let port = try #require(URL(string: server.url)?.port)
            let unauthenticated = await withTaskGroup(of: (any Channel)?.self) { group in
                var all: [(any Channel)?] = []
                for index in 0..<count {
                    if index >= 64, let one = await group.next() { all.append(one) }
                    group.addTask { try? await Self.connect(to: port, sending: Self.beginnings[index % 3]) }
                }
                for await one in group { all.append(one) }
                return all.compactMap(\.self)
            }
            let start = ContinuousClock.now
            for _ in 0..<5 {
                #expect(await agent.get("/healthz")?.status == 200)
                let sent = await agent.post("/v1/notifications", NotificationRequest(title: "t", body: "b"))
                #expect(sent?.status == 202)
            }
            // Ten requests in much less than a second each, on any machine that is not overloaded.
            #expect(ContinuousClock.now - start < .seconds(10))
            for channel in unauthenticated { channel.close(promise: nil) }
            server.kill()
            let lines = try String(contentsOf: site.log, encoding: .utf8).split(separator: "\n")
            #expect(lines.contains { $0.contains("Too many connections without a key") })
            #expect(lines.count < 20, "\(lines.prefix(20))")
        }
    }

    private static func connect(to port: Int, sending text: String) async throws -> any Channel {
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .connect(host: "127.0.0.1", port: port).get()
        if !text.isEmpty { try await channel.writeAndFlush(ByteBuffer(string: text)) }
        return channel
    }
}
