import BellhopModel

/// Steps over the members of one JSON object, as far as it can be read.
///
/// Lenient about what stands inside the values: whoever needs those decodes them.
struct MemberWalk {
    let bytes: [UInt8]
    private(set) var isComplete = false
    private var position = 0

    init(bytes: [UInt8]) { self.bytes = bytes }

    /// Steps over the opening brace.
    mutating func enter() -> Bool { take(UInt8(ascii: "{")) }

    /// The next member, or `nil` at the closing brace and where there is none; ``isComplete`` tells which.
    mutating func next() -> (key: String, value: Range<Int>)? {
        skipBlanks()
        if take(UInt8(ascii: "}")) {
            skipBlanks()
            isComplete = position == bytes.count
            return nil
        }
        guard let keyRange = string(), let key = try? CanonicalJSON.decode(String.self, from: bytes[keyRange]) else {
            return nil
        }
        skipBlanks()
        guard take(UInt8(ascii: ":")) else { return nil }
        skipBlanks()
        let start = position
        skipValue()
        let value = start..<position
        guard !value.isEmpty else { return nil }
        skipBlanks()
        guard take(UInt8(ascii: ",")) || current == UInt8(ascii: "}") else { return nil }
        return (key, value)
    }

    private var current: UInt8? { position < bytes.count ? bytes[position] : nil }

    private mutating func take(_ byte: UInt8) -> Bool {
        skipBlanks()
        guard current == byte else { return false }
        position += 1
        return true
    }

    private mutating func skipBlanks() {
        while let byte = current, byte == 0x20 || byte == 0x09 || byte == 0x0A || byte == 0x0D { position += 1 }
    }

    /// Steps over a string, if one stands here.
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
        var depth = 0
        while let byte = current {
            switch byte {
            case UInt8(ascii: "\""):
                guard string() != nil else { return }
                if depth == 0 { return }
                continue
            case UInt8(ascii: "{"), UInt8(ascii: "["): depth += 1
            case UInt8(ascii: "}"), UInt8(ascii: "]"):
                guard depth > 0 else { return }
                depth -= 1
                if depth == 0 {
                    position += 1
                    return
                }
            case UInt8(ascii: ","), 0x20, 0x09, 0x0A, 0x0D:
                if depth == 0 { return }
            default: break
            }
            position += 1
        }
    }
}
