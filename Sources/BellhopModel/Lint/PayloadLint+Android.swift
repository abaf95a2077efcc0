extension PayloadLint {
    /// Whether it looks like a message for FCM: a whole request, a message, or the part of it that a payload is.
    static func isForFCM(_ json: [String: JSONValue]) -> Bool {
        json["aps"] == nil && ["message", "android", "data", "notification"].contains { json[$0]?.object != nil }
    }

    /// The rules of FCM HTTP v1, *projects.messages* and *About FCM messages*.
    static func androidReport(on json: [String: JSONValue]) -> PayloadLintReport {
        let message = json["message"]?.object ?? json
        let path = json["message"] == nil ? "" : "message."
        let android = message["android"]?.object ?? [:]
        var content: [String: JSONValue] = [:]
        for key in ["data", "notification"] { content[key] = android[key] ?? message[key] }
        let size = (try? CanonicalJSON.encode(JSONValue.object(content)).count) ?? 0
        var findings = Self.size(content, sent: size, written: size, limit: PayloadPushType.fcm.limit)
        if content.values.allSatisfy({ $0.object?.isEmpty ?? true }) {
            findings.append(PayloadFinding(.pushType, at: "\(path)data", "is missing, and so is a notification"))
        }
        for (place, part) in [(path, message), ("\(path)android.", android)] {
            findings += data(part["data"], at: "\(place)data") + shown(part["notification"], at: "\(place)notification")
        }
        findings += options(
            message["android"] == nil ? message : android, at: message["android"] == nil ? path : "\(path)android.")
        let channel = content["notification"]?["channel_id"]?.string ?? content["data"]?["category"]?.string
        return PayloadLintReport(
            pushType: .fcm, category: channel.map { CategoryID($0) }, size: size, findings: findings)
    }

    private static func data(_ json: JSONValue?, at path: String) -> [PayloadFinding] {
        guard let json else { return [] }
        guard let fields = json.object else { return [PayloadFinding(.wrongValue, at: path, "should be an object")] }
        return fields.sorted { $0.key < $1.key }.flatMap { key, value -> [PayloadFinding] in
            let place = "\(path).\(key)"
            if AndroidMessage.isReserved(key) {
                return [PayloadFinding(.reservedKey, at: place, "is a key that FCM keeps for itself: choose another")]
            }
            guard let text = value.string else {
                return [PayloadFinding(.wrongValue, at: place, "should be a text: FCM takes no other values in data")]
            }
            return Self.text(text, at: place)
        }
    }

    private static func shown(_ json: JSONValue?, at path: String) -> [PayloadFinding] {
        guard let json else { return [] }
        guard let fields = json.object else { return [PayloadFinding(.wrongValue, at: path, "should be an object")] }
        return ["title", "body"].flatMap { key in fields[key]?.string.map { text($0, at: "\(path).\(key)") } ?? [] }
    }

    private static func options(_ json: [String: JSONValue], at path: String) -> [PayloadFinding] {
        var findings: [PayloadFinding] = []
        if let priority = json["priority"], !["HIGH", "NORMAL", "high", "normal"].contains(priority.string) {
            findings.append(PayloadFinding(.wrongValue, at: "\(path)priority", "should be HIGH or NORMAL"))
        }
        if let ttl = json["ttl"], AndroidMessage.lifetime(ttl.string) == nil {
            findings.append(
                PayloadFinding(.wrongValue, at: "\(path)ttl", "should be seconds with an s, from 0s to 2419200s"))
        }
        return findings
    }
}
