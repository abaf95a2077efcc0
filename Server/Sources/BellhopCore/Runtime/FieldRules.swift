import BellhopFoundation
import BellhopModel
import BellhopStore

/// The rules of single fields that need more than the field: other fields, or the system's time zones. The schema of each
/// route checks everything else before a use case runs.
enum FieldRules {
    /// - Throws: `APIError` `invalid_request` that names the field, for a time zone that the system does not know.
    static func timeZone(_ name: String, _ field: String) throws {
        guard TimeZoneRules(known: name) == nil else { return }
        let hint = TimeZoneRules.suggestion(for: name).map { "; did you mean \($0)?" } ?? ", such as Europe/Berlin"
        throw APIError(
            .invalidRequest,
            "\(field): \(TextTruncation.prefix(name.debugDescription, characters: 80)) is not an IANA time zone name\(hint)"
        )
    }

    /// Checks the token of an app or a Live Activity. The error never shows it.
    static func token(_ token: DeviceToken, on platform: Platform) throws {
        guard !token.isMissing else { throw APIError(.invalidRequest, "token: this is not a token of a gateway.") }
        guard platform == .ios || platform == .macos else { return }
        guard let bytes = Hex.decode(token.text), !bytes.isEmpty else {
            throw APIError(.invalidRequest, "token: an APNs token in hexadecimal expected.")
        }
    }

    /// The duration of a snooze in minutes: 15 unless given.
    static func minutes(of request: SnoozeRequest) -> Int { request.minutes ?? 15 }
}

/// The maximum number of items of a list in one response.
enum PageLimit {
    static func clamp(_ limit: Int) -> Int {
        min(max(limit, APILimits.page.lowerBound), APILimits.page.upperBound)
    }
}
