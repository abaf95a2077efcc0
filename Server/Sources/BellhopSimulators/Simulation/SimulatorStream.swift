import NIOCore
import NIOHTTP1
import NIOHTTP2

/// A response as it is written to a stream.
struct StreamResponse: Sendable {
    var head: HTTPResponseHead
    var body: [UInt8]
}

/// One request and its response: a stream of a client's HTTP/2 connection.
final class SimulatorStream: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    /// The reaction to a request.
    enum Reaction {
        case respond(StreamResponse)
        /// The response is held, or never sent.
        case nothing
        case cutConnection
    }

    /// Makes the action that sends a held response on the stream's event loop.
    typealias Resume = (@escaping @Sendable () -> StreamResponse) -> @Sendable () -> Void
    /// Handles a request. A body above ``longestBody`` is not complete.
    typealias Handler = @Sendable (HTTPRequestHead, _ body: [UInt8], Resume) -> Reaction

    /// The size at which reading ends, in bytes: enough for a refusal.
    static let longestBody = 1 << 16

    private let handle: Handler
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []

    private init(_ handle: @escaping Handler) { self.handle = handle }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body(let bytes): if body.count <= Self.longestBody { body += bytes.readableBytesView }
        case .end:
            guard let head else { return }
            switch handle(head, body, { Self.deferredWrite($0, context) }) {
            case .respond(let response): Self.write(response, to: context)
            case .nothing: break
            case .cutConnection:
                context.channel.parent?.triggerUserOutboundEvent(AbruptCloseHandler.Close(), promise: nil)
            }
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private static func deferredWrite(
        _ response: @escaping @Sendable () -> StreamResponse, _ context: ChannelHandlerContext
    ) -> @Sendable () -> Void {
        let (bound, eventLoop) = (NIOLoopBound(context, eventLoop: context.eventLoop), context.eventLoop)
        return {
            eventLoop.execute {
                guard bound.value.channel.isActive else { return }
                Self.write(response(), to: bound.value)
            }
        }
    }

    private static func write(_ response: StreamResponse, to context: ChannelHandlerContext) {
        func write(_ part: HTTPServerResponsePart) { context.write(NIOAny(part), promise: nil) }
        write(.head(response.head))
        // An empty DATA frame stalls the responses of a busy connection (seen with swift-nio-http2, November 2026).
        if !response.body.isEmpty { write(.body(.byteBuffer(ByteBuffer(bytes: response.body)))) }
        context.writeAndFlush(NIOAny(HTTPServerResponsePart.end(nil)), promise: nil)
    }

    /// Adds the handlers of a client's connection to `channel`, which already has TLS.
    ///
    /// - Parameter streams: The maximum number of concurrent streams.
    static func assemble(on channel: any Channel, streams: Int, handle: @escaping Handler) throws {
        var settings = NIOHTTP2Handler.ConnectionConfiguration()
        settings.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: streams),
            HTTP2Setting(parameter: .maxHeaderListSize, value: 16_384),
        ]
        let handler = NIOHTTP2Handler(
            mode: .server, eventLoop: channel.eventLoop, connectionConfiguration: settings
        ) { stream in
            stream.eventLoop.makeCompletedFuture {
                try stream.pipeline.syncOperations.addHandlers([
                    HTTP2FramePayloadToHTTP1ServerCodec(), SimulatorStream(handle),
                ])
            }
        }
        try channel.pipeline.syncOperations.addHandler(handler)
    }
}
