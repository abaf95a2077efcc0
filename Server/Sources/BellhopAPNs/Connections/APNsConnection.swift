import BellhopPush
import NIOCore

/// The seam between the pool, which decides, and whatever speaks HTTP/2.
///
/// Everything, calls and events alike, happens on one event loop.
protocol APNsTransport: Sendable {
    /// Begins to connect to `endpoint`. What comes of it is reported by events, after this call.
    ///
    /// A name is resolved anew each time, uncached (Apple, Establishing a connection to APNs).
    func connect(
        to endpoint: APNsEndpoint, on eventLoop: any EventLoop, report: @escaping (ConnectionEvent) -> Void
    ) -> any APNsConnection
}

/// One HTTP/2 connection to APNs.
protocol APNsConnection: AnyObject {
    /// Sends `request` on a stream of its own. One ``ConnectionEvent/answered(_:_:)`` or
    /// ``ConnectionEvent/unanswered(_:wasProcessed:)`` follows, unless ``reset(_:)`` comes first.
    ///
    /// - Parameter authorization: The `authorization` field, with the provider token in it.
    func send(_ request: APNsRequest, authorization: String, as id: RequestID)
    /// Nobody waits for `id` any longer: ends its stream, without an event.
    func reset(_ id: RequestID)
    /// Asks for a sign of life, a ``ConnectionEvent/pong``.
    func ping()
    /// Closes. Before it returns it reports each request without an answer, and ``ConnectionEvent/closed(_:)``.
    func close()
}

/// What a connection says.
enum ConnectionEvent {
    /// TLS stands, and the peer speaks HTTP/2.
    case opened
    /// The peer's SETTINGS_MAX_CONCURRENT_STREAMS, whenever it is said.
    case streamLimit(Int)
    case answered(RequestID, APNsResponse)
    /// The stream ended without an answer. If it was surely not processed, it may be sent again.
    case unanswered(RequestID, wasProcessed: Bool)
    /// The peer takes no more streams (GOAWAY), with its reason if it gave one.
    case goingAway(Reason?)
    case pong
    /// The last event of every connection, also of one that never opened. Without text when it was asked for.
    case closed(String?)
}

/// One request as the pool and its connections call it: unique for the life of a pool.
struct RequestID: Hashable, Sendable {
    let number: UInt64
}

/// One connection of a pool.
struct ConnectionID: Hashable, Sendable {
    let number: Int
}
