/// Something about a payload that its sender should know before sending it.
public struct PayloadFinding: Hashable, Sendable, Codable, CustomStringConvertible {
    public let rule: Rule
    /// Where, such as `aps.badge`; empty for the payload as a whole.
    public let path: String
    /// What is wrong and what to do about it, in one sentence.
    public let message: String

    public init(_ rule: Rule, at path: String = "", _ message: String) {
        self.rule = rule
        self.path = path
        self.message = message
    }

    public var severity: Severity { rule.severity }

    public var description: String { path.isEmpty ? message : "\(path): \(message)" }

    public enum Severity: String, Hashable, Sendable, CaseIterable {
        /// Refused, not shown, or shown without what it is for.
        case error
        /// Works, though perhaps not as it was meant.
        case warning
    }

    enum CodingKeys: CodingKey {
        case rule, path, message
    }
}

extension PayloadFinding {
    /// The rules, each by the name under which tools report it.
    public enum Rule: String, Hashable, Sendable, Codable, CaseIterable {
        case notJSON = "not_json"
        case missingAPS = "missing_aps"
        case tooLarge = "too_large"
        case wrongValue = "wrong_value"
        /// Seconds where milliseconds are wanted, or the other way round.
        case wrongUnit = "wrong_unit"
        case relativeBadge = "relative_badge"
        case unknownCategory = "unknown_category"
        case attachmentNotMutable = "attachment_not_mutable"
        case attachmentAddress = "attachment_address"
        case missingDeadline = "missing_deadline"
        case missingAskID = "missing_ask_id"
        /// An approval that hides something has a button to approve it.
        case hiddenApproval = "hidden_approval"
        case missingSummary = "missing_summary"
        case pushType = "push_type"
        case liveActivity = "live_activity"
        case secret = "secret"
        /// A key that the gateway keeps for itself.
        case reservedKey = "reserved_key"

        // Warnings.

        case unknownKey = "unknown_key"
        case clamped = "clamped"
        case looseText = "loose_text"
        case missingCategory = "missing_category"
        case missingDigest = "missing_digest"
        /// An approval that does not say how much of it is hidden.
        case missingHidden = "missing_hidden"
        case criticalSound = "critical_sound"
        case notExtended = "not_extended"
        case contentState = "content_state"
        case hiddenText = "hidden_text"

        public var severity: Severity {
            switch self {
            case .unknownKey, .clamped, .looseText, .missingCategory, .missingDigest, .missingHidden, .criticalSound,
                .notExtended, .contentState, .hiddenText:
                .warning
            default: .error
            }
        }
    }
}
