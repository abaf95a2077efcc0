import NIOCore
import NIOPosix
public import NIOSSL
import Synchronization

/// A server on a port of its own, which follows a ``Script``.
public final class ScriptedServer: Sendable {
    public let port: Int
    /// What clients sent after a connection had become a WebSocket.
    public let received: AsyncStream<UInt8>

    private let group: MultiThreadedEventLoopGroup
    private let listener: any Channel
    private let connections: Connections

    /// Every connection ever accepted.
    private final class Connections: Sendable {
        private let channels = Mutex<[any Channel]>([])
        func add(_ channel: any Channel) { channels.withLock { $0.append(channel) } }
        var count: Int { channels.withLock { $0.count } }
        func closeAll() { for channel in channels.withLock({ $0 }) { channel.close(promise: nil) } }
    }

    /// - Parameter port: 0 for any that is free; another one only to come back where a server stood before.
    public init(_ script: Script, port: Int = 0, tls: NIOSSLContext? = nil) async throws {
        let (received, continuation) = AsyncStream.makeStream(of: UInt8.self)
        let connections = Connections()
        group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        listener = try await ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    connections.add(channel)
                    let pipeline = channel.pipeline.syncOperations
                    if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
                    try pipeline.addHandler(ScriptHandler(script, received: continuation))
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
        self.port = listener.localAddress?.port ?? 0
        self.received = received
        self.connections = connections
    }

    /// How many connections have been accepted so far.
    public var accepted: Int { connections.count }

    /// Ends the listener and every connection, as a server that is killed.
    public func stop() async throws {
        try await listener.close()
        connections.closeAll()
        try await group.shutdownGracefully()
    }

    /// The next bytes that came over a WebSocket.
    public func receive(_ count: Int) async -> [UInt8] {
        var bytes: [UInt8] = []
        guard count > 0 else { return bytes }
        for await byte in received {
            bytes.append(byte)
            if bytes.count == count { break }
        }
        return bytes
    }
}
