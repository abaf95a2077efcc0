import BellhopModel
import NIOCore
import NIOHTTP1

/// The deadlines for the header and the body of a request.
public struct RequestDeadlines: Sendable, Hashable {
    /// The time from the first byte of a request, or from the start of the connection, to the end of its header.
    public var header: Duration
    /// The time from the end of the header to the end of the body.
    public var body: Duration

    public init(header: Duration = .seconds(10), body: Duration = .seconds(30)) {
        self.header = header
        self.body = body
    }
}

/// Rejects requests that arrive too slowly or name more than one host. Its place is between NIO's HTTP decoder and all
/// other handlers.
///
/// A slow header or body gets 408; a connection without any bytes is closed. Hummingbird limits the time between two
/// requests of a connection.
final class RequestGuard: ChannelDuplexHandler, RemovableChannelHandler {
    typealias InboundIn = HTTPServerRequestPart
    typealias InboundOut = HTTPServerRequestPart
    typealias OutboundIn = HTTPServerResponsePart
    typealias OutboundOut = HTTPServerResponsePart

    private enum Phase {
        /// No bytes have arrived since the connection opened.
        case new
        case header
        case body
        case betweenRequests
        /// The guard has responded; the connection is about to close.
        case refused
    }

    private let deadlines: RequestDeadlines
    private var phase = Phase.new
    private var isResponding = false
    /// Requests whose response has not ended.
    private var unanswered = 0
    private var timeout: Scheduled<Void>?
    private var context: ChannelHandlerContext?

    init(_ deadlines: RequestDeadlines) { self.deadlines = deadlines }

    func handlerAdded(context: ChannelHandlerContext) {
        self.context = context
        schedule(deadlines.header)
    }

    func handlerRemoved(context: ChannelHandlerContext) {
        timeout?.cancel()
        self.context = nil
    }

    /// Reports bytes that the HTTP decoder has not seen yet.
    func bytesArrived() {
        switch phase {
        case .new:
            phase = .header
        case .betweenRequests:
            phase = .header
            schedule(deadlines.header)
        case .header, .body, .refused:
            break
        }
    }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        switch (phase, unwrapInboundIn(data)) {
        case (.refused, _):
            return
        case (_, .head(let head)):
            // RFC 9112 §3.2: a proxy could use the other of two hosts.
            guard head.headers["host"].count <= 1 else {
                return refuse(.badRequest, APIError(.invalidRequest, "Host: this header field is sent more than once."))
            }
            phase = .body
            unanswered += 1
            schedule(deadlines.body)
        case (_, .end):
            phase = .betweenRequests
            timeout?.cancel()
        case (_, .body):
            break
        }
        context.fireChannelRead(data)
    }

    func write(context: ChannelHandlerContext, data: NIOAny, promise: EventLoopPromise<Void>?) {
        guard phase != .refused else {
            promise?.fail(ChannelError.ioOnClosedChannel)
            return
        }
        switch unwrapOutboundIn(data) {
        case .head(let head): isResponding = head.status.code >= 200
        case .end:
            isResponding = false
            unanswered -= 1
        case .body: break
        }
        context.write(data, promise: promise)
    }

    private func schedule(_ time: Duration) {
        timeout?.cancel()
        timeout = context?.eventLoop.assumeIsolated().scheduleTask(in: .init(time)) { self.timeIsOver() }
    }

    private func timeIsOver() {
        switch phase {
        case .header where unanswered == 0: refuse(.requestTimeout, APIError(.requestTimeout))
        case .body where !isResponding: refuse(.requestTimeout, APIError(.requestTimeout))
        case .new, .header, .body: context?.close(promise: nil)
        case .betweenRequests, .refused: break
        }
    }

    private func refuse(_ status: HTTPResponseStatus, _ error: APIError) {
        guard let context else { return }
        phase = .refused
        timeout?.cancel()
        let body = (try? CanonicalJSON.encode(error)) ?? []
        let fields: HTTPHeaders = [
            "content-type": "application/json; charset=utf-8", "content-length": "\(body.count)",
            "cache-control": "no-store", "connection": "close",
        ]
        context.write(wrapOutboundOut(.head(.init(version: .http1_1, status: status, headers: fields))), promise: nil)
        context.write(wrapOutboundOut(.body(.byteBuffer(ByteBuffer(bytes: body)))), promise: nil)
        context.writeAndFlush(wrapOutboundOut(.end(nil)), promise: nil)
        // After the written bytes, whether or not the peer receives them.
        context.close(promise: nil)
    }
}

/// Reports bytes to a ``RequestGuard`` before they are decoded.
final class ArrivalWatch: ChannelInboundHandler, RemovableChannelHandler {
    typealias InboundIn = ByteBuffer

    private let requestGuard: RequestGuard

    init(for requestGuard: RequestGuard) { self.requestGuard = requestGuard }

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        requestGuard.bytesArrived()
        context.fireChannelRead(data)
    }
}
