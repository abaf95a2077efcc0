extension AndroidMessage {
    /// The longest that FCM keeps a message for a device that is off: four weeks.
    public static let longestLifetime = Duration.seconds(2_419_200)

    /// What `ttl` says: seconds with at most nine digits after the point, and an `s` (protobuf, `Duration` in JSON).
    ///
    /// - Returns: `nil` when it says nothing, or more than ``longestLifetime``.
    public static func lifetime(_ ttl: String?) -> Duration? {
        guard let ttl, ttl.last == "s" else { return nil }
        let parts = ttl.dropLast().split(separator: ".", omittingEmptySubsequences: false)
        let isNumeric = parts.allSatisfy {
            (1...9).contains($0.utf8.count) && $0.utf8.allSatisfy { (0x30...0x39).contains($0) }
        }
        guard isNumeric, (1...2).contains(parts.count), let seconds = Int64(parts[0]) else { return nil }
        let fraction =
            parts.count == 2 ? Int64(String(parts[1]) + String(repeating: "0", count: 9 - parts[1].utf8.count)) : 0
        let lifetime = Duration.seconds(seconds) + .nanoseconds(fraction ?? 0)
        return lifetime <= longestLifetime ? lifetime : nil
    }
}
