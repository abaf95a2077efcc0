import BellhopModel
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOTLS

/// One provider's connection. It works on frames rather than on a channel for each stream: a request is a few hundred
/// bytes and its answer a few dozen, so a channel would cost more than the work.
///
/// Everything happens on the connection's event loop, in the read that brings a request's last frame; answers of one
/// read are flushed together.
final class APNsConnection: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame
    typealias OutboundOut = HTTP2Frame

    let exchange: APNsExchange
    var streams: [HTTP2StreamID: OpenStream] = [:]
    var ledger = TokenLedger()
    var limit: StreamLimit
    /// Whether GOAWAY was sent: no more than the open streams will be answered.
    var isDraining = false
    /// Whether the connection was cut or closed; what still arrives in the same read is ignored.
    var isOver = false
    private(set) var number = 0
    private var context: ChannelHandlerContext?

    /// The connection's flow control window, in bytes. The protocol's initial 65 535 would hold sixteen full payloads.
    private static let window = 1 << 20

    init(exchange: APNsExchange) {
        self.exchange = exchange
        limit = StreamLimit(exchange.configuration.streams)
    }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func channelActive(context: ChannelHandlerContext) {
        number = exchange.connectionOpened()
        write(.windowUpdate(windowSizeIncrement: Self.window - 65_535), on: .rootStream)
        context.flush()
        context.fireChannelActive()
    }

    func channelInactive(context: ChannelHandlerContext) {
        isOver = true
        streams = [:]
        if number > 0 { exchange.connectionClosed() }
        context.fireChannelInactive()
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        guard !isOver else { return }
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
            if let size = event.inboundWindowSize, size < Self.window / 2, !isOver {
                write(.windowUpdate(windowSizeIncrement: Self.window - size), on: .rootStream)
            }
        case let event as StreamClosedEvent:
            streams[event.streamID] = nil
            closeIfDrained()
        case let event as TLSUserEvent:
            // APNs speaks HTTP/2 alone: a client that did not ask for it by ALPN has nothing to say here.
            if case .handshakeCompleted(let negotiated) = event, negotiated != "h2" {
                isOver = true
                context.close(promise: nil)
            }
        default: break
        }
        context.fireUserInboundEventTriggered(event)
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        // A stream's error ends the stream, and the HTTP/2 layer has seen to that; any other ends the connection.
        guard !(error is NIOHTTP2Errors.StreamError) else { return }
        isOver = true
        context.close(promise: nil)
    }
}

extension APNsConnection {
    func write(_ payload: HTTP2Frame.FramePayload, on stream: HTTP2StreamID) {
        context?.write(wrapOutboundOut(HTTP2Frame(streamID: stream, payload: payload)), promise: nil)
    }

    func flush() { context?.flush() }

    /// Closes in good order once nothing is left to be answered after a GOAWAY.
    func closeIfDrained() {
        guard isDraining, !isOver, streams.isEmpty else { return }
        isOver = true
        context?.flush()
        context?.close(promise: nil)
    }

    /// Ends the TCP connection at once, after what was already answered.
    func cut() {
        isOver = true
        streams = [:]
        context?.flush()
        context?.triggerUserOutboundEvent(WireCutter.Cut(), promise: nil)
    }

    /// A way back to this connection from any thread, for answers that come late.
    func later(_ action: @escaping @Sendable (APNsConnection) -> Void) -> @Sendable () -> Void {
        guard let eventLoop = context?.eventLoop else { return {} }
        let bound = NIOLoopBound(self, eventLoop: eventLoop)
        return { eventLoop.execute { action(bound.value) } }
    }

    var eventLoop: (any EventLoop)? { context?.eventLoop }
}
