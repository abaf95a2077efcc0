import NIOCore
import NIOHTTP1

/// One request on its way over a connection, and who waits for the reply.
struct HTTPExchange: Sendable {
    let head: HTTPRequestHead
    let body: ByteBuffer?
    let reply: EventLoopPromise<Reply>

    struct Reply: Sendable {
        var reply: HTTPReply
        /// Whether no other request can follow on the same connection.
        var isLast: Bool
    }
}

/// A reply did not come whole.
struct BrokenExchange: Error {
    /// What NIO says, or one of those below.
    let reason: any Error
    /// Whether something of the reply had come.
    let hasBegun: Bool

    /// The server ended the connection.
    struct Closed: Error {}

    /// The reply is longer than anything that is asked for.
    struct TooLong: Error { let status: Int }
}
