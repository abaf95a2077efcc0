import NIOCore

extension ConnectionPool {
    /// One connection with the number of its open streams.
    final class Member {
        enum Phase {
            case connecting, open
            /// The connection takes no more requests, and is closed when its last one has ended.
            case draining
        }

        var connection: HTTP2Connection?
        @exclusivity(unchecked) var phase = Phase.connecting
        @exclusivity(unchecked) var open = 0
        /// The number below which RFC 9113 §6.5.2 advises a peer not to limit streams, until it announces another.
        @exclusivity(unchecked) var limit = 100
        /// The number of events received. Unchanged since a request was sent, the connection may be dead.
        @exclusivity(unchecked) var received = 0
        var pinged: NIODeadline?
        var idleSince = NIODeadline.now()
        var hasResponded = false
        /// True if the connection speaks HTTP/1.1. It takes one request, and is then draining.
        var isHTTP1 = false
    }
}
