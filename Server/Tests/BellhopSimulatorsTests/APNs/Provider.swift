import BellhopModel
import BellhopSimulators
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import Synchronization

/// A provider's connection over real TLS, at the frame level.
final class Provider: Sendable {
    /// The default request of a test.
    struct Request: Sendable {
        var method = "POST"
        var path = "/3/device/\(Provider.token.text)"
        var fields: [(String, String)]
        var body = Array(#"{"aps":{"alert":"Deploy?"}}"#.utf8)

        init(_ authorization: Secret?, topic: String = Provider.topic) {
            fields = [("apns-topic", topic), ("apns-push-type", "alert")]
            if let authorization { fields.append(("authorization", "bearer \(authorization.reveal())")) }
        }

        func with(_ name: String, _ value: String) -> Self {
            var copy = self
            copy.fields.append((name, value))
            return copy
        }

        func to(_ token: DeviceToken) -> Self {
            var copy = self
            copy.path = "/3/device/\(token.text)"
            return copy
        }

        func saying(_ body: String) -> Self {
            var copy = self
            copy.body = Array(body.utf8)
            return copy
        }

        var headers: HPACKHeaders {
            HPACKHeaders(
                [(":method", method), (":scheme", "https"), (":authority", "localhost"), (":path", path)] + fields)
        }
    }

    static let topic = "com.example.app"
    static let token = deviceToken(1)

    static func deviceToken(_ number: UInt8) -> DeviceToken {
        guard let token = DeviceToken(bytes: [UInt8](repeating: number, count: 32)) else {
            preconditionFailure("64 hex digits are a token")
        }
        return token
    }

    private let channel: any Channel
    private let events: AsyncStream<ProviderEvent>
    private let lastStream = Atomic<Int>(-1)

    private init(_ channel: any Channel, _ events: AsyncStream<ProviderEvent>) {
        self.channel = channel
        self.events = events
    }

    static func connect(
        to simulator: APNsSimulator, trust: [NIOSSLCertificate]? = nil, protocols: [String] = ["h2"]
    ) async throws -> Provider {
        var tls = TLSConfiguration.makeClientConfiguration()
        tls.trustRoots = .certificates(trust ?? simulator.certificates.trustRoots)
        tls.applicationProtocols = protocols
        let context = try NIOSSLContext(configuration: tls)
        let (stream, continuation) = AsyncStream.makeStream(of: ProviderEvent.self)
        var connection = NIOHTTP2Handler.ConnectionConfiguration()
        connection.controlFrameRateLimit.maximumCount = 10_000
        let configuration = connection
        let channel = try await ClientBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            .channelInitializer { channel in
                channel.eventLoop.makeCompletedFuture {
                    try channel.pipeline.syncOperations.addHandlers([
                        NIOSSLClientHandler(context: context, serverHostname: "localhost"),
                        NIOHTTP2Handler(mode: .client, connectionConfiguration: configuration),
                        ProviderRecorder(continuation),
                    ])
                }
            }
            .connect(host: "127.0.0.1", port: simulator.port ?? 0).get()
        return Provider(channel, stream)
    }

    func close() async { try? await channel.close() }

    /// Sends a request without waiting.
    @discardableResult
    func send(_ request: Request) -> HTTP2StreamID {
        let id = HTTP2StreamID(lastStream.add(2, ordering: .relaxed).newValue)
        let headers = HTTP2Frame.FramePayload.headers(.init(headers: request.headers, endStream: request.body.isEmpty))
        channel.write(HTTP2Frame(streamID: id, payload: headers), promise: nil)
        if !request.body.isEmpty {
            let data = HTTP2Frame.FramePayload.data(
                .init(data: .byteBuffer(.init(bytes: request.body)), endStream: true))
            channel.write(HTTP2Frame(streamID: id, payload: data), promise: nil)
        }
        channel.flush()
        return id
    }

    /// The next event; always `.closed` after the connection has ended.
    func next() async -> ProviderEvent {
        var iterator = events.makeAsyncIterator()
        return await iterator.next() ?? .closed
    }

    /// Sends a request and returns its response; `nil` when the stream or the connection ended without one.
    func push(_ request: Request) async -> ProviderResponse? { await answer(to: send(request)) }

    func answer(to id: HTTP2StreamID) async -> ProviderResponse? {
        while true {
            switch await next() {
            case .response(id, let response): return response
            case .reset(id, _), .closed: return nil
            default: break
            }
        }
    }
}

/// The events of a provider's connection, in order.
enum ProviderEvent: Sendable {
    case settings(maxStreams: Int?)
    case response(HTTP2StreamID, ProviderResponse)
    case reset(HTTP2StreamID, HTTP2ErrorCode)
    case goAway(last: HTTP2StreamID, code: HTTP2ErrorCode, data: String)
    case closed
}

struct ProviderResponse: Sendable {
    var headers: HPACKHeaders
    var body = ""

    var status: Int? { headers.first(name: ":status").flatMap(Int.init) }
    var apnsID: String? { headers.first(name: "apns-id") }
}

/// Converts the frames of a client's connection to events.
final class ProviderRecorder: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame

    private let events: AsyncStream<ProviderEvent>.Continuation
    private var answers: [HTTP2StreamID: ProviderResponse] = [:]

    init(_ events: AsyncStream<ProviderEvent>.Continuation) { self.events = events }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        let frame = unwrapInboundIn(data)
        let id = frame.streamID
        switch frame.payload {
        case .headers(let block):
            answers[id] = ProviderResponse(headers: block.headers)
            if block.endStream { finish(id) }
        case .data(let data):
            if case .byteBuffer(let bytes) = data.data { answers[id]?.body += String(buffer: bytes) }
            if data.endStream { finish(id) }
        case .rstStream(let code):
            events.yield(.reset(id, code))
        case .settings(.settings(let settings)):
            events.yield(.settings(maxStreams: settings.last { $0.parameter == .maxConcurrentStreams }?.value))
        case .goAway(let last, let code, let bytes):
            events.yield(.goAway(last: last, code: code, data: bytes.map { String(buffer: $0) } ?? ""))
        default: break
        }
    }

    private func finish(_ id: HTTP2StreamID) {
        guard let answer = answers.removeValue(forKey: id) else { return }
        events.yield(.response(id, answer))
    }

    func channelInactive(context: ChannelHandlerContext) {
        events.yield(.closed)
        events.finish()
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { context.close(promise: nil) }
}
