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

    /// - Returns: the whole reply.
    /// - Throws: ``BrokenExchange``, or `CancellationError` at once when the task is cancelled. The connection is closed
    ///   then.
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
            // Not only when the connection has ended, which over TLS takes two.
            promise.fail(CancellationError())
        }
    }

    func close() { channel.close(promise: nil) }
}
