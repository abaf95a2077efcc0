extension PushPayload {
    /// Why an application cannot have `key` at the top level for itself, such as "is a key of Bellhop's payload"; `nil`
    /// when it can.
    public static func reservation(of key: String) -> String? {
        if own.contains(key) { return "is a key of Bellhop's payload" }
        if vendors.contains(key) || vendorPrefixes.contains(where: key.hasPrefix) { return "is reserved by a gateway" }
        return nil
    }

    /// Every key that is read as something of the payload's own, in whatever dialect.
    private static let own: Set<String> = Set(PayloadField.all.flatMap(\.keys)).union([
        "aps", "type", "notification_type", "notificationId", "notification_id", "sessionId", "session_id",
        "filesChanged", "files_changed", "deadline", "hiddenCharacters", "summaryId",
        "summaryCount", "resourceId", "resource_id", "thread-id", "badge", "sound",
        "relevance-score", "silent",
    ])

    /// FCM refuses these in `data` (Firebase, *About FCM messages*); the Simulator reads the last.
    private static let vendors: Set<String> = ["from", "message_type", "collapse_key", "Simulator Target Bundle"]
    private static let vendorPrefixes = ["google.", "gcm."]
}
