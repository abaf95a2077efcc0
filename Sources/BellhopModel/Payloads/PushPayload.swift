/// The payload of a push notification: `aps` for the system, and other keys for Bellhop and its apps.
///
/// Encoding writes one canonical form, with Apple's keys in `aps` and Bellhop's keys in camel case at the top level.
/// Decoding also accepts other senders' spellings. A defect in one field never prevents reading the others.
public struct PushPayload: Hashable, Sendable {
    public var aps: APS
    /// The kind as given by the sender; ``kind`` derives it from other fields if it is missing.
    public var type: NotificationKind?

    // Asks.

    /// The id of the approval. Bellhop's ids are ``askID``s; other senders have ids of their own.
    public var requestID: String?
    public var questionID: String?
    public var toolName: String?
    /// The tool's input as text.
    public var toolInput: String?
    /// The digest of the ask's whole input, which an answer must name; see ``InputDigest``.
    public var inputDigest: String?
    /// The number of characters of the input that the alert does not show. Approving without opening the ask requires
    /// 0; `nil` promises nothing.
    public var hiddenCharacters: Int?
    /// The deadline; an answer at this moment is too late.
    public var deadline: Timestamp?

    // Clearing pushes.

    /// The ask to remove from the screen.
    public var clearApprovalID: String?
    /// The reason for the removal; see ``ClearReason``.
    public var reason: String?

    // Summaries.

    /// The id of the summary: the first notification in it.
    public var summaryID: NotificationID?
    /// The category of the notifications.
    public var summaryCategory: String?
    /// The number of the notifications.
    public var summaryCount: Int?

    // References.

    public var notificationID: NotificationID?
    public var sessionID: SessionID?
    public var projectName: String?
    public var itemID: String?
    public var messageID: String?
    /// The link that a tap opens. Untrusted: check it before opening it.
    public var deepLink: String?
    /// The picture that the service extension attaches. Untrusted: check it before fetching it.
    public var imageURL: String?

    // Results.

    public var summary: String?
    public var filesChanged: Int?
    public var codePreview: String?
    public var errorType: String?
    public var errorMessage: String?
    /// The data to fetch, for ``NotificationKind/sync``.
    public var syncType: String?

    /// All other keys at the top level, unchanged.
    public var extra: [String: JSONValue]

    public init(aps: APS = APS(), type: NotificationKind? = nil) {
        self.aps = aps
        self.type = type
        extra = [:]
    }
}

extension PushPayload {
    /// The ask, when it is one of Bellhop's: these carry the digest of their input, a key that applications'
    /// notifications cannot have.
    public var askID: AskID? {
        let asked = inputDigest == nil ? nil : requestID ?? questionID
        return (asked ?? clearApprovalID).flatMap { AskID($0) }
    }

    /// The kind as given, or derived from other fields and the category.
    public var kind: NotificationKind {
        if let type { return type }
        if clearApprovalID != nil { return .clear }
        if aps.liveActivity != nil { return .liveActivity }
        if let known = aps.category.flatMap({ CategoryCatalog[$0]?.kind }) { return known }
        if syncType != nil || extra["silent"]?.bool == true { return .sync }
        if questionID != nil { return .question }
        if requestID != nil { return .approval }
        if errorType != nil || errorMessage != nil { return .error }
        if filesChanged != nil || codePreview != nil { return .complete }
        if messageID != nil { return .message }
        return aps.contentAvailable && aps.alert == nil ? .sync : .unknown
    }

    /// `true` if the notification shows the whole input and can be approved without opening the ask.
    public var isShownWhole: Bool { hiddenCharacters == 0 }

    /// `true` if the push shows nothing and makes no sound.
    public var isSilent: Bool { aps.contentAvailable && aps.alert == nil && aps.sound == nil && aps.badge == nil }
}

extension PushPayload {
    /// The reason why a notification's `data` must not have `key`, such as "is reserved by a gateway"; `nil` when it
    /// may.
    ///
    /// Other keys are passed on at the top level of the push. A `requestId` among them does not make the notification
    /// an ask; see ``askID``.
    public static func reservedKeyProblem(of key: String) -> String? {
        if own.contains(key) { return "is reserved by Bellhop" }
        if vendors.contains(key) || vendorPrefixes.contains(where: key.hasPrefix) { return "is reserved by a gateway" }
        return nil
    }

    /// Keys that identify Bellhop's asks, clearing pushes and summaries, and the subject of receipts.
    private static let own: Set<String> = [
        "aps", "notificationId", "notification_id", "inputDigest", "input_digest", "deadline", "clearApprovalId",
        "clear_approval_id", "hiddenCharacters", "summaryId", "summaryCategory", "summaryCount",
    ]

    /// Kinds that only Bellhop sends. They are refused as the `type` in `data`.
    public static let reservedKinds: Set<NotificationKind> = [.clear, .summary, .liveActivity]

    /// FCM refuses these keys in `data` (Firebase, *About FCM messages*); the last one is for the Simulator.
    private static let vendors: Set<String> = ["from", "message_type", "collapse_key", "Simulator Target Bundle"]
    private static let vendorPrefixes = ["google.", "gcm."]
}
