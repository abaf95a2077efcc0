import NIOCore
import NIOPosix
import NIOSSL
import Synchronization

/// Opens connections to one server.
///
/// It has a single thread: a hook makes a request or two and ends, and starting a thread per core would cost it more
/// than the requests.
final class Connector: Sendable {
    let address: ServerAddress
    let group = MultiThreadedEventLoopGroup(numberOfThreads: 1)
    private let roots: TrustRoots
    private let timeout: Duration
    /// Made once: reading the system's certificate authorities takes longer than a handshake.
    private let tls = Mutex<NIOSSLContext?>(nil)
    /// Nothing that is begun on an event loop from then on would ever end.
    private let isShutDown = Atomic(false)

    /// - Parameter timeout: for one attempt to connect, and as much again for TLS.
    init(to address: ServerAddress, roots: TrustRoots, timeout: Duration) {
        self.address = address
        self.roots = roots
        self.timeout = timeout
    }

    /// - Parameter prepare: adds to the channel what comes after TLS, on its event loop.
    /// - Throws: ``ConnectFailure``; `CancellationError` at once when the task is cancelled, or after the shutdown.
    func connect(_ prepare: @escaping @Sendable (any Channel) throws -> Void) async throws -> any Channel {
        guard !isShutDown.load(ordering: .relaxed) else { throw CancellationError() }
        let context = address.isEncrypted ? try context() : nil
        let numeric = try? SocketAddress(ipAddress: address.host, port: address.port)
        let bootstrap = ClientBootstrap(group: group)
            .connectTimeout(TimeAmount(timeout))
            .channelOption(.socketOption(.tcp_nodelay), value: 1)
            .channelInitializer { [timeout, name = address.serverName] channel in
                channel.eventLoop.makeCompletedFuture {
                    if let context {
                        let pipeline = channel.pipeline.syncOperations
                        try pipeline.addHandler(NIOSSLClientHandler(context: context, serverHostname: name))
                        try pipeline.addHandler(TLSHandshake(on: channel.eventLoop, limit: timeout))
                    }
                    try prepare(channel)
                }
            }
        let opened = (numeric.map(bootstrap.connect(to:)) ?? bootstrap.connect(host: address.host, port: address.port))
            .flatMapErrorThrowing { throw ConnectFailure.unreachable($0) }
        let opening = context == nil ? opened : opened.flatMap(Self.handshake)
        // Whoever gives up does not wait for the name server or the handshake.
        let promise = opening.eventLoop.makePromise(of: (any Channel).self)
        opening.cascade(to: promise)
        promise.futureResult.whenFailure { _ in opened.whenSuccess { $0.close(promise: nil) } }
        return try await withTaskCancellationHandler {
            try await promise.futureResult.get()
        } onCancel: {
            promise.fail(CancellationError())
        }
    }

    static func handshake(on channel: any Channel) -> EventLoopFuture<any Channel> {
        let established = channel.eventLoop.makeCompletedFuture {
            // A channel that was closed meanwhile has no handlers any more.
            let handler = try? channel.pipeline.syncOperations.handler(type: TLSHandshake.self)
            guard let handler else { throw ConnectFailure.Closed() }
            return handler.established.futureResult
        }
        return established.flatMap { $0 }.map { channel }
            .flatMapErrorThrowing { throw ConnectFailure.handshake($0) }
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
        // It fails in no way that somebody who is leaving could do anything about.
        try? await group.shutdownGracefully()
    }
}
