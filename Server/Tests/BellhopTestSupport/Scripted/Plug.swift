import NIOCore

/// Ends a connection below TLS, and tells when it has ended.
final class Plug: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private var context: ChannelHandlerContext?
    private let onEnd: @Sendable () -> Void

    init(onEnd: @escaping @Sendable () -> Void) { self.onEnd = onEnd }

    func handlerAdded(context: ChannelHandlerContext) { self.context = context }
    func handlerRemoved(context: ChannelHandlerContext) { self.context = nil }

    func pull() { context?.close(promise: nil) }

    func channelInactive(context: ChannelHandlerContext) {
        context.fireChannelInactive()
        onEnd()
    }
}
