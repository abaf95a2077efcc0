import BellhopModel
import NIOCore
import NIOHTTP1
import NIOHTTP2

/// One request and its response: a stream of a provider's connection.
final class FCMStream: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let backend: FCMBackend
    private let connection: Int
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []
    private var isTooLong = false

    /// The maximum size of a request body, in bytes; a message has about 5 KiB.
    private static let longestBody = 1 << 16

    init(backend: FCMBackend, connection: Int) {
        self.backend = backend
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
        guard !isTooLong else { return Self.write(SimulatedFCMResponse(.tooLong), at: backend.clock(), to: context) }
        let request = FCMRequest(
            method: head.method.rawValue, path: head.uri, host: head.headers.first(name: "host") ?? "",
            authorization: head.headers.first(name: "authorization"),
            contentType: head.headers.first(name: "content-type"), body: body)
        let scripted = backend.receive(request, connection: connection) { deferredWrite($0, context) }
        switch scripted.fault {
        case nil, .refuse: Self.write(scripted.response, at: backend.clock(), to: context)
        case .hold, .stall: break
        case .cutConnection: context.channel.parent?.triggerUserOutboundEvent(AbruptCloseHandler.Close(), promise: nil)
        }
    }

    /// Makes an action that sends a response on this stream's event loop.
    private func deferredWrite(_ response: SimulatedFCMResponse, _ context: ChannelHandlerContext)
        -> @Sendable () -> Void
    {
        let (bound, eventLoop) = (NIOLoopBound(context, eventLoop: context.eventLoop), context.eventLoop)
        return { [backend] in
            eventLoop.execute {
                guard bound.value.channel.isActive else { return }
                Self.write(response, at: backend.clock(), to: bound.value)
            }
        }
    }

    private static func write(_ response: SimulatedFCMResponse, at now: Timestamp, to context: ChannelHandlerContext) {
        // Response bodies consist of strings and numbers, whose encoding cannot fail.
        let body = (try? CanonicalJSON.encode(response.body)) ?? []
        func write(_ part: HTTPServerResponsePart) { context.write(NIOAny(part), promise: nil) }
        write(.head(response.head(at: now, length: body.count)))
        write(.body(.byteBuffer(ByteBuffer(bytes: body))))
        context.writeAndFlush(NIOAny(HTTPServerResponsePart.end(nil)), promise: nil)
    }

    /// Adds the handlers of a provider's connection to `channel`, which already has TLS.
    static func assemble(on channel: any Channel, backend: FCMBackend) throws {
        let connection = backend.connectionOpened()
        var settings = NIOHTTP2Handler.ConnectionConfiguration()
        settings.initialSettings = [
            HTTP2Setting(parameter: .maxConcurrentStreams, value: backend.configuration.streams),
            HTTP2Setting(parameter: .maxHeaderListSize, value: 16_384),
        ]
        let handler = NIOHTTP2Handler(
            mode: .server, eventLoop: channel.eventLoop, connectionConfiguration: settings
        ) { stream in
            stream.eventLoop.makeCompletedFuture {
                try stream.pipeline.syncOperations.addHandlers([
                    HTTP2FramePayloadToHTTP1ServerCodec(), FCMStream(backend: backend, connection: connection),
                ])
            }
        }
        try channel.pipeline.syncOperations.addHandler(handler)
    }
}
