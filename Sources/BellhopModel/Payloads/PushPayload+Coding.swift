extension PushPayload {
    /// A decoded payload and its issues.
    public struct Reading: Hashable, Sendable {
        public var payload: PushPayload
        public var issues: [PayloadIssue]
    }

    /// Decodes the bytes of a push.
    ///
    /// - Throws: ``PayloadDecodingError`` when `bytes` are not a JSON object. No other defect is an error.
    public init(bytes: some Sequence<UInt8>) throws(PayloadDecodingError) { self = try Self.read(bytes: bytes).payload }

    public init(json: [String: JSONValue]) { self = Self.read(json: json).payload }

    /// Decodes the bytes of a push, with a list of issues.
    public static func read(bytes: some Sequence<UInt8>) throws(PayloadDecodingError) -> Reading {
        let json: JSONValue
        do {
            json = try CanonicalJSON.decode(JSONValue.self, from: bytes)
        } catch {
            throw PayloadDecodingError.notJSON
        }
        guard let object = json.object else { throw PayloadDecodingError.notAnObject }
        return read(json: object)
    }

    /// Decodes a JSON object, with a list of issues.
    public static func read(json: [String: JSONValue]) -> Reading {
        var reader = PayloadFieldReader(json)
        var payload = PushPayload()
        if reader.rest["aps"] == nil { reader.note("aps", .missing) }
        var apsReader = reader.takeReader("aps") ?? PayloadFieldReader([:], path: "aps")
        payload.aps = APS(&apsReader)
        payload.readFields(&reader)
        payload.readStrayAPS(&reader)
        payload.extra = reader.rest
        return Reading(payload: payload, issues: apsReader.issues + reader.issues)
    }

    private mutating func readFields(_ reader: inout PayloadFieldReader) {
        type = reader.take("type", "notification_type", wanted: "a text", \.string).map(
            NotificationKind.init(rawValue:))
        for field in PayloadField.all {
            self[keyPath: field.value] = reader.take(field.keys, wanted: "a text", field.read)
        }
        notificationID = reader.take("notificationId", "notification_id", wanted: "an id") {
            $0.string.flatMap { NotificationID($0) }
        }
        sessionID = reader.take("sessionId", "session_id", wanted: "1 to 128 bytes of text") {
            ($0.string ?? $0.integer.map(String.init)).flatMap { SessionID($0) }
        }
        summaryID = reader.take("summaryId", wanted: "an id") { $0.string.flatMap { NotificationID($0) } }
        summaryCount = reader.take("summaryCount", wanted: "a whole number from 0") {
            $0.integer.flatMap(Int.init(exactly:)).flatMap { $0 >= 0 ? $0 : nil }
        }
        hiddenCharacters = reader.take("hiddenCharacters", wanted: "a whole number from 0") {
            $0.integer.flatMap(Int.init(exactly:)).flatMap { (0...OmissionNotice.maxTotal).contains($0) ? $0 : nil }
        }
        filesChanged = reader.take("filesChanged", "files_changed", wanted: "a whole number") {
            $0.integer.flatMap(Int.init(exactly:))
        }
        deadline = reader.take("deadline", wanted: "milliseconds since 1970") {
            $0.integer.flatMap { (0...253_402_300_799_999).contains($0) ? Timestamp(milliseconds: $0) : nil }
        }
        readResource(&reader)
    }

    /// Some senders use one key for the id of any object.
    private mutating func readResource(_ reader: inout PayloadFieldReader) {
        let target: WritableKeyPath<PushPayload, String?> = kind == .message ? \.messageID : \.itemID
        guard self[keyPath: target] == nil else { return }
        self[keyPath: target] = reader.take("resourceId", "resource_id", wanted: "a text") {
            $0.string ?? $0.integer.map(String.init)
        }
    }

    /// Some senders write keys of `aps` at the top level, for their service extension.
    private mutating func readStrayAPS(_ reader: inout PayloadFieldReader) {
        if aps.threadID == nil { aps.threadID = reader.takeText("thread-id") }
        if aps.badge == nil { aps.badge = reader.take("badge", wanted: "a whole number from 0", APS.badge) }
        if aps.sound == nil {
            aps.sound = reader.take("sound", wanted: "a name or a dictionary", PushSound.init)
        }
        if aps.relevanceScore == nil, let score = reader.take("relevance-score", wanted: "a number", \.number) {
            aps.readRelevance(score, &reader)
        }
    }
}

/// The reason why bytes cannot be decoded as a payload.
public enum PayloadDecodingError: Error, Hashable, Sendable, CustomStringConvertible {
    case notJSON, notAnObject

    public var description: String {
        switch self {
        case .notJSON: "the payload is not JSON"
        case .notAnObject: "the payload is not a JSON object"
        }
    }
}

extension PushPayload: Codable {
    public init(from decoder: any Decoder) throws {
        self.init(json: try [String: JSONValue](from: decoder))
    }

    public func encode(to encoder: any Encoder) throws { try json.encode(to: encoder) }
}

extension PushPayload {
    /// The canonical form: unset fields are left out, `aps` is always present.
    public var json: JSONValue {
        var object = extra
        object["aps"] = aps.json
        if let type { object["type"] = .string(type.rawValue) }
        for field in PayloadField.all {
            if let value = self[keyPath: field.value] { object[field.keys[0]] = .string(value) }
        }
        if let notificationID { object["notificationId"] = .string(notificationID.description) }
        if let sessionID { object["sessionId"] = .string(sessionID.description) }
        if let summaryID { object["summaryId"] = .string(summaryID.description) }
        if let summaryCount { object["summaryCount"] = .integer(Int64(summaryCount)) }
        if let hiddenCharacters { object["hiddenCharacters"] = .integer(Int64(hiddenCharacters)) }
        if let filesChanged { object["filesChanged"] = .integer(Int64(filesChanged)) }
        if let deadline { object["deadline"] = .integer(deadline.milliseconds) }
        return .object(object)
    }

    /// The encoded payload: ``json`` as canonical JSON. Equal payloads give equal bytes.
    ///
    /// - Throws: `EncodingError` when `extra` has a number without JSON text, such as infinity.
    public func encoded() throws -> [UInt8] { try CanonicalJSON.encode(json) }
}

extension JSONValue {
    /// The value that decoding `value` from JSON text gives: an integer unless it has a fraction.
    static func plain(_ value: Double) -> JSONValue { Int64(exactly: value).map(JSONValue.integer) ?? .number(value) }
}

/// A custom key with a text value: its canonical name and its aliases.
struct PayloadField: Sendable {
    /// The canonical key, followed by aliases in order of preference.
    let keys: [String]
    let value: any WritableKeyPath<PushPayload, String?> & Sendable
    /// `true` if the value is an identifier, which some senders write as a number.
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
