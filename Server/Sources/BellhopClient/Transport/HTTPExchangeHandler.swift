import NIOCore
import NIOHTTP1

/// Makes requests of ``HTTPExchange``s, one after the other, and a whole reply of what comes back.
final class HTTPExchangeHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundIn = HTTPExchange
    typealias OutboundOut = HTTPClientRequestPart

    /// In bytes. A list may hold many asks with their whole input.
    private static let longestBody = 64 << 20

    private let gate: ReplyGate?
    /// The promise of the reply to the request in flight.
    private var waiting: EventLoopPromise<HTTPExchange.Reply>?
    /// Each reply has a parser of its own: what one leaves behind cannot become the next one's beginning.
    private var parser: ByteToMessageHandler<HTTPResponseDecoder>?
    private var isSent = true
    /// As much of it as has come.
    private var reply: HTTPExchange.Reply?
    /// Why nothing can be sent any more.
    private var end: (any Error)?

    init(behind gate: ReplyGate) { self.gate = gate }

    /// - Parameter waiting: for the reply to a request that has been sent already, and that is parsed by another handler.
    init(awaiting waiting: EventLoopPromise<HTTPExchange.Reply>) {
        gate = nil
        self.waiting = waiting
    }

    func handlerAdded(context: ChannelHandlerContext) {
        // The first parser is set up while the connection is on its way. No byte comes to it before the gate is open.
        if gate != nil { try? addParser(context) }
        // The connection may have gone while the pipeline was being changed over, which takes a turn of the loop.
        if waiting != nil, !context.channel.isActive { stop(BrokenExchange.Closed(), context) }
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        let exchange = unwrapOutboundIn(data)
        waiting = exchange.reply
        if let end {
            promise?.fail(end)
            return stop(end, context)
        }
        let sent = context.eventLoop.makePromise(of: Void.self)
        sent.futureResult.cascade(to: promise)
        sent.futureResult.assumeIsolated().whenComplete { result in
            switch result {
            case .success: self.isSent = true
            case .failure(let error): self.stop(error, context)
            }
        }
        isSent = false
        do {
            if parser == nil { try addParser(context) }
        } catch {
            return sent.fail(error)
        }
        gate?.isOpen = true
        context.write(wrapOutboundOut(.head(exchange.head)), promise: nil)
        if let body = exchange.body { context.write(wrapOutboundOut(.body(.byteBuffer(body))), promise: nil) }
        context.write(wrapOutboundOut(.end(nil)), promise: sent)
    }

    private func addParser(_ context: ChannelHandlerContext) throws {
        let parser = ByteToMessageHandler(HTTPResponseDecoder())
        try context.pipeline.syncOperations.addHandler(parser, position: .before(self))
        self.parser = parser
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head):
            reply = HTTPExchange.Reply(
                reply: HTTPReply(status: Int(head.status.code), headers: [String: String](head.headers)),
                // After 101 the server speaks something else (RFC 9110 §15.2.2).
                isLast: !head.isKeepAlive || head.status == .switchingProtocols)
        case .body(let bytes):
            let length = reply?.reply.body.count ?? 0
            guard length + bytes.readableBytes <= Self.longestBody else {
                return stop(BrokenExchange.TooLong(status: reply?.reply.status ?? 0), context)
            }
            // In place: a copy at every part would make a long reply quadratic.
            reply?.reply.body.append(contentsOf: bytes.readableBytesView)
        case .end:
            finish(context)
        }
    }

    private func finish(_ context: ChannelHandlerContext) {
        guard let done = waiting.take(), var reply = reply.take() else { return }
        gate?.isOpen = false
        // A server that responds before the end of the request may not read the rest of it (RFC 9112 §9.5).
        reply.isLast = reply.isLast || !isSent
        guard !reply.isLast, let parser = parser.take() else { return done.succeed(reply) }
        context.pipeline.syncOperations.removeHandler(parser).whenComplete { [reply] _ in done.succeed(reply) }
    }

    func channelInactive(context: ChannelHandlerContext) {
        stop(BrokenExchange.Closed(), context)
        context.fireChannelInactive()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { stop(error, context) }

    /// The first reason is the one that is told: what follows is its consequence.
    private func stop(_ reason: any Error, _ context: ChannelHandlerContext) {
        let first = end ?? reason
        end = first
        waiting.take()?.fail(BrokenExchange(reason: first, hasBegun: reply != nil))
        reply = nil
        context.close(promise: nil)
    }
}
