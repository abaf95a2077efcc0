import NIOCore
import NIOHTTP1

/// One connection over HTTP/1.1 (RFC 9112), for one request at a time.
struct HTTPConnection: Sendable {
    private let channel: any Channel

    init(_ connector: Connector) async throws {
        channel = try await connector.connect { channel in
            let gate = ReplyGate()
            try channel.pipeline.syncOperations.addHandlers([
                gate, HTTPRequestEncoder(), NIOHTTPRequestHeadersValidator(), HTTPExchangeHandler(behind: gate),
            ])
        }
    }

    var isOpen: Bool { channel.isActive }

    /// - Returns: the complete reply.
    /// - Throws: ``BrokenExchange``, or `CancellationError` at once when the task is cancelled. The connection is then
    ///   closed.
    func exchange(_ head: HTTPRequestHead, _ body: ByteBuffer?) async throws -> HTTPExchange.Reply {
        let promise = channel.eventLoop.makePromise(of: HTTPExchange.Reply.self)
        return try await withTaskCancellationHandler {
            channel.eventLoop.execute { [channel] in
                guard channel.isActive else {
                    return promise.fail(BrokenExchange(reason: BrokenExchange.Closed(), hasBegun: false))
                }
                channel.writeAndFlush(HTTPExchange(head: head, body: body, reply: promise), promise: nil)
            }
            do {
                return try await promise.futureResult.get()
            } catch {
                close()
                throw error
            }
        } onCancel: {
            // Fails before the connection has ended, because over TLS its end depends on the peer.
            promise.fail(CancellationError())
        }
    }

    func close() { channel.close(promise: nil) }
}

/// One request on a connection, with the promise of its reply.
struct HTTPExchange: Sendable {
    let head: HTTPRequestHead
    let body: ByteBuffer?
    let reply: EventLoopPromise<Reply>

    struct Reply: Sendable {
        var reply: HTTPReply
        /// `true` when no further request can use the connection.
        var isLast: Bool
    }
}

/// The error of a reply that ended early.
struct BrokenExchange: Error {
    /// NIO's error, or one of the types below.
    let reason: any Error
    /// `true` when a part of the reply had arrived.
    let hasBegun: Bool

    /// The server ended the connection.
    struct Closed: Error {}

    /// The reply exceeds the size limit.
    struct TooLong: Error { let status: Int }
}

/// Passes bytes only while a reply is awaited.
///
/// Other bytes belong to no request (RFC 9112 §9.2) and must not be parsed as the next reply, so they end the
/// connection.
final class ReplyGate: ChannelInboundHandler {
    typealias InboundIn = ByteBuffer
    typealias InboundOut = ByteBuffer

    /// The server sent bytes without a request.
    struct Unasked: Error {}

    var isOpen = false

    func channelRead(context: ChannelHandlerContext, data: NIOAny) {
        if isOpen { context.fireChannelRead(data) } else { context.fireErrorCaught(Unasked()) }
    }
}

/// A server's response, of any status.
public struct HTTPReply: Hashable, Sendable {
    public var status: Int
    /// By name in lower case; several fields of one name are joined by `, ` (RFC 9110 §5.3).
    public var headers: [String: String]
    public var body: [UInt8]

    public init(status: Int, headers: [String: String] = [:], body: [UInt8] = []) {
        self.status = status
        self.headers = headers
        self.body = body
    }

    /// `true` for a stored response of the idempotency key: the request was not executed again.
    var isRepeated: Bool { headers["idempotency-replayed"] == "true" }
}
