/// Checks payloads for fields that APNs or FCM would reject, a device would not show, or Bellhop's app could not use.
public struct PayloadLint: Sendable {
    /// The `apns-push-type` of the push, or ``PayloadPushType/fcm``; derived from the payload when `nil`.
    public var pushType: PayloadPushType?
    /// Categories that the app registers in addition to ``CategoryCatalog``.
    public var knownCategories: Set<CategoryID>

    public init(pushType: PayloadPushType? = nil, knownCategories: Set<CategoryID> = []) {
        self.pushType = pushType
        self.knownCategories = knownCategories
    }

    /// The key of the target app in payload files for the Simulator (`xcrun simctl push`). Gateways never receive it.
    public static let simulatorKey = "Simulator Target Bundle"

    /// The report on the payload in `bytes`, with or without ``simulatorKey``.
    public func report(on bytes: [UInt8]) -> PayloadLintReport {
        do {
            var json = try CanonicalJSON.decode([String: JSONValue].self, from: bytes)
            json[Self.simulatorKey] = nil
            return report(on: json, written: bytes.count)
        } catch {
            let message =
                (try? CanonicalJSON.decode(JSONValue.self, from: bytes)) == nil ? "is not JSON" : "is not a JSON object"
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

/// The result of ``PayloadLint/report(on:)``.
public struct PayloadLintReport: Hashable, Sendable, Codable {
    /// The given push type, or the one derived from the payload.
    public let pushType: PayloadPushType
    public let category: CategoryID?
    /// The size of the sent payload in bytes, without white space and ``PayloadLint/simulatorKey``.
    public let size: Int
    public let limit: Int
    /// The findings; errors first.
    public let findings: [PayloadFinding]

    init(pushType: PayloadPushType, category: CategoryID?, size: Int, findings: [PayloadFinding]) {
        self.pushType = pushType
        self.category = category
        self.size = size
        limit = pushType.limit
        self.findings = findings.filter { $0.severity == .error } + findings.filter { $0.severity == .warning }
    }

    /// `true` if the report has no errors.
    public var isSendable: Bool { !findings.contains { $0.severity == .error } }

    enum CodingKeys: String, CodingKey {
        case pushType = "push_type"
        case category, size, limit, findings
    }
}

/// The push types with payload rules of their own, by `apns-push-type` (Apple, *Sending notification requests to
/// APNs*).
public enum PayloadPushType: String, Hashable, Sendable, Codable, CaseIterable {
    case alert, background
    case liveActivity = "liveactivity"
    /// A push to a broadcast channel, which has its own endpoint and size limit.
    case broadcast
    case voip
    /// A message for FCM; not a push type of APNs.
    case fcm

    /// The maximum payload size, in bytes.
    public var limit: Int {
        switch self {
        case .alert, .background, .liveActivity, .fcm: PayloadLimits.regular
        case .broadcast: PayloadLimits.broadcast
        case .voip: PayloadLimits.voip
        }
    }

    /// The type that fits the fields of `payload`.
    public init(of payload: PushPayload) {
        if payload.aps.liveActivity != nil {
            self = .liveActivity
        } else {
            self = payload.aps.contentAvailable && payload.aps.alert == nil ? .background : .alert
        }
    }
}
