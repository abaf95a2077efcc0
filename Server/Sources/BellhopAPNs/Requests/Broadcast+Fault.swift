import BellhopModel
import BellhopPush

extension Broadcast {
    /// What APNs would refuse this broadcast for, by APNs' own word, or `nil`: as for a push, found here it costs nothing.
    var fault: Rejection? {
        let reason: Reason? =
            if payload.isEmpty { .payloadEmpty } else if payload.count > PayloadLimits.broadcast {
                .payloadTooLarge
            } else if !app.isAppIdentifier { .topicDisallowed } else { nil }
        return reason.map { Rejection(reason: $0, cause: .pushInvalid) }
    }
}

extension String {
    /// What can be an app in a path: a bundle identifier has letters, digits, dashes and dots
    /// (Apple, CFBundleIdentifier).
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
