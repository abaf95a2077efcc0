import NIOCore

/// Ends a TCP connection with no farewell. It sits next to the socket, so the order reaches it past the layers that
/// would send TLS close_notify first.
final class WireCutter: ChannelOutboundHandler, Sendable {
    typealias OutboundIn = ByteBuffer

    /// The order, as an outbound user event.
    struct Cut: Sendable {}

    func triggerUserOutboundEvent(context: ChannelHandlerContext, event: Any, promise: EventLoopPromise<Void>?) {
        guard event is Cut else { return context.triggerUserOutboundEvent(event, promise: promise) }
        context.close(promise: promise)
    }
}
