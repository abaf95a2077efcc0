import BellhopFoundation
import NIOConcurrencyHelpers
import NIOCore
import NIOPosix
import NIOSSL

/// The listening socket of a simulator, which can be closed and reopened on the same port.
final class Listener: Sendable {
    /// Adds the handlers of a connection above TLS.
    typealias Assembly = @Sendable (any Channel) throws -> Void

    private struct State: Sendable {
        var socket: (any Channel)?
        /// The port of the first start, reused by later ones.
        var port: Int?
        /// Reserves the port while the socket is closed.
        var reservation: PortReservation?
        var connections: [ObjectIdentifier: any Channel] = [:]
        var isShutDown = false
    }

    /// A connection was accepted during the shutdown.
    private struct ShutDown: Error {}

    private let host: String
    private let wantedPort: Int
    private let group: any EventLoopGroup
    private let tls: NIOSSLContext
    private let build: Assembly
    private let state = NIOLockedValueBox(State())

    /// - Parameter build: Called on the event loop of each new connection.
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

    var port: Int? { state.withLockedValue { $0.port } }

    /// Opens the socket. Does nothing when it is open.
    ///
    /// - Throws: ``SimulatorListenError`` when the address cannot be bound.
    func open() async throws {
        let (isOpen, port) = state.withLockedValue { state in
            state.isShutDown = false
            return (state.socket != nil, state.port ?? wantedPort)
        }
        guard !isOpen else { return }
        let address = try SocketAddress.makeAddressResolvingHost(host, port: port)
        let reservation = state.withLockedValue { state in
            if state.reservation == nil { state.reservation = PortReservation(address) }
            return state.reservation
        }
        let socket = try await socket(on: reservation?.port ?? port)
        state.withLockedValue {
            $0.socket = socket
            $0.port = socket.localAddress?.port
        }
    }

    private func socket(on port: Int) async throws -> any Channel {
        let bootstrap = ServerBootstrap(group: group)
            .serverChannelOption(.backlog, value: 256)
            .serverChannelOption(.socketOption(.so_reuseaddr), value: 1)
            .childChannelOption(.tcpOption(.tcp_nodelay), value: 1)
            .childChannelInitializer { channel in
                channel.eventLoop.makeCompletedFuture { try self.assemble(channel) }
            }
        do {
            return try await bootstrap.bind(host: host, port: port).get()
        } catch let error as IOError {
            throw SimulatorListenError(error)
        }
    }

    /// Stops accepting connections: the system refuses new ones, open ones remain.
    func close() async {
        let socket = state.withLockedValue { state in
            defer { state.socket = nil }
            return state.socket
        }
        // The only possible error is that it was closed before.
        try? await socket?.close()
    }

    /// Cuts every connection, and waits until all are closed.
    func cutConnections() async {
        let connections = state.withLockedValue { Array($0.connections.values) }
        for connection in connections { connection.triggerUserOutboundEvent(AbruptCloseHandler.Close(), promise: nil) }
        for connection in connections { try? await connection.closeFuture.get() }
    }

    /// Closes the socket and every connection, including those that are being accepted.
    func shutDown() async {
        state.withLockedValue { $0.isShutDown = true }
        await close()
        state.withLockedValue { $0.reservation = nil }
        await cutConnections()
    }

    private func assemble(_ channel: any Channel) throws {
        let id = ObjectIdentifier(channel)
        try state.withLockedValue { state in
            guard !state.isShutDown else { throw ShutDown() }
            state.connections[id] = channel
        }
        channel.closeFuture.whenComplete { _ in self.state.withLockedValue { $0.connections[id] = nil } }
        try channel.pipeline.syncOperations.addHandlers([AbruptCloseHandler(), NIOSSLServerHandler(context: tls)])
        try build(channel)
    }
}

/// Closes a TCP connection abruptly. It is the handler next to the socket, so the event reaches it before TLS can send
/// close_notify.
final class AbruptCloseHandler: ChannelOutboundHandler, Sendable {
    typealias OutboundIn = ByteBuffer

    /// The outbound user event that closes the connection.
    struct Close: Sendable {}

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is Close else { return context.triggerUserOutboundEvent(event, promise: promise) }
        context.close(promise: promise)
    }
}

/// The error of a simulator that cannot listen on its address. The description is the system's message.
public struct SimulatorListenError: Error, CustomStringConvertible, Hashable {
    /// The error code of `bind(2)` or `listen(2)`, such as `EADDRINUSE`.
    public let code: CInt

    init(_ error: IOError) { code = error.errnoCode }

    public var description: String { String(cString: strerror(code)) }
}
