extension PushPayload {
    /// In canonical form: what is not set is left out, `aps` is always there.
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

    /// The bytes to hand to a gateway: ``json`` as canonical JSON, the same for the same payload.
    ///
    /// - Throws: `EncodingError` when `extra` holds a number that JSON has no text for, such as infinity.
    public func encoded() throws -> [UInt8] { try CanonicalJSON.encode(json) }
}

extension JSONValue {
    /// A number as JSON text gives it back: without a fraction it is an integer.
    static func plain(_ value: Double) -> JSONValue { Int64(exactly: value).map(JSONValue.integer) ?? .number(value) }
}
