import BellhopModel
import HummingbirdCore
import Logging
import NIOCore
import NIOHTTP1
import NIOHTTPTypes
import NIOHTTPTypesHTTP1
import NIOWebSocket
import ServiceLifecycle

/// A server connection that speaks HTTP/1.1 and may become a WebSocket with its first request.
///
/// Hummingbird's own WebSocket package is not used: its router would be a second one, and a declined upgrade hangs in
/// it (see ``UpgradeGate``). The HTTP half is Hummingbird's, unchanged.
struct UpgradableChannel: ServerChildChannel, HTTPChannelHandler {
    enum Outcome: Sendable {
        case http(NIOAsyncChannel<HTTPRequestPart, HTTPResponsePart>)
        case webSocket
    }

    /// A granted upgrade.
    struct Upgrade: Sendable {
        let requestID: String
        let makeSocket: @Sendable () -> EventSocket
    }

    struct Value: ServerChildChannelValue {
        let outcome: EventLoopFuture<Outcome>
        let channel: any Channel
    }

    let responder: HTTPChannelHandler.Responder
    let idleTimeout: TimeAmount
    let deadlines: RequestDeadlines
    let connections: ConnectionTable
    let tls: ServerTLS?
    let route: WebSocketRoute

    func setup(channel: any Channel, logger: Logger) -> EventLoopFuture<Value> {
        connections.opened(channel)
        return channel.eventLoop.makeCompletedFuture {
            // NIO keeps the buffer of the last read for the next one, also while the connection is idle.
            try channel.syncOptions?.setOption(
                .recvAllocator, value: AdaptiveRecvByteBufferAllocator(minimum: 512, initial: 512, maximum: 65536))
            let granted = NIOLoopBoundBox<Upgrade?>(nil, eventLoop: channel.eventLoop)
            var configuration = NIOUpgradableHTTPServerPipelineConfiguration(
                upgradeConfiguration: .init(upgraders: [upgrader(granted, logger)]) { channel in
                    plainHTTP(on: channel, logger: logger)
                })
            configuration.enablePipelining = false
            configuration.enableResponseHeaderValidation = false
            let pipeline = channel.pipeline.syncOperations
            let outcome = try pipeline.configureUpgradableHTTPServerPipeline(configuration: configuration)
            let upgradeHandler = try pipeline.handler(type: NIOTypedHTTPServerUpgradeHandler<Outcome>.self)
            let eventLoop = channel.eventLoop
            let requestGuard = RequestGuard(deadlines)
            let arrivalWatch = ArrivalWatch(for: requestGuard)
            let watched = NIOLoopBound((requestGuard, arrivalWatch), eventLoop: eventLoop)
            let gate = UpgradeGate { head in
                guard let makeSocket = await route(head, channel) else { return false }
                let id = RequestLog.id(from: head.headers.first(name: "x-request-id"))
                let isGranted: Void? = try? await eventLoop.submit {
                    granted.value = Upgrade(requestID: id, makeSocket: makeSocket)
                    // Bytes after the request are not HTTP.
                    channel.pipeline.syncOperations.removeHandler(watched.value.0, promise: nil)
                    channel.pipeline.syncOperations.removeHandler(watched.value.1, promise: nil)
                }.get()
                return isGranted != nil
            }
            try pipeline.addHandler(gate, position: .before(upgradeHandler))
            try pipeline.addHandler(ParseErrorCloser(), position: .before(gate))
            try pipeline.addHandler(requestGuard, position: .before(gate))
            try pipeline.addHandler(arrivalWatch, position: .first)
            try tls?.encrypt(channel)
            return Value(outcome: outcome, channel: channel)
        }
    }

    func handle(value: Value, logger: Logger) async {
        await withTaskExecutorPreference(EventLoopExecutor(value.channel.eventLoop)) {
            do {
                switch try await value.outcome.get() {
                case .http(let channel): await handleHTTP(asyncChannel: channel, logger: logger)
                case .webSocket:
                    // ``EventSocket`` needs no task. It has missed the event of a shutdown that began before its upgrade.
                    guard Task.isCancelled || Task.isShuttingDownGracefully else { return }
                    value.channel.pipeline.fireUserInboundEventTriggered(ChannelShouldQuiesceEvent())
                }
            } catch {
                logger.debug("connection failed", metadata: ["error": "\(error)"])
                try? await value.channel.close()
            }
        }
    }

    private func upgrader(
        _ granted: NIOLoopBoundBox<Upgrade?>, _ logger: Logger
    ) -> NIOTypedWebSocketServerUpgrader<Outcome> {
        NIOTypedWebSocketServerUpgrader<Outcome>(
            maxFrameSize: 1 << 16,
            enableAutomaticErrorHandling: false,
            shouldUpgrade: { channel, _ in
                channel.eventLoop.makeSucceededFuture(
                    granted.value.map { ["X-Request-ID": $0.requestID] })
            },
            upgradePipelineHandler: { channel, _ in
                channel.eventLoop.makeCompletedFuture {
                    guard let upgrade = granted.value else { throw ChannelError.inappropriateOperationForState }
                    let pipeline = channel.pipeline.syncOperations
                    let closer = try pipeline.context(handlerType: ParseErrorCloser.self)
                    pipeline.removeHandler(context: closer, promise: nil)
                    try pipeline.addHandler(upgrade.makeSocket())
                    logEnd(of: channel, requestID: upgrade.requestID, logger: logger)
                    return .webSocket
                }
            })
    }

    private func logEnd(of channel: any Channel, requestID: String, logger: Logger) {
        let started = ContinuousClock.now
        channel.closeFuture.whenComplete { _ in
            var logger = logger
            logger[metadataKey: RequestLog.key] = "\(requestID)"
            RequestLog.write(to: logger, method: "GET", route: API.events.path, status: 101, since: started)
        }
    }

    private func plainHTTP(on channel: any Channel, logger: Logger) -> EventLoopFuture<Outcome> {
        channel.eventLoop.makeCompletedFuture {
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHandler(HTTP1ToHTTPServerCodec(secure: tls != nil))
            try pipeline.addHandler(HTTPConnectionStateHandler(idleTimeout: .init(idleTimeout), logger: logger))
            return .http(
                try NIOAsyncChannel(
                    wrappingChannelSynchronously: channel, configuration: .init(isOutboundHalfClosureEnabled: true)))
        }
    }
}

/// Runs the tasks of a connection on its event loop, so that its reads and writes do not change threads.
private final class EventLoopExecutor: TaskExecutor {
    private let eventLoop: any EventLoop

    init(_ eventLoop: any EventLoop) { self.eventLoop = eventLoop }

    func enqueue(_ job: consuming ExecutorJob) {
        let job = UnownedJob(job)
        eventLoop.execute { job.runSynchronously(on: self.asUnownedTaskExecutor()) }
    }
}

extension HTTPServerBuilder {
    /// A channel over HTTP/1.1 whose first request may upgrade to a WebSocket.
    ///
    /// - Parameter idleTimeout: the maximum idle time of a connection between two requests.
    static func upgradable(
        idleTimeout: TimeAmount, deadlines: RequestDeadlines, connections: ConnectionTable, tls: ServerTLS?,
        route: @escaping WebSocketRoute
    ) -> HTTPServerBuilder {
        // The first decoder is created here, by one thread. On Linux, the Swift runtime (6.3) can crash when two event loops
        // create it at the same time: it looks up the decoder's conformance through its superclass, which is null, while
        // the other thread has not completed the metadata of the class.
        _ = ByteToMessageHandler(HTTPRequestDecoder())
        return .init {
            UpgradableChannel(
                responder: $0, idleTimeout: idleTimeout, deadlines: deadlines, connections: connections, tls: tls,
                route: route)
        }
    }
}

/// Closes a connection whose bytes are not HTTP, after NIO has responded with 400 and `Connection: close`.
///
/// NIO leaves the closing to the peer (swift-nio 2.101, November 2026); otherwise such a peer could hold the connection
/// until the idle timeout.
final class ParseErrorCloser: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        if error is HTTPParserError {
            context.close(promise: nil)
        } else {
            context.fireErrorCaught(error)
        }
    }
}
