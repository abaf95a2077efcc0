/// Checks payloads before they are sent: what APNs or FCM would refuse, what a phone would not show, and what Bellhop's
/// app could not act on.
public struct PayloadLint: Sendable {
    /// The `apns-push-type` it will be sent with, or ``PayloadPushType/fcm``; `nil` tells it from the payload.
    public var pushType: PayloadPushType?
    /// Categories that the app registers beside the catalog's.
    public var knownCategories: Set<CategoryID>

    public init(pushType: PayloadPushType? = nil, knownCategories: Set<CategoryID> = []) {
        self.pushType = pushType
        self.knownCategories = knownCategories
    }

    /// For the Simulator (`xcrun simctl push`): which app a file is for. Never sent.
    public static let simulatorKey = "Simulator Target Bundle"

    /// What is to be said about the payload in `bytes`: as for a gateway, or with ``simulatorKey`` as for the Simulator.
    public func report(on bytes: [UInt8]) -> PayloadLintReport {
        do {
            var json = try CanonicalJSON.decode([String: JSONValue].self, from: bytes)
            json[Self.simulatorKey] = nil
            return report(on: json, written: bytes.count)
        } catch {
            let message =
                (try? CanonicalJSON.decode(JSONValue.self, from: bytes)) == nil ? "is not JSON" : "is no JSON object"
            return PayloadLintReport(
                pushType: pushType ?? .alert, category: nil, size: bytes.count,
                findings: [PayloadFinding(.notJSON, message)])
        }
    }

    private func report(on json: [String: JSONValue], written: Int) -> PayloadLintReport {
        if pushType == .fcm || pushType == nil && Self.isForFCM(json) { return Self.androidReport(on: json) }
        let reading = PushPayload.read(json: json)
        let payload = reading.payload
        let type = pushType ?? PayloadPushType(of: payload)
        let sent = (try? CanonicalJSON.encode(JSONValue.object(json)).count) ?? written
        var findings = Self.size(json, sent: sent, written: written, limit: type.limit)
        findings += Self.issues(reading)
        findings += Self.shape(payload, type)
        findings += Self.category(payload, type, known: knownCategories)
        findings += Self.attachment(payload)
        findings += Self.ask(payload, json)
        findings += Self.summary(payload)
        findings += Self.liveActivity(payload, type)
        findings += Self.texts(payload)
        return PayloadLintReport(pushType: type, category: payload.aps.category, size: sent, findings: findings)
    }
}

/// What was found.
public struct PayloadLintReport: Hashable, Sendable, Codable {
    /// As given, or as told from the payload.
    public let pushType: PayloadPushType
    public let category: CategoryID?
    /// Of what is sent: without white space, and without what only the Simulator reads.
    public let size: Int
    public let limit: Int
    /// Errors first.
    public let findings: [PayloadFinding]

    init(pushType: PayloadPushType, category: CategoryID?, size: Int, findings: [PayloadFinding]) {
        self.pushType = pushType
        self.category = category
        self.size = size
        limit = pushType.limit
        self.findings = findings.filter { $0.severity == .error } + findings.filter { $0.severity == .warning }
    }

    /// Whether it can be sent.
    public var isSendable: Bool { !findings.contains { $0.severity == .error } }

    enum CodingKeys: String, CodingKey {
        case pushType = "push_type"
        case category, size, limit, findings
    }
}
