import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// The listening socket of a simulator, which can be closed and opened again on the same port.
final class Listener: Sendable {
    /// Builds the pipeline of a connection above TLS.
    typealias Assembly = @Sendable (any Channel) throws -> Void

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

    private let host: String
    private let wantedPort: Int
    private let group: any EventLoopGroup
    private let tls: NIOSSLContext
    private let build: Assembly
    private let state = Mutex(State())

    /// - Parameter build: called on the event loop of each new connection.
    init(
        host: String, port: Int, certificates: SimulatorCertificates, group: any EventLoopGroup,
        build: @escaping Assembly
    ) throws {
        self.host = host
        wantedPort = port
        self.group = group
        self.build = build
        tls = try certificates.serverContext(protocols: ["h2"])
    }

    var port: Int? { state.withLock { $0.port } }

    /// Does nothing when the socket is open.
    ///
    /// - Throws: ``ListenFailure`` when the address cannot be bound.
    func open() async throws {
        let (isOpen, port) = state.withLock { state in
            state.isShutDown = false
            return (state.socket != nil, state.port ?? wantedPort)
        }
        guard !isOpen else { return }
        let address = try SocketAddress.makeAddressResolvingHost(host, port: port)
        let reservation = state.withLock { state in
            if state.reservation == nil { state.reservation = PortReservation(address) }
            return state.reservation
        }
        let socket = try await socket(on: reservation?.port ?? port)
        state.withLock {
            $0.socket = socket
            $0.port = socket.localAddress?.port
        }
    }

    private func socket(on port: Int) async throws -> any Channel {
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.socketOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try self.assemble(channel) }
            }
        do {
            return try await bootstrap.bind(host: host, port: port).get()
        } catch let error as IOError {
            throw ListenFailure(error)
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
        try channel.pipeline.syncOperations.addHandlers([WireCutter(), NIOSSLServerHandler(context: tls)])
        try build(channel)
    }
}
