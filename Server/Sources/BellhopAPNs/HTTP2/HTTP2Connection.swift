import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL
import NIOTLS

/// One connection of swift-nio-http2, with a child channel for each stream.
final class HTTP2Connection: APNsConnection {
    private let endpoint: APNsEndpoint
    private let eventLoop: any EventLoop
    private let report: (ConnectionEvent) -> Void
    private let authority: String

    private var channel: (any Channel)?
    private var multiplexer: NIOHTTP2Handler.StreamMultiplexer?
    private var streams: [RequestID: HTTP2Stream] = [:]
    private var lastProcessed = HTTP2StreamID.maxID
    private var state = State.connecting

    private enum State {
        case connecting, open, closed
    }

    init(endpoint: APNsEndpoint, on eventLoop: any EventLoop, report: @escaping (ConnectionEvent) -> Void) {
        self.endpoint = endpoint
        self.eventLoop = eventLoop
        self.report = report
        // RFC 3986 §3.2.2: an IPv6 address is written in brackets.
        let host = endpoint.host.contains(":") ? "[\(endpoint.host)]" : endpoint.host
        self.authority = endpoint.port == 443 ? host : "\(host):\(endpoint.port)"
    }

    func connect(tls: NIOSSLContext, deadline: TimeAmount) {
        // The bootstrap calls getaddrinfo(3) for each connection, without a cache.
        ClientBootstrap(group: eventLoop).connectTimeout(deadline).connect(host: endpoint.host, port: endpoint.port)
            .assumeIsolated().whenComplete { [self] result in
                switch result {
                case .success(let channel): connected(channel, tls: tls)
                case .failure(let error): end(because: "\(error)")
                }
            }
    }

    func send(_ request: APNsRequest, authorization: String, as id: RequestID) {
        guard state == .open, let multiplexer else { return report(.failed(id, wasProcessed: false)) }
        let headers = request.headers(authority: authority, authorization: authorization)
        let stream = HTTP2Stream(
            id: id, headers: headers, body: request.body, bodyLimit: request.service.responseLimit, on: self)
        streams[id] = stream
        let bound = NIOLoopBound(stream, eventLoop: eventLoop)
        multiplexer.createStreamChannel(promise: nil) { channel in
            channel.eventLoop.makeCompletedFuture { try channel.pipeline.syncOperations.addHandler(bound.value) }
        }
    }

    func reset(_ id: RequestID) {
        streams.removeValue(forKey: id)?.cancel()
    }

    func ping() {
        // At most one PING is outstanding, so its payload does not matter.
        write(.ping(HTTP2PingData(withInteger: 0), ack: false))
    }

    func close() {
        if state == .open { write(.goAway(lastStreamID: .rootStream, errorCode: .noError, opaqueData: nil)) }
        end(because: nil)
    }
}

// MARK: - Life of the channel

extension HTTP2Connection {
    private func connected(_ channel: any Channel, tls: NIOSSLContext) {
        guard state == .connecting else { return channel.close(promise: nil) }
        self.channel = channel
        do {
            // Only a name is sent as SNI; an address is verified without it (RFC 6066 §3).
            let isAddress = (try? SocketAddress(ipAddress: endpoint.host, port: endpoint.port)) != nil
            let http2 = NIOHTTP2Handler(
                mode: .client, eventLoop: eventLoop, connectionConfiguration: .apns, streamConfiguration: .apns,
                inboundStreamInitializer: { $0.close() })
            try channel.pipeline.syncOperations.addHandlers([
                NIOSSLClientHandler(context: tls, serverHostname: isAddress ? nil : endpoint.host), WriteCoalescer(),
                http2,
                HTTP2ConnectionHandler(self),
            ])
            multiplexer = try http2.syncMultiplexer()
        } catch {
            end(because: "\(error)")
        }
    }

    func handshakeCompleted(negotiated: String?) {
        guard state == .connecting else { return }
        guard negotiated == "h2" else { return end(because: "the server does not speak HTTP/2") }
        state = .open
        report(.opened)
    }

    func received(_ frame: HTTP2Frame) {
        guard state == .open else { return }
        switch frame.payload {
        case .settings(.settings(let settings)):
            // The last value of a repeated parameter applies (RFC 9113 §6.5).
            if let limit = settings.last(where: { $0.parameter == .maxConcurrentStreams }) {
                report(.streamLimit(limit.value))
            }
        case .goAway(let last, _, let words):
            lastProcessed = last
            report(.goingAway(APNsErrorBody(words).reason))
        case .ping(_, ack: true):
            report(.pong)
        default:
            break
        }
    }

    /// Ends every stream and reports it immediately, without waiting for the TLS and TCP shutdown.
    func end(because cause: String?) {
        guard state != .closed else { return }
        state = .closed
        for (id, stream) in streams {
            stream.cancel()
            report(.failed(id, wasProcessed: stream.hasBegun))
        }
        streams = [:]
        channel?.close(promise: nil)
        channel = nil
        multiplexer = nil
        report(.closed(cause))
    }

    private func write(_ payload: HTTP2Frame.FramePayload) {
        channel?.pipeline.syncOperations.writeAndFlush(
            NIOAny(HTTP2Frame(streamID: .rootStream, payload: payload)), promise: nil)
    }
}

// MARK: - Streams

extension HTTP2Connection {
    func completed(_ id: RequestID, with completion: HTTP2Stream.Completion) {
        guard streams.removeValue(forKey: id) != nil else { return }
        switch completion {
        case .responded(let response): report(.responded(id, response))
        case .notProcessed: report(.failed(id, wasProcessed: false))
        // The peer did not process streams above the one that GOAWAY names (RFC 9113 §6.8).
        case .interrupted(let stream): report(.failed(id, wasProcessed: stream.map { $0 <= lastProcessed } ?? false))
        }
    }
}

/// Forwards channel events to an ``HTTP2Connection``. The last handler of the pipeline.
final class HTTP2ConnectionHandler: ChannelInboundHandler {
    typealias InboundIn = HTTP2Frame

    private let connection: HTTP2Connection

    init(_ connection: HTTP2Connection) { self.connection = connection }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted(let negotiated) = event as? TLSUserEvent {
            connection.handshakeCompleted(negotiated: negotiated)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        connection.received(unwrapInboundIn(data))
    }

    func channelInactive(context: ChannelHandlerContext) {
        connection.end(because: "the server closed the connection")
    }

    func errorCaught(context: ChannelHandlerContext, error: any Error) {
        switch error {
        case is NIOHTTP2Errors.StreamClosed, is NIOHTTP2Errors.NoSuchStream, is NIOHTTP2Errors.StreamError,
            is NIOHTTP2Errors.CreatedStreamAfterGoaway:
            // Stream errors are handled by the stream's own handler.
            break
        default:
            connection.end(because: "\(error)")
        }
    }
}

extension NIOHTTP2Handler.ConnectionConfiguration {
    /// The limits are high, because the peer is trusted: APNs sends SETTINGS after each error and again after the next
    /// success.
    static let apns: Self = {
        var configuration = Self()
        configuration.initialSettings = [
            HTTP2Setting(parameter: .enablePush, value: 0), HTTP2Setting(parameter: .maxHeaderListSize, value: 16_384),
        ]
        configuration.controlFrameRateLimit.maximumCount = 10_000
        configuration.maximumConnectionGlitches = 10_000
        return configuration
    }()
}

extension NIOHTTP2Handler.StreamConfiguration {
    static let apns: Self = {
        var configuration = Self()
        configuration.streamResetFrameRateLimit.maximumCount = 10_000
        configuration.streamErrorRateLimit.maximumCount = 10_000
        return configuration
    }()
}
