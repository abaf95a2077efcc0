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
        @exclusivity(unchecked) var responses = 0
        var idleSince = NIODeadline.now()
        /// True if the connection speaks HTTP/1.1. It takes one request, and is then draining.
        var isHTTP1 = false
    }
}
