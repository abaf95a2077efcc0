/// A push notification's payload: what the system reads (`aps`), and what Bellhop and its apps read beside it.
///
/// There is one value for all the ways of writing it down. Encoding gives one canonical form, with Apple's keys in
/// `aps` and keys of our own in camel case at the top level; decoding reads the other dialects as well, and nothing in
/// a payload, however broken, keeps the rest of it from being read.
public struct PushPayload: Hashable, Sendable {
    public var aps: APS
    /// What it is about, as the sender says; see ``kind`` for what can be told without being said.
    public var type: NotificationKind?

    // Asks.

    /// The approval it asks for. Bellhop's own are ``askID``s; other senders have ids of their own.
    public var requestID: String?
    public var questionID: String?
    public var toolName: String?
    /// What the tool would do, as text.
    public var toolInput: String?
    /// Of the ask's full input, see ``InputDigest``: the answer must name it.
    public var inputDigest: String?
    /// The number of characters of what is decided on that the alert does not show. Only 0 lets it be approved without
    /// being opened; `nil` promises nothing.
    public var hiddenCharacters: Int?
    /// From this moment on an answer comes too late.
    public var deadline: Timestamp?

    // Clearing.

    /// The ask to take off the screen.
    public var clearApprovalID: String?
    /// Why; see ``ClearReason``.
    public var reason: String?

    // Several in one.

    /// The summary that it shows or changes: the first notification that was folded into it.
    public var summaryID: NotificationID?
    /// Of what category they are.
    public var summaryCategory: String?
    /// How many they are.
    public var summaryCount: Int?

    // Where it belongs.

    public var notificationID: NotificationID?
    public var sessionID: SessionID?
    public var projectName: String?
    public var itemID: String?
    public var messageID: String?
    /// Opened when it is tapped. From outside: check it before opening it.
    public var deepLink: String?
    /// Fetched and attached by the service extension. From outside: check it before fetching it.
    public var imageURL: String?

    // What came of it.

    public var summary: String?
    public var filesChanged: Int?
    public var codePreview: String?
    public var errorType: String?
    public var errorMessage: String?
    /// What to fetch, for ``NotificationKind/sync``.
    public var syncType: String?

    /// Everything else at the top level, kept as it came.
    public var extra: [String: JSONValue]

    public init(aps: APS = APS(), type: NotificationKind? = nil) {
        self.aps = aps
        self.type = type
        extra = [:]
    }
}

extension PushPayload {
    /// The ask it is about, if it is one of Bellhop's: those carry the digest of their input, a key that no notification
    /// of an application can have.
    public var askID: AskID? {
        let asked = inputDigest == nil ? nil : requestID ?? questionID
        return (asked ?? clearApprovalID).flatMap { AskID($0) }
    }

    /// What it is about: as said, or else as its other fields and its category tell.
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

    /// Whether an approval may be given on what the notification shows, without opening the ask.
    public var isShownWhole: Bool { hiddenCharacters == 0 }

    /// Shows nothing and makes no sound.
    public var isSilent: Bool { aps.contentAvailable && aps.alert == nil && aps.sound == nil && aps.badge == nil }
}
