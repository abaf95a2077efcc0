import BellhopModel

extension Schema {
    /// Any text but U+0000, which no store keeps.
    static let text = Schema(form: .text(.init(pattern: "^[^\\u0000]*$")))

    /// - Parameter length: in characters as people count them, of which each has at least one scalar.
    static func text(_ length: ClosedRange<Int>) -> Schema {
        Schema(form: .text(.init(length: length, pattern: "^[^\\u0000]*$")))
    }

    /// With at least one character that can be seen.
    static let title = Schema(
        form: .text(.init(length: 1...APILimits.title, pattern: "^[^\\u0000]*[^\\u0000\\s][^\\u0000]*$")))

    /// Printable ASCII without spaces.
    static func visible(_ length: ClosedRange<Int>) -> Schema {
        Schema(form: .text(.init(length: length, pattern: "^[!-~]+$")))
    }

    /// UTF-8 without control characters. The server counts bytes, so that a text beyond ASCII must be shorter.
    static func identifier(_ length: ClosedRange<Int>) -> Schema {
        Schema(form: .text(.init(length: length, pattern: "^[^\\u0000-\\u001f\\u007f]+$")))
    }

    /// The name of a user or a session: 1 to 128 bytes of UTF-8 without control characters.
    static let name = Schema(form: .text(.init(length: 1...128, pattern: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$")))

    static let id = Schema(form: .text(.init(format: "uuid")))
    /// `HH:MM`.
    static let timeOfDay = Schema(form: .text(.init(pattern: "^([01][0-9]|2[0-3]):[0-5][0-9]$")))
    static let time = Schema(form: .text(.init(format: "date-time")))
    /// 32 bytes in lower-case hexadecimal: see `InputDigest`.
    static let digest = Schema(form: .text(.init(pattern: "^[0-9a-f]{64}$")))
    /// What ``AskNonce/isValid(_:)`` takes.
    static let nonce = Schema(form: .text(.init(length: AskNonce.lengths, pattern: "^[A-Za-z0-9_-]+$")))
    static let base64 = Schema(form: .text(.init(pattern: "^[A-Za-z0-9+/_-]+={0,2}$")))
    static let category = identifier(1...64)
}
