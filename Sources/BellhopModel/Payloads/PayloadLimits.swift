/// The size limits of APNs, in bytes (Apple, *Generating a remote notification* and *Sending notification requests to
/// APNs*). FCM's and Web Push's limits are in their gateways; none exceeds ``regular``.
///
/// Limits of the API's request fields are in ``APILimits``, the check of a whole payload is ``PayloadLint``, and
/// reserved keys are in ``PushPayload/reservedKeyProblem(of:)``.
public enum PayloadLimits {
    public static let regular = 4096
    public static let voip = 5120
    /// The limit of pushes to a broadcast channel.
    public static let broadcast = 5120
    /// The limit of `apns-collapse-id`, in bytes of UTF-8.
    public static let collapseID = 64

    /// A collapse id for `text`: `text` itself if it is short enough, otherwise its beginning and a hash of all of it.
    ///
    /// Equal texts give equal ids. Two long texts with the same beginning collide with a probability of 2⁻⁶⁴. The hash
    /// (FNV-1a) is not cryptographic: a constructed collision lets a sender replace one of its own notifications, and
    /// no other.
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

    /// FNV-1a, 64 bits, of the UTF-8 (draft-eastlake-fnv, §2 and §5).
    static func fnv1a(_ text: String) -> UInt64 {
        text.utf8.reduce(0xCBF2_9CE4_8422_2325) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    }
}

/// A payload that exceeds its limit after all shortening.
public struct PayloadTooLarge: Error, Hashable, Sendable, CustomStringConvertible {
    /// The limit, in bytes.
    public let limit: Int
    /// The size after shortening, in bytes.
    public let size: Int
    /// The path of the longest field, such as `deepLink` or `aps.content-state.currentOperation`.
    public let longestField: String
    public let longestFieldSize: Int

    public var description: String {
        "the payload has \(size) bytes after shortening its texts, and the limit is \(limit); "
            + "the longest field is \(longestField) with \(longestFieldSize)"
    }
}
