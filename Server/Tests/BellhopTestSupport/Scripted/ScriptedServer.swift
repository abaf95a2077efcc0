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
    private let endOfReceived: AsyncStream<UInt8>.Continuation

    /// Every connection ever accepted.
    private final class Connections: Sendable {
        private let channels = Mutex<[any Channel]>([])
        let ended = Atomic(0)
        let areStopped = Atomic(false)
        /// - Returns: how many there were before.
        func add(_ channel: any Channel) -> Int {
            channels.withLock {
                $0.append(channel)
                return $0.count - 1
            }
        }
        var count: Int { channels.withLock { $0.count } }
        func closeAll() { for channel in channels.withLock({ $0 }) { channel.close(promise: nil) } }
    }

    /// - Parameters:
    ///   - port: 0 for any that is free; another one only to come back where a server stood before.
    ///   - greetings: what the first connections are told, one each, before they ask.
    public init(
        _ script: Script, port: Int = 0, tls: NIOSSLContext? = nil, greetings: [String] = []
    ) async throws {
        let (received, continuation) = AsyncStream.makeStream(of: UInt8.self)
        let connections = Connections()
        group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
        listener = try await ServerBootstrap(group: group)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    let number = connections.add(channel)
                    let pipeline = channel.pipeline.syncOperations
                    try pipeline.addHandler(Plug { connections.ended.add(1, ordering: .sequentiallyConsistent) })
                    if let tls { try pipeline.addHandler(NIOSSLServerHandler(context: tls)) }
                    try pipeline.addHandler(
                        ScriptHandler(
                            script, greeting: greetings.dropFirst(number).first, received: continuation))
                }
            }
            .bind(host: "127.0.0.1", port: port).get()
        self.port = listener.localAddress?.port ?? 0
        self.received = received
        self.connections = connections
        endOfReceived = continuation
    }

    /// Its address, where it does not speak TLS.
    public var url: String { "http://127.0.0.1:\(port)" }

    /// How many connections have been accepted so far.
    public var accepted: Int { connections.count }

    /// How many of them have ended.
    public var ended: Int { connections.ended.load(ordering: .sequentiallyConsistent) }

    /// Ends every connection, as a server does with those that nobody uses.
    public func dropConnections() { connections.closeAll() }

    /// Ends the listener and every connection, as a server that is killed. More than once does no more.
    public func stop() async throws {
        guard !connections.areStopped.exchange(true, ordering: .sequentiallyConsistent) else { return }
        try await listener.close()
        connections.closeAll()
        try await group.shutdownGracefully()
        endOfReceived.finish()
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
