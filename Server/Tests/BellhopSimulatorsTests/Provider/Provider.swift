import BellhopModel
import BellhopSimulators
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import NIOSSL
import Synchronization

/// A provider's connection, frame by frame, over real TLS.
final class Provider: Sendable {
    /// The request that a test sends unless it changes something.
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

    /// Sends a request and does not wait.
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

    /// The next event; `.closed` for ever once the connection has ended.
    func next() async -> ProviderEvent {
        var iterator = events.makeAsyncIterator()
        return await iterator.next() ?? .closed
    }

    /// Sends a request and gives its answer; `nil` when the stream or the connection ended without one.
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
