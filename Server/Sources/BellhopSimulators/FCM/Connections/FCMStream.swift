import BellhopModel
import NIOCore
import NIOHTTP1
import NIOHTTP2

/// One request and its answer: a stream of a provider's connection.
final class FCMStream: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let exchange: FCMExchange
    private let connection: Int
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    private var isTooLong = false

    /// In bytes; a message is some 5 KiB.
    private static let longestBody = 1 << 16

    init(exchange: FCMExchange, connection: Int) {
        self.exchange = exchange
        self.connection = connection
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body(let bytes):
            isTooLong = isTooLong || body.count + bytes.readableBytes > Self.longestBody
            if !isTooLong { body += bytes.readableBytesView }
        case .end: receive(context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func receive(_ context: ChannelHandlerContext) {
        guard let head else { return }
        guard !isTooLong else { return Self.write(FCMAnswer(.tooLong), at: exchange.clock(), to: context) }
        let request = FCMRequest(
            method: head.method.rawValue, path: head.uri, host: head.headers.first(name: "host") ?? "",
            authorization: head.headers.first(name: "authorization"),
            contentType: head.headers.first(name: "content-type"), body: body)
        let reaction = exchange.receive(request, connection: connection) { later($0, context) }
        switch reaction.fault {
        case nil, .refuse: Self.write(reaction.answer, at: exchange.clock(), to: context)
        case .hold, .stall: break
        case .cutConnection: context.channel.parent?.triggerUserOutboundEvent(WireCutter.Cut(), promise: nil)
        }
    }

    /// A way back to this stream from any thread.
    private func later(_ answer: FCMAnswer, _ context: ChannelHandlerContext) -> @Sendable () -> Void {
        let (bound, eventLoop) = (NIOLoopBound(context, eventLoop: context.eventLoop), context.eventLoop)
        return { [exchange] in
            eventLoop.execute {
                guard bound.value.channel.isActive else { return }
                Self.write(answer, at: exchange.clock(), to: bound.value)
            }
        }
    }

    private static func write(_ answer: FCMAnswer, at now: Timestamp, to context: ChannelHandlerContext) {
        // Everything that is answered here was made of texts and numbers.
        let body = (try? CanonicalJSON.encode(answer.body)) ?? []
        func write(_ part: HTTPServerResponsePart) { context.write(NIOAny(part), promise: nil) }
        write(.head(answer.head(at: now, length: body.count)))
        write(.body(.byteBuffer(ByteBuffer(bytes: body))))
        context.writeAndFlush(NIOAny(HTTPServerResponsePart.end(nil)), promise: nil)
    }

    /// Puts a provider's connection on top of `channel`, whose TLS is there already.
    static func assemble(on channel: any Channel, exchange: FCMExchange) throws {
        let connection = exchange.connectionOpened()
        var settings = NIOHTTP2Handler.ConnectionConfiguration()
        settings.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: exchange.configuration.streams),
            HTTP2Setting(parameter: .maxHeaderListSize, value: 16_384),
        ]
        let handler = NIOHTTP2Handler(
            mode: .server, eventLoop: channel.eventLoop, connectionConfiguration: settings
        ) { stream in
            stream.eventLoop.makeCompletedFuture {
                try stream.pipeline.syncOperations.addHandlers([
                    HTTP2FramePayloadToHTTP1ServerCodec(), FCMStream(exchange: exchange, connection: connection),
                ])
            }
        }
        try channel.pipeline.syncOperations.addHandler(handler)
    }
}
