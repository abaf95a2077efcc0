import Foundation
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
public import NIOSSL
import Synchronization

/// A server that follows a ``Script``.
public final class ScriptedServer: Sendable {
    public let port: Int
    /// The bytes that clients sent over WebSockets.
    public let received: AsyncStream<UInt8>

    private let group: MultiThreadedEventLoopGroup
    private let listener: any Channel
    private let connections: Connections
    private let endOfReceived: AsyncStream<UInt8>.Continuation

    /// All accepted connections.
    private final class Connections: Sendable {
        private let channels = NIOLockedValueBox<[any Channel]>([])
        let ended = Atomic(0)
        let areStopped = Atomic(false)
        /// - Returns: the number of earlier connections.
        func add(_ channel: any Channel) -> Int {
            channels.withLockedValue {
                $0.append(channel)
                return $0.count - 1
            }
        }
        var all: [any Channel] { channels.withLockedValue { $0 } }
    }

    /// - Parameters:
    ///   - port: 0 for any free port; another one only to replace an earlier server.
    ///   - greetings: bytes sent to the first connections, one each, before their request.
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
                    try pipeline.addHandler(
                        ConnectionCloser { connections.ended.add(1, ordering: .sequentiallyConsistent) })
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

    /// The server's address without TLS.
    public var url: String { "http://127.0.0.1:\(port)" }

    /// The number of accepted connections.
    public var accepted: Int { connections.all.count }

    /// The number of ended connections.
    public var ended: Int { connections.ended.load(ordering: .sequentiallyConsistent) }

    /// Closes every connection, as a server does with idle ones, and returns when they are closed.
    public func dropConnections() async { for channel in connections.all { try? await channel.close() } }

    /// Closes the listener and every connection, like a killed server. May be called more than once.
    public func stop() async throws {
        guard !connections.areStopped.exchange(true, ordering: .sequentiallyConsistent) else { return }
        try await listener.close()
        await dropConnections()
        try await group.shutdownGracefully()
        endOfReceived.finish()
    }

    /// The next bytes received over a WebSocket.
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

/// Closes a connection below TLS, and reports its end.
final class ConnectionCloser: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private var context: ChannelHandlerContext?
    private let onEnd: @Sendable () -> Void

    init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func close() { context?.close(promise: nil) }

    func channelInactive(context: ChannelHandlerContext) {
        context.fireChannelInactive()
        onEnd()
    }
}

/// A reserved port without a listener: bound, so that the system gives it to no other process, but not listening.
public final class ClosedPort: Sendable {
    public struct Unavailable: Error {}

    public let port: Int
    private let descriptor: CInt

    /// - Throws: ``Unavailable`` when the system gives no port.
    public init() throws {
        #if canImport(Glibc)
        descriptor = socket(AF_INET, CInt(SOCK_STREAM.rawValue), 0)
        #else
        descriptor = socket(AF_INET, SOCK_STREAM, 0)
        #endif
        var address = sockaddr_in()
        address.sin_family = sa_family_t(AF_INET)
        address.sin_addr.s_addr = UInt32(0x7F00_0001).bigEndian
        var size = socklen_t(MemoryLayout<sockaddr_in>.size)
        let isBound = withUnsafeMutablePointer(to: &address) { [descriptor] in
            $0.withMemoryRebound(to: sockaddr.self, capacity: 1) {
                bind(descriptor, $0, size) == 0 && getsockname(descriptor, $0, &size) == 0
            }
        }
        port = Int(UInt16(bigEndian: address.sin_port))
        guard isBound else {
            close(descriptor)
            throw Unavailable()
        }
    }

    /// The address of a server at this port.
    public var url: String { "http://127.0.0.1:\(port)" }

    deinit { close(descriptor) }
}
