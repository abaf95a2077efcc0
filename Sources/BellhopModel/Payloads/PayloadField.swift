/// The custom keys that are texts: how they are written, and under which other names they are read.
struct PayloadField: Sendable {
    /// The canonical key, then the others, in order of preference.
    let keys: [String]
    let value: any WritableKeyPath<PushPayload, String?> & Sendable
    /// An identifier, which some senders write as a number.
    let isIdentifier: Bool

    private init(_ value: any WritableKeyPath<PushPayload, String?> & Sendable, _ keys: String..., id: Bool = false) {
        self.keys = keys
        self.value = value
        isIdentifier = id
    }

    func read(_ json: JSONValue) -> String? {
        json.string ?? (isIdentifier ? json.integer.map(String.init) : nil)
    }

    static let all: [PayloadField] = [
        .init(\.requestID, "requestId", "request_id", id: true),
        .init(\.questionID, "questionId", "question_id", id: true),
        .init(\.toolName, "toolName", "tool_name"),
        .init(\.toolInput, "toolInput", "tool_input"),
        .init(\.inputDigest, "inputDigest", "input_digest"),
        .init(\.clearApprovalID, "clearApprovalId", "clear_approval_id", id: true),
        .init(\.reason, "reason"),
        .init(\.summaryCategory, "summaryCategory"),
        .init(\.projectName, "projectName", "project_name"),
        .init(\.itemID, "itemId", "item_id", id: true),
        .init(\.messageID, "messageId", "message_id", id: true),
        .init(\.deepLink, "deepLink", "deep_link"),
        .init(\.imageURL, "imageURL", "imageUrl", "image_url", "attachment-url"),
        .init(\.summary, "summary"),
        .init(\.codePreview, "codePreview", "code_preview"),
        .init(\.errorType, "errorType", "error_type"),
        .init(\.errorMessage, "errorMessage", "error_message"),
        .init(\.syncType, "syncType", "sync_type"),
    ]
}
