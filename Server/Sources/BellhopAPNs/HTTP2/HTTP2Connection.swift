import NIOCore
import NIOHTTP2
import NIOPosix
import NIOSSL
import NIOTLS

/// One connection by swift-nio-http2, with a child channel for each stream.
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
        // RFC 3986 §3.2.2: a version 6 address stands in brackets.
        let host = endpoint.host.contains(":") ? "[\(endpoint.host)]" : endpoint.host
        self.authority = endpoint.port == 443 ? host : "\(host):\(endpoint.port)"
    }

    func connect(tls: NIOSSLContext, deadline: TimeAmount) {
        // The bootstrap asks getaddrinfo(3) each time, and keeps no answer.
        ClientBootstrap(group: eventLoop).connectTimeout(deadline).connect(host: endpoint.host, port: endpoint.port)
            .assumeIsolated().whenComplete { [self] result in
                switch result {
                case .success(let channel): connected(channel, tls: tls)
                case .failure(let error): end(because: "\(error)")
                }
            }
    }

    func send(_ request: APNsRequest, authorization: String, as id: RequestID) {
        guard state == .open, let multiplexer else { return report(.unanswered(id, wasProcessed: false)) }
        let headers = request.headers(authority: authority, authorization: authorization)
        let stream = HTTP2Stream(
            id: id, headers: headers, body: request.body, bodyLimit: request.service.answerLimit, on: self)
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
        // The payload comes back with the acknowledgement; as there is never more than one under way, any will do.
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
            // A name is for SNI; an address is compared with the certificate without it (RFC 6066 §3).
            let isAddress = (try? SocketAddress(ipAddress: endpoint.host, port: endpoint.port)) != nil
            let http2 = NIOHTTP2Handler(
                mode: .client, eventLoop: eventLoop, connectionConfiguration: .apns, streamConfiguration: .apns,
                inboundStreamInitializer: { $0.close() })
            try channel.pipeline.syncOperations.addHandlers([
                NIOSSLClientHandler(context: tls, serverHostname: isAddress ? nil : endpoint.host), JoinedWrites(),
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
            // The last one counts when a frame repeats a parameter (RFC 9113 §6.5).
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

    /// Ends every stream and tells of it now. That TLS and TCP say goodbye to each other, if the peer is still there to
    /// do so, is of no interest to anybody.
    func end(because cause: String?) {
        guard state != .closed else { return }
        state = .closed
        for (id, stream) in streams {
            stream.cancel()
            report(.unanswered(id, wasProcessed: stream.hasBegun))
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
    func finished(_ id: RequestID, with ending: HTTP2Stream.Ending) {
        guard streams.removeValue(forKey: id) != nil else { return }
        switch ending {
        case .answered(let response): report(.answered(id, response))
        case .notProcessed: report(.unanswered(id, wasProcessed: false))
        // Streams beyond the one that GOAWAY names were not looked at (RFC 9113 §6.8).
        case .broken(let stream): report(.unanswered(id, wasProcessed: stream.map { $0 <= lastProcessed } ?? false))
        }
    }
}
