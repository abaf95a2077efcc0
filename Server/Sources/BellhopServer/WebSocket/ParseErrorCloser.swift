import NIOCore
import NIOHTTP1

/// Closes a connection whose bytes are not HTTP, once NIO has answered them with 400 and `Connection: close`.
///
/// NIO itself leaves it to the peer (swift-nio 2.101, November 2026); a peer that does not would hold it until the idle
/// timeout.
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
