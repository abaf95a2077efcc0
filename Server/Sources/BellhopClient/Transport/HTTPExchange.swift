import NIOCore
import NIOHTTP1

/// One request on its way over a connection, and who waits for the reply.
struct HTTPExchange: Sendable {
    let head: HTTPRequestHead
    let body: ByteBuffer?
    let reply: EventLoopPromise<Reply>

    struct Reply: Sendable {
        var reply: HTTPReply
        /// Whether no other request can follow on the same connection.
        var isLast: Bool
    }
}

/// Why a reply did not come whole.
enum BrokenExchange: Error {
    case closedByServer
    case replyTooLong
}

/// Makes requests of ``HTTPExchange``s, one after the other, and a whole reply of what comes back.
final class HTTPExchangeHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundIn = HTTPExchange
    typealias OutboundOut = HTTPClientRequestPart

    /// In bytes. A list may hold many asks with their whole input.
    private static let longestBody = 64 << 20

    /// Who waits for the reply to what was sent last.
    private var waiting: EventLoopPromise<HTTPExchange.Reply>?
    private var reply = HTTPExchange.Reply(reply: HTTPReply(status: 0), isLast: true)
    /// Why nothing can be sent any more.
    private var end: (any Error)?

    /// - Parameter waiting: for the reply to a request that has been sent already.
    init(awaiting waiting: EventLoopPromise<HTTPExchange.Reply>? = nil) { self.waiting = waiting }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let exchange = unwrapOutboundIn(data)
        if let end {
            exchange.reply.fail(end)
            promise?.fail(end)
            return
        }
        waiting = exchange.reply
        context.write(wrapOutboundOut(.head(exchange.head)), promise: nil)
        if let body = exchange.body { context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
        context.write(wrapOutboundOut(.end(nil)), promise: promise)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            reply.reply = HTTPReply(status: Int(head.status.code), headers: [String: String](head.headers))
            reply.isLast = !head.isKeepAlive
        case .body(let bytes):
            guard reply.reply.body.count + bytes.readableBytes <= Self.longestBody else {
                return stop(BrokenExchange.replyTooLong, context)
            }
            reply.reply.body.append(contentsOf: bytes.readableBytesView)
        case .end:
            let done = waiting
            waiting = nil
            done?.succeed(reply)
        }
    }

    func channelInactive(context: ChannelHandlerContext) {
        stop(BrokenExchange.closedByServer, context)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { stop(error, context) }

    /// The first reason is the one that is told: what follows is its consequence.
    private func stop(_ reason: any Error, _ context: ChannelHandlerContext) {
        end = end ?? reason
        let waiting = waiting
        self.waiting = nil
        waiting?.fail(end ?? reason)
        context.close(promise: nil)
    }
}
