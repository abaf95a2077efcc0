import BellhopModel
import BellhopStore
import Foundation

extension FieldRules {
    /// The IANA name of a time zone that is known here.
    static func timeZone(_ name: String, _ field: String) throws {
        guard TimeZone(known: name) == nil else { return }
        let hint = TimeZone.suggestion(for: name).map { "; did you mean \($0)?" } ?? ", such as Europe/Berlin"
        throw APIError(
            .invalidRequest,
            "\(field): \(TextTruncation.prefix(name.debugDescription, characters: 80)) is no IANA name of a time zone\(hint)"
        )
    }
}
