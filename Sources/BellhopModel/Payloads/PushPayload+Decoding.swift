extension PushPayload {
    /// A payload, and what was odd about it.
    public struct Reading: Hashable, Sendable {
        public var payload: PushPayload
        public var issues: [PayloadIssue]
    }

    /// Reads what a push gateway was given.
    ///
    /// - Throws: ``PayloadDecodingError`` when `bytes` are not a JSON object. Nothing else fails.
    public init(bytes: some Sequence<UInt8>) throws(PayloadDecodingError) { self = try Self.read(bytes: bytes).payload }

    public init(json: [String: JSONValue]) { self = Self.read(json: json).payload }

    /// As ``init(bytes:)``, with what was odd.
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

    /// As ``init(json:)``, with what was odd.
    public static func read(json: [String: JSONValue]) -> Reading {
        var reader = FieldReader(json)
        var payload = PushPayload()
        if reader.rest["aps"] == nil { reader.note("aps", .missing) }
        var apsReader = reader.takeReader("aps") ?? FieldReader([:], path: "aps")
        payload.aps = APS(&apsReader)
        payload.readFields(&reader)
        payload.readStrayAPS(&reader)
        payload.extra = reader.rest
        return Reading(payload: payload, issues: apsReader.issues + reader.issues)
    }

    private mutating func readFields(_ reader: inout FieldReader) {
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
            $0.integer.flatMap(Int.init(exactly:)).flatMap { (0...APILimits.body).contains($0) ? $0 : nil }
        }
        filesChanged = reader.take("filesChanged", "files_changed", wanted: "a whole number") {
            $0.integer.flatMap(Int.init(exactly:))
        }
        deadline = reader.take("deadline", wanted: "milliseconds since 1970") {
            $0.integer.flatMap { (0...253_402_300_799_999).contains($0) ? Timestamp(milliseconds: $0) : nil }
        }
        readResource(&reader)
    }

    /// Some senders have one key for the id of whatever the notification is about.
    private mutating func readResource(_ reader: inout FieldReader) {
        let target: WritableKeyPath<PushPayload, String?> = kind == .message ? \.messageID : \.itemID
        guard self[keyPath: target] == nil else { return }
        self[keyPath: target] = reader.take("resourceId", "resource_id", wanted: "a text") {
            $0.string ?? $0.integer.map(String.init)
        }
    }

    /// Some senders put what belongs into `aps` beside it, for their service extension to apply.
    private mutating func readStrayAPS(_ reader: inout FieldReader) {
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

/// Why bytes are no payload at all.
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
