import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL
import Synchronization

/// The listening socket of a simulator, which can be closed and opened again on the same port.
final class APNsListener: Sendable {
    private struct State: Sendable {
        var socket: (any Channel)?
        /// The port of the first opening, kept for those that follow.
        var port: Int?
        /// Keeps it while the socket is closed.
        var reservation: PortReservation?
        var connections: [ObjectIdentifier: any Channel] = [:]
        var isShutDown = false
    }

    /// A connection was accepted in the moment of the shutdown.
    private struct ShutDown: Error {}

    private let exchange: APNsExchange
    private let group: any EventLoopGroup
    private let tls: NIOSSLContext
    private let state = Mutex(State())

    init(exchange: APNsExchange, certificates: SimulatorCertificates, group: any EventLoopGroup) throws {
        self.exchange = exchange
        self.group = group
        tls = try certificates.serverContext(protocols: ["h2"])
    }

    var port: Int? { state.withLock { $0.port } }

    /// Does nothing when the socket is open.
    ///
    /// - Throws: `IOError` when the address cannot be bound.
    func open() async throws {
        let (isOpen, port) = state.withLock { state in
            state.isShutDown = false
            return (state.socket != nil, state.port ?? exchange.configuration.port)
        }
        guard !isOpen else { return }
        let address = try SocketAddress.makeAddressResolvingHost(exchange.configuration.host, port: port)
        let reservation = state.withLock { state in
            if state.reservation == nil { state.reservation = PortReservation(address) }
            return state.reservation
        }
        let socket = try await ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try self.assemble(channel) }
            }
            .bind(host: exchange.configuration.host, port: reservation?.port ?? port).get()
        state.withLock {
            $0.socket = socket
            $0.port = socket.localAddress?.port
        }
    }

    /// Stops taking connections: whoever tries is refused by the system. Those that are open go on.
    func close() async {
        let socket = state.withLock { state in
            defer { state.socket = nil }
            return state.socket
        }
        // The only error is that it was closed before.
        try? await socket?.close()
    }

    /// Cuts every connection, and waits until they are closed.
    func cutConnections() async {
        let connections = state.withLock { Array($0.connections.values) }
        for connection in connections { connection.triggerUserOutboundEvent(WireCutter.Cut(), promise: nil) }
        for connection in connections { try? await connection.closeFuture.get() }
    }

    /// Closes the socket and every connection, also those that are just being made.
    func shutDown() async {
        state.withLock { $0.isShutDown = true }
        await close()
        state.withLock { $0.reservation = nil }
        await cutConnections()
    }

    private func assemble(_ channel: any Channel) throws {
        let id = ObjectIdentifier(channel)
        try state.withLock { state in
            guard !state.isShutDown else { throw ShutDown() }
            state.connections[id] = channel
        }
        channel.closeFuture.whenComplete { _ in self.state.withLock { $0.connections[id] = nil } }

        var connection = NIOHTTP2Handler.ConnectionConfiguration()
        connection.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: exchange.configuration.streams.initial),
            HTTP2Setting(parameter: .maxHeaderListSize, value: 16_384),
        ]
        // A client answers each change of the stream limit with a control frame, and a fault may reset many streams:
        // neither is an attack here.
        connection.controlFrameRateLimit.maximumCount = 100_000
        connection.maximumRecentlyResetStreams = 1000
        var stream = NIOHTTP2Handler.StreamConfiguration()
        stream.streamResetFrameRateLimit.maximumCount = 100_000
        stream.streamErrorRateLimit.maximumCount = 100_000
        let pipeline = channel.pipeline.syncOperations
        try pipeline.addHandlers([
            WireCutter(),
            NIOSSLServerHandler(context: tls),
            NIOHTTP2Handler(mode: .server, connectionConfiguration: connection, streamConfiguration: stream),
            APNsConnection(exchange: exchange),
        ])
    }
}
