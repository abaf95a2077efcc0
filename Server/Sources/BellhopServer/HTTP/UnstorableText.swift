/// U+0000, which is a character like any other in JSON, and the one that no store can keep (see `Store`).
enum UnstorableText {
    /// Whether a text in `json`, a field's name included, holds U+0000.
    ///
    /// In valid JSON it is always written as `\u0000` (RFC 8259 §7), so that there is nothing to decode. Behind another
    /// backslash these are just six characters, which are taken.
    static func isIn(_ json: [UInt8]) -> Bool {
        var rest = json[...]
        while let backslash = rest.firstIndex(of: UInt8(ascii: "\\")) {
            rest = json[(backslash + 1)...]
            if rest.starts(with: "u0000".utf8) { return true }
            rest = rest.dropFirst()
        }
        return false
    }
}
