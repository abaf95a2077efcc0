package import NIOCore
import NIOPosix
package import NIOSSL
import NIOTLS

/// The server of a connection.
package struct HTTP2Endpoint: Sendable, Hashable {
    /// A name or an IP address. The certificate must be valid for it.
    package var host: String
    package var port: Int
    /// The IP address to connect to; `nil` to resolve `host` before each connection.
    package var address: String?

    package init(host: String, port: Int = 443, address: String? = nil) {
        self.host = host
        self.port = port
        self.address = address
    }

    /// The value of `:authority` (RFC 9113 §8.3.1).
    package var authority: String {
        // RFC 3986 §3.2.2: an IPv6 address is written in brackets.
        let host = host.contains(":") ? "[\(host)]" : host
        return port == 443 ? host : "\(host):\(port)"
    }
}

/// One HTTP/2 connection over TLS, on one event loop: ``HTTP2ClientConnection`` with a channel.
///
/// If permitted, it becomes an ``HTTP1Exchange`` when the server does not speak HTTP/2.
///
/// All calls and events happen on the event loop. The requests of one tick are written together.
package final class HTTP2Connection {
    package enum Event {
        /// Bytes arrived. The events that they cause follow.
        case received
        /// The TLS handshake succeeded, and the peer speaks HTTP/2, or HTTP/1.1 if that is accepted.
        case opened
        /// The peer announced SETTINGS_MAX_CONCURRENT_STREAMS.
        case streamLimit(Int)
        case responded(tag: UInt64, HTTP2Response)
        case failed(tag: UInt64, HTTP2StreamFailure)
        /// The peer accepts no more streams, with its debug data.
        case goingAway(ByteBuffer)
        case pong
        /// The connection ends: ``failed(tag:_:)`` for each request without a response follows, then ``closed(_:)``.
        case closing
        /// The last event of every connection, including those that never opened. The text is `nil` after
        /// ``HTTP2Connection/close()``.
        case closed(String?)
    }

    private enum State {
        case connecting, open, closed
    }

    private let eventLoop: any EventLoop
    private let configuration: HTTP2ClientConnection.Configuration
    private let acceptsHTTP1: Bool
    private let report: (Event) -> Void
    @exclusivity(unchecked) private var machine: HTTP2ClientConnection
    @exclusivity(unchecked) private var state = State.connecting
    @exclusivity(unchecked) private var channel: (any Channel)?
    private var deadline: Scheduled<Void>?
    @exclusivity(unchecked) private var isFlushScheduled = false
    /// Set while the connection speaks HTTP/1.1. The state of HTTP/2 is then unused.
    @exclusivity(unchecked) private var http1: HTTP1Exchange?
    private var events: [HTTP2ClientConnection.Event] = []

    /// - Parameters:
    ///   - acceptsHTTP1: `true` to speak HTTP/1.1 with a server that selects it, or no protocol.
    ///   - report: Never called during ``connect(to:tls:deadline:)``.
    package init(
        on eventLoop: any EventLoop, configuration: HTTP2ClientConnection.Configuration = .init(),
        acceptsHTTP1: Bool = false, report: @escaping (Event) -> Void
    ) {
        self.eventLoop = eventLoop
        self.configuration = configuration
        self.acceptsHTTP1 = acceptsHTTP1
        self.report = report
        machine = HTTP2ClientConnection(configuration)
    }

    /// - Parameters:
    ///   - tls: Must offer `h2` (ALPN), and `http/1.1` if that is accepted.
    ///   - deadline: The time for name resolution, TCP and TLS together.
    package func connect(to endpoint: HTTP2Endpoint, tls: NIOSSLContext, deadline: TimeAmount) {
        let loop = eventLoop.assumeIsolated()
        self.deadline = loop.scheduleTask(in: deadline) { [self] in end(because: "no connection in time") }
        let bootstrap = ClientBootstrap(group: eventLoop).connectTimeout(deadline)
            .channelOption(.tcpOption(.tcp_nodelay), value: 1)
        let connected: EventLoopFuture<any Channel>
        if let address = endpoint.address {
            do {
                connected = bootstrap.connect(to: try SocketAddress(ipAddress: address, port: endpoint.port))
            } catch {
                connected = eventLoop.makeFailedFuture(error)
            }
        } else {
            // Calls getaddrinfo(3) for each connection, without a cache.
            connected = bootstrap.connect(host: endpoint.host, port: endpoint.port)
        }
        // In the next tick at the earliest, also for an address that is already known to be invalid.
        connected.assumeIsolated().whenComplete { [self] result in
            switch result {
            case .success(let channel): self.connected(channel, to: endpoint, tls: tls)
            case .failure(let error): loop.execute { self.end(because: "\(error)") }
            }
        }
    }

    /// True if ``send(_:tag:)`` can open a stream.
    package var acceptsRequests: Bool {
        state == .open && (http1.map(\.acceptsRequest) ?? machine.acceptsRequests)
    }

    /// True if the connection speaks HTTP/1.1, and takes one request only.
    var isHTTP1: Bool { http1 != nil }

    /// Sends `request` on a new stream, at the end of this tick. One ``Event/responded(tag:_:)`` or
    /// ``Event/failed(tag:_:)`` with `tag` follows, unless ``reset(_:)`` comes first.
    ///
    /// - Returns: The id of the stream.
    /// - Throws: ``HTTP2StreamFailure`` when the request cannot be sent. No event follows.
    @discardableResult
    package func send(_ request: HTTP2Request, tag: UInt64) throws(HTTP2StreamFailure) -> UInt32 {
        guard state == .open else { throw .notProcessed }
        if let http1 {
            try http1.send(request, tag: tag)
            return 1
        }
        let stream = try machine.send(request, tag: tag)
        scheduleFlush()
        return stream
    }

    /// Resets a stream, without an event. Over HTTP/1.1 this closes the connection.
    package func reset(_ stream: UInt32) {
        if http1?.abandon() != nil { return end(because: nil) }
        machine.reset(stream)
        scheduleFlush()
    }

    /// Sends a PING; ``Event/pong`` follows.
    package func ping() {
        machine.ping()
        scheduleFlush()
    }

    /// Closes the connection. Before it returns it reports each request without a response, and ``Event/closed(_:)``.
    package func close() {
        if state == .open {
            machine.goAway()
            flush()
        }
        end(because: nil)
    }
}

// MARK: - Channel

extension HTTP2Connection {
    private func connected(_ channel: any Channel, to endpoint: HTTP2Endpoint, tls: NIOSSLContext) {
        guard state == .connecting else { return channel.close(promise: nil) }
        self.channel = channel
        do {
            // Only a name is sent as SNI; an address is verified without it (RFC 6066 §3).
            let isAddress = (try? SocketAddress(ipAddress: endpoint.host, port: endpoint.port)) != nil
            try channel.pipeline.syncOperations.addHandlers([
                NIOSSLClientHandler(context: tls, serverHostname: isAddress ? nil : endpoint.host),
                HTTP2ChannelHandler(self),
            ])
        } catch {
            end(because: "\(error)")
        }
    }

    fileprivate func handshakeCompleted(negotiated: String?, _ handler: HTTP2ChannelHandler) {
        guard state == .connecting else { return }
        if negotiated != "h2" {
            // A server without ALPN speaks HTTP/1.1 (RFC 9113 §3.3).
            guard acceptsHTTP1, negotiated ?? "http/1.1" == "http/1.1" else {
                return end(because: "the server does not speak HTTP/2")
            }
            do { try switchToHTTP1(before: handler) } catch { return end(because: "\(error)") }
        }
        state = .open
        deadline?.cancel()
        deadline = nil
        scheduleFlush()
        report(.opened)
    }

    private func switchToHTTP1(before handler: HTTP2ChannelHandler) throws {
        let exchange = HTTP1Exchange { [self] tag, response in
            report(.responded(tag: tag, response))
            end(because: nil)
        }
        try channel?.pipeline.syncOperations.addHandlers(
            exchange.handlers(headerListLimit: configuration.headerListLimit), position: .before(handler))
        http1 = exchange
    }

    fileprivate func received(_ bytes: ByteBuffer) {
        guard state == .open else { return }
        // The array is taken out, because an event may cause calls of this object.
        var events = self.events
        self.events = []
        report(.received)
        machine.receive(bytes, into: &events)
        // First, so that no response causes a request that this connection no longer accepts.
        if !machine.acceptsRequests { reportEnd(events) }
        // Each event is moved out of the array instead of copied.
        events.reverse()
        while let event = events.popLast() {
            switch consume event {
            case .responded(let tag, let response): report(.responded(tag: tag, response))
            case .failed(let tag, let failure): report(.failed(tag: tag, failure))
            case .streamLimit(let limit): report(.streamLimit(limit))
            case .goingAway: break
            case .pong: report(.pong)
            case .violated(let error):
                flush()
                end(because: error.description)
            }
        }
        self.events = events
    }

    private func reportEnd(_ events: [HTTP2ClientConnection.Event]) {
        for event in events {
            switch event {
            case .goingAway(_, let data): report(.goingAway(data))
            case .violated: report(.closing)
            default: break
            }
        }
    }

    /// Ends every stream and reports it immediately, without waiting for the TLS and TCP shutdown.
    fileprivate func end(because cause: String?) {
        guard state != .closed else { return }
        state = .closed
        deadline?.cancel()
        deadline = nil
        if let tag = http1?.abandon() { report(.failed(tag: tag, .interrupted)) }
        http1 = nil
        var events: [HTTP2ClientConnection.Event] = []
        machine.end(into: &events)
        if !events.isEmpty { report(.closing) }
        for event in events {
            if case .failed(let tag, let failure) = event { report(.failed(tag: tag, failure)) }
        }
        channel?.close(promise: nil)
        channel = nil
        report(.closed(cause))
    }

    private func scheduleFlush() {
        guard !isFlushScheduled, state == .open, http1 == nil else { return }
        isFlushScheduled = true
        eventLoop.assumeIsolated().execute { [self] in flush() }
    }

    /// Writes the output, unless the peer does not read: then it waits for the channel to become writable.
    fileprivate func flush() {
        isFlushScheduled = false
        guard state == .open, http1 == nil, machine.hasOutput, let channel, channel.isWritable else { return }
        channel.pipeline.syncOperations.writeAndFlush(NIOAny(machine.takeOutput()), promise: nil)
    }
}

/// Forwards channel events to an ``HTTP2Connection``. The last handler of the pipeline.
private final class HTTP2ChannelHandler: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer

    private let connection: HTTP2Connection

    init(_ connection: HTTP2Connection) { self.connection = connection }

    func userInboundEventTriggered(context: ChannelHandlerContext, event: Any) {
        if case .handshakeCompleted(let negotiated) = event as? TLSUserEvent {
            connection.handshakeCompleted(negotiated: negotiated, self)
        }
        context.fireUserInboundEventTriggered(event)
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) { connection.received(unwrapInboundIn(data)) }

    func channelReadComplete(context: ChannelHandlerContext) { connection.flush() }

    func channelWritabilityChanged(context: ChannelHandlerContext) { connection.flush() }

    func channelInactive(context: ChannelHandlerContext) { connection.end(because: "the server closed the connection") }

    func errorCaught(context: ChannelHandlerContext, error: any Error) { connection.end(because: "\(error)") }
}
