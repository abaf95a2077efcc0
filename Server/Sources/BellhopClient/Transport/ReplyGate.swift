import NIOCore

/// Lets bytes through while a reply is awaited.
///
/// Whatever else a server says belongs to no request (RFC 9112 §9.2), and must never be taken for the reply to the next one:
/// it ends the connection.
final class ReplyGate: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The server spoke without having been asked.
    struct Unasked: Error {}

    var isOpen = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isOpen { context.fireChannelRead(data) } else { context.fireErrorCaught(Unasked()) }
    }
}
