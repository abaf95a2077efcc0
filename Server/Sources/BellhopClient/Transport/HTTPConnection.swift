import NIOCore
import NIOHTTP1

/// One connection over HTTP/1.1 (RFC 9112), for one request at a time.
struct HTTPConnection: Sendable {
    private let channel: any Channel

    init(_ connector: Connector) async throws {
        channel = try await connector.connect { channel in
            let pipeline = channel.pipeline.syncOperations
            try pipeline.addHTTPClientHandlers()
            try pipeline.addHandler(HTTPExchangeHandler())
        }
    }

    var isOpen: Bool { channel.isActive }

    /// - Returns: the whole reply.
    /// - Throws: what NIO throws, or ``BrokenExchange``. The connection is closed then, as it is when the task is
    ///   cancelled.
    func exchange(_ head: HTTPRequestHead, _ body: ByteBuffer?) async throws -> HTTPExchange.Reply {
        let promise = channel.eventLoop.makePromise(of: HTTPExchange.Reply.self)
        return try await withTaskCancellationHandler {
            let written = channel.eventLoop.makePromise(of: Void.self)
            written.futureResult.cascadeFailure(to: promise)
            channel.writeAndFlush(HTTPExchange(head: head, body: body, reply: promise), promise: written)
            return try await promise.futureResult.get()
        } onCancel: {
            close()
        }
    }

    func close() { channel.close(promise: nil) }
}
