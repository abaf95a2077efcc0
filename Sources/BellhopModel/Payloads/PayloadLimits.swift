/// What APNs takes at most, in bytes (Apple, *Generating a remote notification* and *Sending notification requests to
/// APNs*). FCM and Web Push are stated by their gateways; none takes more than ``regular``.
public enum PayloadLimits {
    public static let regular = 4096
    public static let voip = 5120
    /// To a channel, for Live Activities that many people watch.
    public static let broadcast = 5120
    /// Of `apns-collapse-id`, in UTF-8.
    public static let collapseID = 64

    /// `text` as a collapse id: itself if it is short enough, or else its beginning and a hash of all of it.
    ///
    /// The same text always gives the same id. Two long texts with the same beginning share one with probability 2⁻⁶⁴
    /// each time, unless somebody searches for such a pair: the hash (FNV-1a) is not cryptographic, and all that a
    /// found pair can do is replace its finder's own notification.
    public static func collapseID(_ text: String) -> String {
        guard text.utf8.count > collapseID else { return text }
        let hash = String(fnv1a(text), radix: 16)
        let suffix = "~" + String(repeating: "0", count: 16 - hash.count) + hash
        var beginning = ""
        var room = collapseID - suffix.utf8.count
        for scalar in text.unicodeScalars {
            room -= UTF8.width(scalar)
            if room < 0 { break }
            beginning.unicodeScalars.append(scalar)
        }
        return beginning + suffix
    }

    /// FNV-1a, 64 bits, over the UTF-8 (draft-eastlake-fnv, §2 and §5).
    static func fnv1a(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

/// A payload that stays too large although all that may be shortened has been.
public struct PayloadTooLarge: Error, Hashable, Sendable, CustomStringConvertible {
    /// What was allowed, in bytes.
    public let limit: Int
    /// What is left after shortening.
    public let size: Int
    /// Where most of it is, such as `deepLink` or `aps.content-state.currentOperation`.
    public let longestField: String
    public let longestFieldSize: Int

    public var description: String {
        "the payload has \(size) bytes of at most \(limit) after shortening its texts; "
            + "the longest field is \(longestField) with \(longestFieldSize)"
    }
}
