import BellhopModel
import BellhopPush

extension Push {
    /// What APNs would refuse this push for, by APNs' own word, or `nil`.
    ///
    /// Found here it costs nothing. Found by APNs it slows the whole connection down ("An error code beginning with 4XX
    /// slows down your ability to send", Handling notification responses from APNs).
    var fault: Rejection? {
        if !token.isHexOfBytes { return Rejection(reason: .badDeviceToken, cause: .deviceSuspect) }
        let reason: Reason? =
            if payload.isEmpty { .payloadEmpty } else if payload.count > kind.payloadLimit {
                .payloadTooLarge
            } else if !app.isToken { .badTopic } else if !kind.rawValue.isToken {
                .invalidPushType
            } else if let collapseID, !collapseID.isCollapseID { .badCollapseID } else { nil }
        return reason.map { Rejection(reason: $0, cause: .pushInvalid) }
    }
}

extension DeviceToken {
    fileprivate var isHexOfBytes: Bool {
        text.utf8.count.isMultiple(of: 2)
            && text.utf8.allSatisfy { byte in
                switch byte {
                case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "a")...UInt8(ascii: "f"),
                    UInt8(ascii: "A")...UInt8(ascii: "F"):
                    true
                default: false
                }
            }
    }
}

extension String {
    /// Printable ASCII without space, 1 to 255 bytes.
    fileprivate var isToken: Bool {
        (1...255).contains(utf8.count) && utf8.allSatisfy { (0x21...0x7E).contains($0) }
    }

    /// 1 to 64 bytes that may stand in a field: no control characters, no space at either end (RFC 9113 §8.2.1).
    fileprivate var isCollapseID: Bool {
        (1...64).contains(utf8.count) && utf8.allSatisfy { $0 >= 0x20 && $0 != 0x7F } && utf8.first != 0x20
            && utf8.last != 0x20
    }
}
