import NIOCore
import NIOPosix
import NIOSSL
import NIOTLS
import Synchronization

/// Opens connections to one server.
///
/// It has a single thread: a hook sends one or two requests and ends, and starting a thread per core would take longer
/// than the requests.
final class Connector: Sendable {
    let address: ServerAddress
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let roots: TrustRoots
    private let timeout: Duration
    /// Created once: reading the system's certificate authorities takes longer than a handshake.
    private let tls = Mutex<NIOSSLContext?>(nil)
    /// Work that is started on an event loop after the shutdown would never end.
    private let isShutDown = Atomic(false)

    /// - Parameter timeout: the limit of one connection attempt, and again of the TLS handshake.
    init(to address: ServerAddress, roots: TrustRoots, timeout: Duration) {
        self.address = address
        self.roots = roots
        self.timeout = timeout
    }

    /// - Parameter prepare: adds the handlers after TLS to the channel, on its event loop.
    /// - Throws: ``ConnectFailure``; `CancellationError` at once when the task is cancelled, or after the shutdown.
    func connect(_ prepare: @escaping @Sendable (any Channel) throws -> Void) async throws -> any Channel {
        guard !isShutDown.load(ordering: .relaxed) else { throw CancellationError() }
        let context = address.isEncrypted ? try context() : nil
        let numeric = try? SocketAddress(ipAddress: address.host, port: address.port)
        let handshakes = Handshakes()
        let bootstrap = ClientBootstrap(group: group)
            .connectTimeout(TimeAmount(timeout))
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
            .channelInitializer { [timeout, name = address.serverName] channel in
                channel.eventLoop.makeCompletedFuture {
                    if let context {
                        let pipeline = channel.pipeline.syncOperations
                        try pipeline.addHandler(NIOSSLClientHandler(context: context, serverHostname: name))
                        let handshake = TLSHandshake(on: channel.eventLoop, limit: timeout)
                        handshakes.add(handshake.established.futureResult, of: channel)
                        try pipeline.addHandler(handshake)
                    }
                    try prepare(channel)
                }
            }
        let opened = (numeric.map(bootstrap.connect(to:)) ?? bootstrap.connect(host: address.host, port: address.port))
            .flatMapErrorThrowing { throw ConnectFailure.unreachable($0) }
        let opening = context == nil ? opened : opened.flatMap(handshakes.end(of:))
        // A cancelled call does not wait for the name server or the handshake.
        let promise = opening.eventLoop.makePromise(of: (any Channel).self)
        opening.cascade(to: promise)
        promise.futureResult.whenFailure { _ in opened.whenSuccess { $0.close(promise: nil) } }
        return try await withTaskCancellationHandler {
            try await promise.futureResult.get()
        } onCancel: {
            promise.fail(CancellationError())
        }
    }

    private func context() throws -> NIOSSLContext {
        try tls.withLock { context in
            if let context { return context }
            do {
                let made = try NIOSSLContext(configuration: roots.configuration)
                context = made
                return made
            } catch {
                throw ConnectFailure.handshake(error)
            }
        }
    }

    func shutdown() async {
        isShutDown.store(true, ordering: .relaxed)
        // No failure matters at the end of the process.
        try? await group.shutdownGracefully()
    }
}

/// A failure to connect: no byte of a request was sent. Each case holds NIO's error, or one of the types below.
enum ConnectFailure: Error {
    /// The address was not reached.
    case unreachable(any Error)
    /// TLS could not be established.
    case handshake(any Error)

    /// The peer closed the connection.
    struct Closed: Error {}

    /// The peer sent nothing.
    struct Silence: Error {}
}

/// The TLS configuration, with certificate authorities that are trusted besides the system's.
struct TrustRoots: Sendable {
    let configuration: TLSConfiguration

    /// - Parameter file: a PEM file of certificates; `nil` to trust only the system's.
    /// - Throws: ``ClientError/badFile(path:reason:)``.
    init(file: String?) throws(ClientError) {
        var configuration = TLSConfiguration.makeClientConfiguration()
        // HTTP/2 is not used: it has another handshake for WebSockets (RFC 8441).
        configuration.applicationProtocols = ["http/1.1"]
        // The client sends close_notify and does not wait for the server's (RFC 8446 §6.1): replies have a length, and
        // a hanging server would delay a cancelled call.
        configuration.shutdownTimeout = .zero
        if let file {
            guard let certificates = try? NIOSSLCertificate.fromPEMFile(file), !certificates.isEmpty else {
                throw .badFile(path: file, reason: "it contains no readable PEM certificates.")
            }
            configuration.additionalTrustRoots = [.certificates(certificates)]
        }
        self.configuration = configuration
    }
}

/// The TLS handshakes of one attempt to connect, which may open a channel for each address of the host.
///
/// A failed handshake closes its channel, which may have lost its handlers before the attempt returns it.
final class Handshakes: Sendable {
    private let established = Mutex<[ObjectIdentifier: EventLoopFuture<Void>]>([:])

    func add(_ end: EventLoopFuture<Void>, of channel: any Channel) {
        established.withLock { $0[ObjectIdentifier(channel)] = end }
    }

    /// Fails with ``ConnectFailure/handshake(_:)``.
    @Sendable func end(of channel: any Channel) -> EventLoopFuture<any Channel> {
        let end = established.withLock { $0[ObjectIdentifier(channel)] }
        return (end ?? channel.eventLoop.makeFailedFuture(ConnectFailure.Closed())).map { channel }
            .flatMapErrorThrowing { throw ConnectFailure.handshake($0) }
    }
}

/// A handler after TLS that reports the end of the handshake.
final class TLSHandshake: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// Fails with a TLS error, ``ConnectFailure/Silence``, or ``ConnectFailure/Closed``.
    let established: EventLoopPromise<Void>
    private let limit: TimeAmount

    init(on eventLoop: any EventLoop, limit: Duration) {
        established = eventLoop.makePromise()
        self.limit = TimeAmount(limit)
    }

    func channelActive(context: ChannelHandlerContext) {
        let (established, channel) = (established, context.channel)
        let alarm = context.eventLoop.scheduleTask(in: limit) {
            established.fail(ConnectFailure.Silence())
            channel.close(promise: nil)
        }
        established.futureResult.whenComplete { _ in alarm.cancel() }
        context.fireChannelActive()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case TLSUserEvent.handshakeCompleted? = event as? TLSUserEvent { established.succeed() }
        context.fireUserInboundEventTriggered(event)
    }

    func channelInactive(context: ChannelHandlerContext) {
        established.fail(ConnectFailure.Closed())
        context.fireChannelInactive()
    }

    func handlerRemoved(context: ChannelHandlerContext) { established.fail(ConnectFailure.Closed()) }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        established.fail(error)
        context.fireErrorCaught(error)
    }
}
