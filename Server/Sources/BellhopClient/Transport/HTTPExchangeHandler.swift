import NIOCore
import NIOHTTP1

/// Sends the requests of ``HTTPExchange``s, one after the other, and assembles their replies.
final class HTTPExchangeHandler: ChannelDuplexHandler {
    typealias InboundIn = HTTPClientResponsePart
    typealias OutboundIn = HTTPExchange
    typealias OutboundOut = HTTPClientRequestPart

    /// The maximum length of a body, in bytes. A list may contain many asks with their whole input.
    private static let longestBody = 64 << 20

    private let gate: ReplyGate?
    /// The promise of the reply to the request in flight.
    private var waiting: EventLoopPromise<HTTPExchange.Reply>?
    /// The parser of one reply. Each reply has a new one, so that leftover bytes cannot become part of the next reply.
    private var parser: ByteToMessageHandler<HTTPResponseDecoder>?
    private var isSent = true
    /// The received part of the reply.
    private var reply: HTTPExchange.Reply?
    /// The reason why no more requests can be sent.
    private var end: (any Error)?

    init(behind gate: ReplyGate) { self.gate = gate }

    /// - Parameter waiting: the promise of a request that was already sent, and whose reply another handler parses.
    init(awaiting waiting: EventLoopPromise<HTTPExchange.Reply>) {
        gate = nil
        self.waiting = waiting
    }

    func handlerAdded(context: ChannelHandlerContext) {
        // The first parser is added while the connection opens. The gate lets no bytes through until then.
        if gate != nil { try? addParser(context) }
        // The connection may have closed during the change of the pipeline, which takes one tick of the event loop.
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
                // After 101 the connection uses another protocol (RFC 9110 §15.2.2).
                isLast: !head.isKeepAlive || head.status == .switchingProtocols)
        case .body(let bytes):
            let length = reply?.reply.body.count ?? 0
            guard length + bytes.readableBytes <= Self.longestBody else {
                return stop(BrokenExchange.TooLong(status: reply?.reply.status ?? 0), context)
            }
            // Appended in place: copying it for each part would take quadratic time.
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

    /// Stops with the first reason; later ones are its consequences.
    private func stop(_ reason: any Error, _ context: ChannelHandlerContext) {
        let first = end ?? reason
        end = first
        waiting.take()?.fail(BrokenExchange(reason: first, hasBegun: reply != nil))
        reply = nil
        context.close(promise: nil)
    }
}
