/// How deep arrays and objects stand inside each other, counted over the bytes without decoding them.
enum NestingDepth {
    /// What is decoded. Decoding is recursive; the limit keeps it far from the end of the stack.
    static let limit = 128

    /// Exact for JSON. For anything else any number, which does no harm: decoding will refuse it.
    static func of(_ bytes: [UInt8]) -> Int {
        var depth = 0
        var deepest = 0
        var inString = false
        var escaped = false
        for byte in bytes {
            if escaped {
                escaped = false
            } else if inString {
                if byte == UInt8(ascii: "\\") { escaped = true } else if byte == UInt8(ascii: "\"") { inString = false }
            } else {
                switch byte {
                case UInt8(ascii: "\""): inString = true
                case UInt8(ascii: "{"), UInt8(ascii: "["):
                    depth += 1
                    deepest = max(deepest, depth)
                case UInt8(ascii: "}"), UInt8(ascii: "]"): depth -= 1
                default: break
                }
            }
        }
        return deepest
    }
}
