import BellhopModel

/// Steps over the members of one JSON object without decoding their values.
///
/// Lenient about the inside of the values, which callers decode themselves. Works on truncated JSON too.
struct JSONScanner {
    let bytes: [UInt8]
    /// `true` after the object was read to its closing brace and nothing follows it.
    private(set) var isComplete = false
    private var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Steps over the opening brace.
    mutating func enter() -> Bool { skip(UInt8(ascii: "{")) }

    /// The next member; `nil` at the closing brace and at malformed JSON, see ``isComplete``.
    mutating func next() -> (key: String, value: Range<Int>)? {
        skipBlanks()
        if skip(UInt8(ascii: "}")) {
            skipBlanks()
            isComplete = position == bytes.count
            return nil
        }
        guard let keyRange = string(), let key = try? CanonicalJSON.decode(String.self, from: bytes[keyRange]) else {
            return nil
        }
        skipBlanks()
        guard skip(UInt8(ascii: ":")) else { return nil }
        skipBlanks()
        let start = position
        skipValue()
        let value = start..<position
        guard !value.isEmpty else { return nil }
        skipBlanks()
        guard skip(UInt8(ascii: ",")) || current == UInt8(ascii: "}") else { return nil }
        return (key, value)
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func skip(_ byte: UInt8) -> Bool {
        skipBlanks()
        guard current == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = current, Self.isBlank(byte) { position += 1 }
    }

    /// White space between JSON tokens (RFC 8259 §2).
    static func isBlank(_ byte: UInt8) -> Bool { byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D }

    /// Steps over the string at the current position.
    ///
    /// - Returns: `nil` when there is no string, or it does not end.
    private mutating func string() -> Range<Int>? {
        guard current == UInt8(ascii: "\"") else { return nil }
        let start = position
        position += 1
        while let byte = current {
            position += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { return start..<position }
        }
        return nil
    }

    private mutating func skipValue() {
        switch current {
        case UInt8(ascii: "\""): _ = string()
        case UInt8(ascii: "{"), UInt8(ascii: "["): _ = skipNested()
        default:
            while let byte = current, !Self.isBlank(byte), !Self.isDelimiter(byte) { position += 1 }
        }
    }

    private static func isDelimiter(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: ","), UInt8(ascii: "}"), UInt8(ascii: "]"), UInt8(ascii: "\""): true
        default: false
        }
    }

    /// Skips an array or object up to its closing bracket. With `toEnd`, skips all remaining bytes, valid or not.
    ///
    /// - Returns: the number of levels that were open at once.
    private mutating func skipNested(toEnd: Bool = false) -> Int {
        var (depth, deepest) = (0, 0)
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                guard string() != nil else { return deepest }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["):
                depth += 1
                deepest = max(deepest, depth)
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                depth -= 1
            default: break
            }
            position += 1
            if depth == 0, !toEnd { return deepest }
        }
        return deepest
    }
}

extension JSONScanner {
    /// The number of levels that are decoded. Decoding is recursive; the limit keeps it far from the end of the stack.
    static let depthLimit = 128

    /// The number of arrays and objects nested inside each other; exact for valid JSON, any number for other bytes.
    static func depth(of bytes: [UInt8]) -> Int {
        var scanner = JSONScanner(bytes: bytes)
        return scanner.skipNested(toEnd: true)
    }
}
