public import NIOHTTP2

/// Something that goes wrong with a request that is in order. Faults are data: a test queues them with
/// ``APNsSimulator/script(_:times:for:)`` and each strikes one request.
public enum APNsFault: Sendable, Hashable {
    /// Whether the request was acted upon before it was lost.
    public enum Handling: Sendable, Hashable {
        /// The push never reached the device.
        case skipped
        /// The push reached the device, or is stored for it; only the provider does not know.
        case processed
    }

    /// Refused with this answer.
    case refuse(APNsRefusal)
    /// The connection is given up with a GOAWAY frame.
    case goAway(GoAway)
    /// The request's stream ends with RST_STREAM.
    case resetStream(HTTP2ErrorCode, Handling)
    /// The TCP connection ends, without GOAWAY and without TLS close_notify.
    case cutConnection(Handling)
    /// Acted upon at once, answered when ``APNsSimulator/release()`` is called.
    case hold
    /// Acted upon at once, answered after this long by the simulator's ``DelayTimer``.
    case delay(Duration)
    /// Never answered; the stream stays open.
    case stall(Handling)
}

extension APNsFault {
    /// Whether the push goes on to the device in spite of the fault.
    var delivers: Bool {
        switch self {
        case .refuse: false
        case .goAway(let goAway): goAway.handling != .skipped
        case .resetStream(_, let handling), .cutConnection(let handling), .stall(let handling): handling == .processed
        case .hold, .delay: true
        }
    }
}
