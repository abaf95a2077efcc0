import BellhopModel
import NIOCore
import NIOHTTP1
import NIOHTTP2

/// A complete request.
struct WebPushRequest: Sendable {
    var method: String
    var path: String
    /// The fields by lower-case name. A repeated field has its values joined with a comma.
    var fields: [String: String]
    var body: [UInt8]

    init(_ head: HTTPRequestHead, body: [UInt8]) {
        method = head.method.rawValue
        path = head.uri
        fields = Dictionary(head.headers.map { ($0.name.lowercased(), $0.value) }) { "\($0), \($1)" }
        self.body = body
    }
}

/// The response to the application server.
struct SimulatedWebPushResponse: Sendable {
    var status: Int
    var location: String?
    var retryAfter: String?
    var body = ""

    init(status: Int, location: String?) {
        self.status = status
        self.location = location
    }

    init(_ refusal: WebPushRefusal) {
        status = refusal.status
        location = refusal.location
        retryAfter = refusal.retryAfter
        body = refusal.body
    }

    var head: HTTPResponseHead {
        var headers = HTTPHeaders([("content-length", String(body.utf8.count))])
        if let location { headers.add(name: "location", value: location) }
        if let retryAfter { headers.add(name: "retry-after", value: retryAfter) }
        return HTTPResponseHead(version: .http2, status: .init(statusCode: status), headers: headers)
    }
}

/// One request and its response: a stream of an application server's connection.
final class WebPushStream: ChannelInboundHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias OutboundOut = HTTPServerResponsePart

    private let backend: WebPushBackend
    private let origin: String
    private let connection: Int
    private var head: HTTPRequestHead?
    private var body: [UInt8] = []

    /// The size at which reading ends, in bytes: enough for a refusal.
    private static let longestBody = 1 << 16

    /// - Parameter origin: The origin of the endpoints.
    init(backend: WebPushBackend, origin: String, connection: Int) {
        self.backend = backend
        self.origin = origin
        self.connection = connection
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch unwrapInboundIn(data) {
        case .head(let head): self.head = head
        case .body(let bytes): if body.count < Self.longestBody { body += bytes.readableBytesView }
        case .end: receive(context)
        }
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }

    private func receive(_ context: ChannelHandlerContext) {
        guard let head else { return }
        let scripted = backend.receive(
            WebPushRequest(head, body: body), origin: origin, connection: connection
        ) { deferredWrite($0, context) }
        switch scripted.fault {
        case nil, .refuse: Self.write(scripted.response, to: context)
        case .hold, .stall: break
        case .cutConnection: context.channel.parent?.triggerUserOutboundEvent(AbruptCloseHandler.Close(), promise: nil)
        }
    }

    /// Makes an action that sends a response on this stream's event loop.
    private func deferredWrite(
        _ response: SimulatedWebPushResponse, _ context: ChannelHandlerContext
    ) -> @Sendable () -> Void {
        let (bound, eventLoop) = (NIOLoopBound(context, eventLoop: context.eventLoop), context.eventLoop)
        return {
            eventLoop.execute {
                guard bound.value.channel.isActive else { return }
                Self.write(response, to: bound.value)
            }
        }
    }

    private static func write(_ response: SimulatedWebPushResponse, to context: ChannelHandlerContext) {
        func write(_ part: HTTPServerResponsePart) { context.write(NIOAny(part), promise: nil) }
        write(.head(response.head))
        // An empty DATA frame stalls the responses of a busy connection (seen with swift-nio-http2, November 2026).
        if !response.body.isEmpty { write(.body(.byteBuffer(ByteBuffer(string: response.body)))) }
        context.writeAndFlush(NIOAny(HTTPServerResponsePart.end(nil)), promise: nil)
    }

    /// Adds the handlers of an application server's connection to `channel`, which already has TLS.
    static func assemble(on channel: any Channel, backend: WebPushBackend, origin: String) throws {
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
                    HTTP2FramePayloadToHTTP1ServerCodec(),
                    WebPushStream(backend: backend, origin: origin, connection: connection),
                ])
            }
        }
        try channel.pipeline.syncOperations.addHandler(handler)
    }
}
