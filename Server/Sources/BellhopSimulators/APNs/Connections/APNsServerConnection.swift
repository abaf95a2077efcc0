import BellhopModel
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOTLS

/// A provider's connection. It handles frames rather than one channel per stream, because requests and responses are
/// small and a channel would cost more than the work itself.
///
/// All work happens on the connection's event loop, in the read that completes a request; the responses of one read are
/// flushed together.
final class APNsServerConnection: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    let backend: APNsBackend
    var streams: [HTTP2StreamID: OpenStream] = [:]
    var tokens = TokenHistory()
    var limit: StreamLimit
    /// True if GOAWAY was sent: only open streams still get responses.
    var isDraining = false
    /// True if the connection was cut or closed; the remaining frames of the same read are ignored.
    var isClosed = false
    private(set) var number = 0
    private var context: ChannelHandlerContext?

    /// The connection's flow control window, in bytes. The initial 65,535 bytes of the protocol would hold only 16
    /// maximum payloads.
    private static let window = 1 << 20

    init(backend: APNsBackend) {
        self.backend = backend
        limit = StreamLimit(backend.configuration.streams)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelActive(context: ChannelHandlerContext) {
        number = backend.connectionOpened()
        write(.windowUpdate(windowSizeIncrement: Self.window - 65_535), on: .rootStream)
        context.flush()
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        isClosed = true
        streams = [:]
        if number > 0 { backend.connectionClosed() }
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isClosed else { return }
        let frame = unwrapInboundIn(data)
        switch frame.payload {
        case .headers(let block): receive(block, on: frame.streamID)
        case .data(let data): receive(data, on: frame.streamID)
        case .rstStream: streams[frame.streamID] = nil
        default: break
        }
    }

    func channelReadComplete(context: ChannelHandlerContext) {
        context.flush()
        context.fireChannelReadComplete()
    }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        switch event {
        case let event as NIOHTTP2WindowUpdatedEvent where event.streamID == .rootStream:
            if let size = event.inboundWindowSize, size < Self.window / 2, !isClosed {
                write(.windowUpdate(windowSizeIncrement: Self.window - size), on: .rootStream)
            }
        case let event as StreamClosedEvent:
            streams[event.streamID] = nil
            closeIfDrained()
        case let event as TLSUserEvent:
            // APNs supports only HTTP/2: a connection without ALPN `h2` is closed.
            if case .handshakeCompleted(let negotiated) = event, negotiated != "h2" {
                isClosed = true
                context.close(promise: nil)
            }
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // The HTTP/2 layer handles stream errors; any other error ends the connection.
        guard !(error is NIOHTTP2Errors.StreamError) else { return }
        isClosed = true
        context.close(promise: nil)
    }
}

extension APNsServerConnection {
    func write(_ payload: HTTP2Frame.FramePayload, on stream: HTTP2StreamID) {
        context?.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: payload)), promise: nil)
    }

    func flush() { context?.flush() }

    /// Closes the connection gracefully once all responses after a GOAWAY are sent.
    func closeIfDrained() {
        guard isDraining, !isClosed, streams.isEmpty else { return }
        isClosed = true
        context?.flush()
        context?.close(promise: nil)
    }

    /// Closes the TCP connection immediately, after flushing sent responses.
    func cut() {
        isClosed = true
        streams = [:]
        context?.flush()
        context?.triggerUserOutboundEvent(AbruptCloseHandler.Close(), promise: nil)
    }

    /// Makes an action that runs on this connection's event loop, for delayed responses.
    func later(_ action: @escaping @Sendable (APNsServerConnection) -> Void) -> @Sendable () -> Void {
        guard let eventLoop = context?.eventLoop else { return {} }
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        return { eventLoop.execute { action(bound.value) } }
    }

    var eventLoop: (any EventLoop)? { context?.eventLoop }
}

extension APNsServerConnection {
    /// Adds the handlers of a provider's connection to `channel`, which already has TLS.
    static func assemble(on channel: any Channel, backend: APNsBackend) throws {
        var connection = NIOHTTP2Handler.ConnectionConfiguration()
        connection.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: backend.configuration.streams.initial),
            HTTP2Setting(parameter: .maxHeaderListSize, value: 16_384),
        ]
        // The limits are high, because neither of these is an attack here: a client acknowledges each change of the
        // stream limit with a control frame, and a fault may reset many streams.
        connection.controlFrameRateLimit.maximumCount = 100_000
        connection.maximumRecentlyResetStreams = 1000
        var stream = NIOHTTP2Handler.StreamConfiguration()
        stream.streamResetFrameRateLimit.maximumCount = 100_000
        stream.streamErrorRateLimit.maximumCount = 100_000
        try channel.pipeline.syncOperations.addHandlers([
            NIOHTTP2Handler(mode: .server, connectionConfiguration: connection, streamConfiguration: stream),
            APNsServerConnection(backend: backend),
        ])
    }
}
