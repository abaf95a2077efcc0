/// Sizes of values in canonical JSON, in bytes.
enum JSONText {
    static func cost(_ text: some StringProtocol) -> Int { text.utf8.reduce(0) { $0 + cost($1) } }
    static func cost(_ character: Character) -> Int { character.utf8.reduce(0) { $0 + cost($1) } }

    /// RFC 8259 §7: quotes, backslashes and control characters are escaped, five of the control characters by a letter.
    private static func cost(_ byte: UInt8) -> Int {
        switch byte {
        case 0x22, 0x5C, 0x08, 0x09, 0x0A, 0x0C, 0x0D: 2
        case 0x00...0x1F: 6
        default: 1
        }
    }

    /// The path and size of the largest leaf value in `json`.
    static func longestLeaf(of json: JSONValue, at path: String = "") -> (path: String, size: Int) {
        func longest(_ leaves: some Sequence<(path: String, size: Int)>) -> (path: String, size: Int) {
            leaves.max { $0.size < $1.size } ?? (path, 2)
        }
        switch json {
        case .object(let fields):
            return longest(
                fields.sorted { $0.key < $1.key }.map { key, value in
                    longestLeaf(of: value, at: path.isEmpty ? key : "\(path).\(key)")
                })
        case .array(let values):
            return longest(values.enumerated().map { longestLeaf(of: $1, at: "\(path)[\($0)]") })
        case .string(let text): return (path, cost(text) + 2)
        case .integer(let value): return (path, String(value).utf8.count)
        case .number(let value): return (path, String(value).utf8.count)
        case .bool(let value): return (path, value ? 4 : 5)
        case .null: return (path, 4)
        }
    }
}
