import BellhopFoundation
import BellhopModel

/// The rules of a text: its length and its content. The document shows them as a JSON Schema, and the server checks
/// requests against them.
struct TextRules: Hashable, Sendable {
    enum Unit: Hashable, Sendable {
        /// Characters as people count them. Each has at least one Unicode scalar, which JSON Schema counts.
        case characters
        /// Bytes of UTF-8, for texts that a push carries whole. JSON Schema counts scalars, so that a text beyond ASCII
        /// must be shorter than the document says.
        case bytes
    }

    enum Content: Hashable, Sendable {
        /// Any character except U+0000, which the store cannot keep.
        case any
        /// At least one visible character.
        case visible
        /// No control characters.
        case printable
        /// ASCII from `!` to `~`.
        case ascii
        /// An `https` URL without credentials.
        case httpsURL
        /// A file name without a folder, `default` or `none`.
        case soundName
        case uuid
        /// An RFC 3339 date and time.
        case dateTime
        /// `HH:MM`.
        case timeOfDay
        /// 32 bytes in lower-case hexadecimal; the use case compares it with the digest that it computes.
        case digest
        /// A nonce that ``AskNonce/isValid(_:)`` accepts.
        case nonce
        /// Base64; decoding checks the bytes.
        case base64
        /// An app's bundle identifier.
        case bundleID
        /// A channel's identifier, as APNs assigns it.
        case channelID
        /// RFC 3339 with an offset, or a local date and time of day; decoding checks it.
        case plannedTime
    }

    var length: ClosedRange<Int>?
    var unit = Unit.characters
    var content = Content.any
}

extension TextRules {
    /// A regular expression in the common part of ECMA-262 and other dialects.
    var pattern: String? {
        switch content {
        case .any: "^[^\\u0000]*$"
        case .visible: "^[^\\u0000]*[^\\u0000\\s][^\\u0000]*$"
        case .printable, .httpsURL: "^[^\\u0000-\\u001f\\u007f-\\u009f]+$"
        case .soundName: "^[^./\\u0000-\\u001f\\u007f-\\u009f][^/\\u0000-\\u001f\\u007f-\\u009f]*$"
        case .ascii: "^[!-~]+$"
        case .uuid, .dateTime: nil
        case .timeOfDay: "^([01][0-9]|2[0-3]):[0-5][0-9]$"
        case .digest: "^[0-9a-f]{64}$"
        case .nonce: "^[A-Za-z0-9_-]+$"
        case .base64: "^[A-Za-z0-9+/_-]+={0,2}$"
        case .bundleID: "^[A-Za-z0-9.-]+$"
        case .channelID: "^[A-Za-z0-9+/_-]+={0,2}$"
        case .plannedTime:
            "^[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ][0-9]{2}:[0-9]{2}"
                + "(:[0-9]{2}((\\.[0-9]+)?([Zz]|[+-][0-9]{2}:[0-9]{2}))?)?$"
        }
    }

    /// A format that JSON Schema defines.
    var format: String? {
        switch content {
        case .uuid: "uuid"
        case .dateTime: "date-time"
        default: nil
        }
    }

    /// Accepts a JSON string where that needs no decoding: a decoded text has no more bytes, and no more characters,
    /// than the encoded one. U+0000 is excluded already.
    ///
    /// - Parameters:
    ///   - encodedCount: its bytes between the quotes.
    ///   - isPlain: it is ASCII without escapes and control characters.
    ///   - isVisible: it has a visible ASCII character.
    func accepts(encodedCount: Int, isPlain: Bool, isVisible: Bool) -> Bool {
        if let length, encodedCount > length.upperBound || encodedCount == 0 && length.lowerBound > 0 { return false }
        return switch content {
        case .any: length.map { isPlain ? $0.contains(encodedCount) : $0.lowerBound <= 1 } ?? true
        case .visible: isVisible && (length?.lowerBound ?? 0) <= 1
        case .printable: isPlain && (length?.contains(encodedCount) ?? true)
        default: false
        }
    }

    /// The fault of `text` in a few words; `nil` when it is valid.
    func fault(of text: String) -> String? {
        if text.utf8.contains(0) { return "must not contain U+0000" }
        switch content {
        case .any: return lengthFault(of: text)
        case .visible:
            guard text.contains(where: { !$0.isWhitespace }) else { return "is empty" }
            return lengthFault(of: text)
        case .printable:
            return Self.isPrintable(text) && lengthFault(of: text) == nil ? nil : printableRule
        case .httpsURL:
            guard Self.isPrintable(text), lengthFault(of: text) == nil else { return printableRule }
            guard let parts = URLComponents(string: text), parts.scheme?.lowercased() == "https",
                parts.host?.isEmpty == false
            else { return "must be a URL that begins with https://" }
            guard parts.user == nil, parts.password == nil else {
                return "must not contain a user name or password, because every device receives it"
            }
            return nil
        case .soundName:
            guard Self.isPrintable(text), lengthFault(of: text) == nil else { return printableRule }
            return text.contains("/") || text.hasPrefix(".")
                ? "must be default, none, or the name of a file in the app, without a folder" : nil
        case .ascii:
            return text.utf8.allSatisfy { (0x21...0x7E).contains($0) } && lengthFault(of: text) == nil
                ? nil : "must have \(bounds) characters of printable ASCII without spaces"
        case .uuid: return AskID(text) == nil ? "must be an id, a UUID" : nil
        case .dateTime:
            return Timestamp(text) == nil ? "must be a time in RFC 3339, such as 2026-01-31T09:30:00Z" : nil
        case .timeOfDay: return TimeOfDay(text) == nil ? "must be a time of day, such as 22:30" : nil
        case .nonce:
            return AskNonce.isValid(text) ? nil : "must have \(bounds) characters of A-Z, a-z, 0-9, - and _"
        case .bundleID:
            let isID = text.utf8.allSatisfy { UInt8(ascii: "-") == $0 || UInt8(ascii: ".") == $0 || $0.isLetterOrDigit }
            return isID && lengthFault(of: text) == nil ? nil : "must be a bundle identifier, such as com.example.app"
        case .digest, .base64, .channelID, .plannedTime: return nil
        }
    }

    private static func isPrintable(_ text: String) -> Bool {
        // C0, DEL and C1: some terminals take U+009B for the beginning of an escape sequence.
        text.unicodeScalars.allSatisfy { $0.properties.generalCategory != .control }
    }

    private var printableRule: String {
        "must have \(bounds) \(unit == .bytes ? "bytes of UTF-8" : "characters") without control characters"
    }

    private var bounds: String { length.map { "\($0.lowerBound) to \($0.upperBound)" } ?? "any number of" }

    private func lengthFault(of text: String) -> String? {
        guard let length else { return nil }
        if text.isEmpty, length.lowerBound > 0 { return "is empty" }
        // A character has at least one byte: counting characters walks the whole text.
        guard text.utf8.count > length.upperBound else { return nil }
        let count = unit == .bytes ? text.utf8.count : text.count
        guard count > length.upperBound else { return nil }
        return "has \(count) \(unit == .bytes ? "bytes" : "characters"); at most \(length.upperBound) are accepted"
    }
}

extension UInt8 {
    fileprivate var isLetterOrDigit: Bool {
        switch self {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"):
            true
        default: false
        }
    }
}

extension Schema {
    private static func text(
        _ content: TextRules.Content, _ length: ClosedRange<Int>? = nil, _ unit: TextRules.Unit = .characters
    ) -> Schema {
        Schema(form: .text(TextRules(length: length, unit: unit, content: content)))
    }

    /// Any text but U+0000.
    static let text = text(.any)
    /// A text with a length in characters.
    static func text(_ length: ClosedRange<Int>) -> Schema { text(.any, length) }
    /// A text with a size in bytes of UTF-8.
    static func text(bytes length: ClosedRange<Int>) -> Schema { text(.any, length, .bytes) }
    /// A text with at least one visible character.
    static func visibleText(_ length: ClosedRange<Int>) -> Schema { text(.visible, length) }
    /// A title: 1 to 200 characters, at least one of them visible.
    static let title = visibleText(1...APILimits.title)
    /// Printable ASCII without spaces.
    static func ascii(_ length: ClosedRange<Int>) -> Schema { text(.ascii, length, .bytes) }
    /// UTF-8 without control characters, with a size in bytes.
    static func identifier(_ length: ClosedRange<Int>) -> Schema { text(.printable, length, .bytes) }
    /// The name of a user, a session, a topic or an item.
    static let name = identifier(1...128)
    static let category = identifier(1...64)
    static let id = text(.uuid)
    static let time = text(.dateTime)
    static let plannedTime = text(.plannedTime)
    static let timeOfDay = text(.timeOfDay)
    static let digest = text(.digest)
    static let nonce = text(.nonce, AskNonce.lengths)
    static let base64 = text(.base64)
    static let httpsURL = text(.httpsURL, 1...1024, .bytes)
    static let soundName = text(.soundName, 1...64, .bytes)
    static let bundleID = text(.bundleID, 1...255)
    static let channelID = text(.channelID, ChannelID.length)
}
