/// A problem of a payload that ``PayloadLint`` found.
public struct PayloadFinding: Hashable, Sendable, Codable, CustomStringConvertible {
    public let rule: Rule
    /// The path of the field, such as `aps.badge`; empty for the whole payload.
    public let path: String
    /// The problem and its solution, in one sentence.
    public let message: String

    public init(_ rule: Rule, at path: String = "", _ message: String) {
        self.rule = rule
        self.path = path
        self.message = message
    }

    public var severity: Severity { rule.severity }

    public var description: String { path.isEmpty ? message : "\(path): \(message)" }

    public enum Severity: String, Hashable, Sendable, CaseIterable {
        /// The push is refused, not shown, or shown without its purpose.
        case error
        /// The push works, but perhaps not as intended.
        case warning
    }

    enum CodingKeys: CodingKey {
        case rule, path, message
    }
}

extension PayloadFinding {
    /// The rules, by the names that tools report.
    public enum Rule: String, Hashable, Sendable, Codable, CaseIterable {
        case notJSON = "not_json"
        case missingAPS = "missing_aps"
        case tooLarge = "too_large"
        case wrongValue = "wrong_value"
        /// Seconds in place of milliseconds, or the reverse.
        case wrongUnit = "wrong_unit"
        case relativeBadge = "relative_badge"
        case unknownCategory = "unknown_category"
        case attachmentNotMutable = "attachment_not_mutable"
        case attachmentAddress = "attachment_address"
        case missingDeadline = "missing_deadline"
        case missingAskID = "missing_ask_id"
        /// An approval that hides a part of its input has an Approve button.
        case hiddenApproval = "hidden_approval"
        case missingSummary = "missing_summary"
        case pushType = "push_type"
        case liveActivity = "live_activity"
        case secret = "secret"
        /// A key that the gateway reserves.
        case reservedKey = "reserved_key"

        // Warnings.

        case unknownKey = "unknown_key"
        case clamped = "clamped"
        case looseText = "loose_text"
        case missingCategory = "missing_category"
        case missingDigest = "missing_digest"
        /// An approval without the number of hidden characters.
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
