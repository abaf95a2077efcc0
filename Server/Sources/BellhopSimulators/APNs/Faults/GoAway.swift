public import NIOHTTP2

/// How a connection is given up (RFC 9113 §6.8). APNs puts `{"reason": "…"}` into the frame's debug data.
///
/// Streams above ``lastStream`` are ignored from then on. Those up to it are answered as usual, but for the faulted
/// request, whose fate ``handling`` decides. The connection closes when no answer is left to be given.
public struct GoAway: Sendable, Hashable {
    public enum LastStream: Sendable, Hashable {
        /// The faulted request's stream.
        case faulted
        /// The one before it: the faulted request may safely be sent again.
        case previous
        /// 2³¹−1, with which a graceful shutdown begins.
        case maximum
        /// This one: 0, or an odd number.
        case id(HTTP2StreamID)
    }

    public enum Handling: Sendable, Hashable {
        /// Neither acted upon nor answered.
        case skipped
        /// Acted upon, not answered: what the provider cannot know.
        case processed
        /// Acted upon and answered. Needs a last stream that includes the faulted request.
        case answered
    }

    /// `Shutdown`, `IdleTimeout`, `BadDeviceToken` …; `nil` leaves the debug data out.
    public var reason: String?
    public var lastStream: LastStream
    public var handling: Handling
    public var code: HTTP2ErrorCode

    public init(
        reason: String? = nil, lastStream: LastStream = .faulted, handling: Handling = .answered,
        code: HTTP2ErrorCode = .noError
    ) {
        self.reason = reason
        self.lastStream = lastStream
        self.handling = handling
        self.code = code
    }

    func lastStreamID(faulted: HTTP2StreamID) -> HTTP2StreamID {
        switch lastStream {
        case .faulted: faulted
        case .previous: faulted > 1 ? faulted.advanced(by: -2) : .rootStream
        case .maximum: .maxID
        case .id(let id): id
        }
    }
}
