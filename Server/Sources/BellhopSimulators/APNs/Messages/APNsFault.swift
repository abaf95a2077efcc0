public import NIOHTTP2

/// A scripted fault of a valid request, queued with
public enum APNsFault: Sendable, Hashable {
    /// The request is refused with this response.
    case refuse(APNsRefusal)
    /// The connection is closed with a GOAWAY frame.
    case goAway(GoAway)
    /// The request's stream ends with RST_STREAM.
    case resetStream(HTTP2ErrorCode, FaultHandling)
    /// The TCP connection ends, without GOAWAY and without TLS close_notify.
    case cutConnection(FaultHandling)
    /// The request is processed immediately, and the response is sent by ``APNsSimulator/release()``.
    case hold
    /// The request is processed immediately, and the response is sent after this time by the simulator's
    /// ``DelayTimer``.
    case delay(Duration)
    /// No response is sent; the stream remains open.
    case stall(FaultHandling)
}

extension APNsFault {
    /// True if the push is delivered despite the fault.
    var delivers: Bool {
        switch self {
        case .refuse: false
        case .goAway(let goAway): goAway.handling != .skipped
        case .resetStream(_, let handling), .cutConnection(let handling), .stall(let handling): handling == .processed
        case .hold, .delay: true
        }
    }
}

/// The parameters of a GOAWAY frame (RFC 9113 §6.8). APNs puts `{"reason": "…"}` into the debug data.
///
/// Streams above ``lastStream`` are ignored afterwards. Those up to it get their responses, except for the faulted
/// request, whose handling is ``handling``. The connection closes after the last response.
public struct GoAway: Sendable, Hashable {
    public enum LastStream: Sendable, Hashable {
        /// The stream of the faulted request.
        case faulted
        /// The stream before it: the faulted request may safely be sent again.
        case previous
        /// 2³¹−1, which begins a graceful shutdown.
        case maximum
        /// A given stream: 0, or an odd number.
        case id(HTTP2StreamID)
    }

    public enum Handling: Sendable, Hashable {
        /// The request is not processed and gets no response.
        case skipped
        /// The request is processed, but gets no response.
        case processed
        /// The request is processed and gets a response. Requires a last stream that includes it.
        case answered
    }

    /// The reason, such as `Shutdown` or `IdleTimeout`; `nil` omits the debug data.
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
