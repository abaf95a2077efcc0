import BellhopHTTP2
import BellhopPush
import NIOCore
import NIOSSL

/// The transport of a connection pool: opens HTTP/2 connections to APNs.
///
/// All calls and events happen on one event loop.
protocol APNsTransport: Sendable {
    /// Starts connecting to `endpoint`. The result is reported by events, after this call.
    ///
    /// A name is resolved for each connection, without a cache (Apple, Establishing a connection to APNs).
    func connect(
        to endpoint: APNsEndpoint, on eventLoop: any EventLoop, report: @escaping (ConnectionEvent) -> Void
    ) -> any APNsConnection
}

/// One HTTP/2 connection to APNs.
protocol APNsConnection: AnyObject {
    /// Sends `request` on a new stream. One ``ConnectionEvent/responded(_:_:)`` or
    /// ``ConnectionEvent/failed(_:_:)`` follows, unless ``reset(_:)`` comes first.
    ///
    /// - Parameter authorization: The value of the `authorization` field, which contains the provider token.
    func send(_ request: APNsRequest, authorization: String, as id: RequestID)
    /// Resets the stream of a cancelled request, without an event.
    func reset(_ id: RequestID)
    /// Sends a PING; a ``ConnectionEvent/pong`` follows.
    func ping()
    /// Closes the connection. Before it returns it reports each request without a response, and
    /// ``ConnectionEvent/closed(_:)``.
    func close()
}

/// An event of a connection.
enum ConnectionEvent {
    /// The TLS handshake succeeded, and the peer speaks HTTP/2.
    case opened
    /// The peer announced SETTINGS_MAX_CONCURRENT_STREAMS.
    case streamLimit(Int)
    case responded(RequestID, APNsResponse)
    /// The stream ended without a response.
    case failed(RequestID, HTTP2StreamFailure)
    /// The peer accepts no more streams (GOAWAY), with its reason if it sent one.
    case goingAway(Reason?)
    case pong
    /// The connection ends: ``failed(_:_:)`` for each request without a response follows, then ``closed(_:)``.
    case closing
    /// The last event of every connection, including those that never opened. The text is `nil` after
    /// ``APNsConnection/close()``.
    case closed(String?)
}

/// The id of a request, unique within a pool.
struct RequestID: Hashable, Sendable {
    let number: UInt64
}

/// The id of a connection, unique within a pool.
struct ConnectionID: Hashable, Sendable {
    let number: Int
}
