/// Something that goes wrong with a request that is in order. Faults are data: a test queues them with
/// ``FCMSimulator/script(_:times:for:)`` and each strikes one request.
public enum FCMFault: Sendable, Hashable {
    public typealias Handling = APNsFault.Handling

    /// Refused with this answer.
    case refuse(FCMRefusal)
    /// The TCP connection ends, without GOAWAY and without TLS close_notify.
    case cutConnection(Handling)
    /// Acted upon at once, answered when ``FCMSimulator/release()`` is called.
    case hold
    /// Never answered; the stream stays open.
    case stall(Handling)
}

extension FCMFault {
    /// Whether the message goes on to the device in spite of the fault.
    var delivers: Bool {
        switch self {
        case .refuse: false
        case .cutConnection(let handling), .stall(let handling): handling == .processed
        case .hold: true
        }
    }
}
