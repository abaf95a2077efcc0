import BellhopModel
import BellhopPush

extension Push {
    /// The rejection that APNs would give to this push, with APNs' reason, or `nil`.
    ///
    /// A local check avoids an error response, which slows the whole connection down ("An error code beginning with 4XX
    /// slows down your ability to send", Handling notification responses from APNs).
    var localRejection: Rejection? {
        if !token.isHexOfBytes { return Rejection(reason: .badDeviceToken, cause: .deviceSuspect) }
        let reason: Reason? =
            if payload.isEmpty { .payloadEmpty } else if !kind.allows(payloadSize: payload.count) {
                .payloadTooLarge
            } else if !app.isVisibleASCII { .badTopic } else if !kind.rawValue.isVisibleASCII {
                .invalidPushType
            } else if let collapseID, !collapseID.isCollapseID { .badCollapseID } else { nil }
        return reason.map { Rejection(reason: $0, cause: .pushInvalid) }
    }
}

extension DeviceToken {
    fileprivate var isHexOfBytes: Bool {
        var text = text
        return text.withUTF8 { bytes in
            bytes.count.isMultiple(of: 2)
                && bytes.areAll { byte in
                    byte &- UInt8(ascii: "0") < 10 || (byte | 0x20) &- UInt8(ascii: "a") < 6
                }
        }
    }
}

extension UnsafeBufferPointer<UInt8> {
    /// True if all bytes match. Tests every byte, which is faster than ending early.
    fileprivate func areAll(_ matches: (UInt8) -> Bool) -> Bool { reduce(true) { matches($1) && $0 } }
}

extension String {
    /// True if the text is 1 to 255 bytes of printable ASCII without spaces.
    fileprivate var isVisibleASCII: Bool {
        var text = self
        return text.withUTF8 { bytes in
            (1...255).contains(bytes.count) && bytes.areAll { $0 &- 0x21 < 0x5E }
        }
    }

    /// True if the text is 1 to 64 bytes that are valid in a header field: no control characters, no space at either
    /// end (RFC 9113 §8.2.1).
    fileprivate var isCollapseID: Bool {
        (1...64).contains(utf8.count) && utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } && utf8.first != 0x20
            && utf8.last != 0x20
    }
}

extension BroadcastPush {
    /// The rejection that APNs would give to this broadcast, with APNs' reason, or `nil`.
    var localRejection: Rejection? {
        let reason: Reason? =
            if payload.isEmpty { .payloadEmpty } else if payload.count > PayloadLimits.broadcast {
                .payloadTooLarge
            } else if !app.isAppIdentifier { .topicDisallowed } else { nil }
        return reason.map { Rejection(reason: $0, cause: .pushInvalid) }
    }
}

extension String {
    /// True if the text is a bundle identifier: letters, digits, dashes and dots (Apple, CFBundleIdentifier).
    var isAppIdentifier: Bool {
        (1...255).contains(utf8.count)
            && utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
                    UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "-"), UInt8(ascii: "."):
                    true
                default: false
                }
            }
    }
}

/// The requirements of each push type (Apple, Sending notification requests to APNs).
extension PushKind {
    /// `apns-topic` for the bundle identifier `app`. For `mdm`, `app` is the certificate's UID and gets no suffix.
    func topic(for app: String) -> String {
        switch self {
        // First, because it is the most frequent.
        case .alert: app
        case .liveActivity: app + ".push-type.liveactivity"
        case .widgets: app + ".push-type.widgets"
        case .controls: app + ".push-type.controls"
        case .voip: app + ".voip"
        case .complication: app + ".complication"
        case .fileProvider: app + ".pushkit.fileprovider"
        case .location: app + ".location-query"
        case .pushToTalk: app + ".voip-ptt"
        default: app
        }
    }

    /// `apns-priority`. A background push must use 5 (Pushing background updates to your App), and a Live Activity
    /// supports only 5 and 10.
    func priority(for urgency: Urgency) -> String {
        switch urgency {
        case .immediate: self == .background ? "5" : "10"
        case .considerate: "5"
        case .low: self == .background || self == .liveActivity ? "5" : "1"
        }
    }

    /// True if a payload has at most the maximum size, in bytes (Generating a remote notification).
    func allows(payloadSize: Int) -> Bool { payloadSize <= 4096 || self == .voip && payloadSize <= 5120 }
}
