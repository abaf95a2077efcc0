extension PushPayload {
    /// Why a notification's `data` cannot have `key`, such as "is reserved by a gateway"; `nil` when it can.
    ///
    /// Everything else goes to the top level of the push, as the app expects it, in whatever dialect. A `requestId` there
    /// does not make an ask: see ``askID``.
    public static func reservation(of key: String) -> String? {
        if own.contains(key) { return "is a key that only Bellhop sets" }
        if vendors.contains(key) || vendorPrefixes.contains(where: key.hasPrefix) { return "is reserved by a gateway" }
        return nil
    }

    /// The keys by which devices tell Bellhop's own asks, clearing pushes and summaries, and what a receipt is about.
    private static let own: Set<String> = [
        "aps", "notificationId", "notification_id", "inputDigest", "input_digest", "deadline", "clearApprovalId",
        "clear_approval_id", "hiddenCharacters", "summaryId", "summaryCategory", "summaryCount",
    ]

    /// Kinds of push that only Bellhop makes: as the `type` in `data` they are refused.
    public static let reservedKinds: Set<NotificationKind> = [.clear, .summary, .liveActivity]

    /// FCM refuses these in `data` (Firebase, *About FCM messages*); the Simulator reads the last.
    private static let vendors: Set<String> = ["from", "message_type", "collapse_key", "Simulator Target Bundle"]
    private static let vendorPrefixes = ["google.", "gcm."]
}
