import BellhopModel

/// A strict parser that finds the position of every value in a JSON text (RFC 8259). Text that it rejects is not edited.
struct JSONTextParser {
    private static let depthLimit = 64
    private let bytes: [UInt8]
    private var position = 0

    init(_ bytes: [UInt8]) { self.bytes = bytes }

    mutating func document() throws(JSONTextProblem) -> JSONNode {
        guard String(validating: bytes, as: UTF8.self) != nil else { throw JSONTextProblem(kind: .notUTF8, line: 1) }
        // Some editors write a byte order mark.
        if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
        try skipSpace()
        let root = try value(depth: 0)
        try skipSpace()
        guard position == bytes.count else { throw problem(.malformed(expected: "the end of the file")) }
        return root
    }

    private mutating func value(depth: Int) throws(JSONTextProblem) -> JSONNode {
        guard depth < Self.depthLimit else { throw problem(.nestedTooDeep) }
        switch next {
        case UInt8(ascii: "{"): return try object(depth)
        case UInt8(ascii: "["): return try array(depth)
        case UInt8(ascii: "\""): return JSONNode(range: try string(), content: .scalar)
        default: return JSONNode(range: try word(), content: .scalar)
        }
    }

    private mutating func object(_ depth: Int) throws(JSONTextProblem) -> JSONNode {
        let start = position
        var members: [JSONNode.Member] = []
        try items(until: UInt8(ascii: "}")) { parser throws(JSONTextProblem) in
            guard parser.next == UInt8(ascii: "\"") else {
                throw parser.problem(.malformed(expected: "a key in quotes"))
            }
            let key = try parser.string()
            guard let name = try? CanonicalJSON.decode(String.self, from: parser.bytes[key]) else {
                throw parser.problem(.malformed(expected: "a key"))
            }
            guard !members.contains(where: { $0.name == name }) else { throw parser.problem(.duplicate(name: name)) }
            try parser.skipSpace()
            guard parser.next == UInt8(ascii: ":") else { throw parser.problem(.malformed(expected: "a colon")) }
            parser.position += 1
            try parser.skipSpace()
            let value = try parser.value(depth: depth + 1)
            members.append(.init(name: name, value: value, range: key.lowerBound..<value.range.upperBound))
        }
        return JSONNode(range: start..<position, content: .object(members))
    }

    private mutating func array(_ depth: Int) throws(JSONTextProblem) -> JSONNode {
        let start = position
        var elements: [JSONNode] = []
        try items(until: UInt8(ascii: "]")) { parser throws(JSONTextProblem) in
            elements.append(try parser.value(depth: depth + 1))
        }
        return JSONNode(range: start..<position, content: .array(elements))
    }

    /// Reads from one bracket to the other, and calls `item` at the first byte of each item.
    private mutating func items(
        until end: UInt8, _ item: (inout JSONTextParser) throws(JSONTextProblem) -> Void
    ) throws(JSONTextProblem) {
        position += 1
        try skipSpace()
        if next == end { return position += 1 }
        while true {
            try item(&self)
            try skipSpace()
            if next == end { return position += 1 }
            guard next == UInt8(ascii: ",") else { throw problem(.malformed(expected: "a comma")) }
            position += 1
            try skipSpace()
            if next == end { throw problem(.trailingComma) }
        }
    }

    private mutating func string() throws(JSONTextProblem) -> Range<Int> {
        let start = position
        position += 1
        while let byte = next, byte >= 0x20 {
            position += byte == UInt8(ascii: "\\") ? 2 : 1
            if byte == UInt8(ascii: "\"") { return try checked(start..<position) }
        }
        throw problem(.malformed(expected: "the end of a string"))
    }

    private mutating func word() throws(JSONTextProblem) -> Range<Int> {
        let start = position
        while let byte = next, Self.isWord(byte) { position += 1 }
        guard start < position else { throw problem(.malformed(expected: "a value")) }
        return try checked(start..<position)
    }

    /// Validates a scalar with the project's JSON decoder.
    private func checked(_ range: Range<Int>) throws(JSONTextProblem) -> Range<Int> {
        guard range.upperBound <= bytes.count,
            (try? CanonicalJSON.decode(JSONValue.self, from: [0x5B] + bytes[range] + [0x5D])) != nil
        else { throw problem(.malformed(expected: "a value")) }
        return range
    }

    private mutating func skipSpace() throws(JSONTextProblem) {
        while let byte = next, [0x20, 0x09, 0x0A, 0x0D].contains(byte) { position += 1 }
        if next == UInt8(ascii: "/") { throw problem(.comment) }
    }

    private var next: UInt8? { position < bytes.count ? bytes[position] : nil }

    private static func isWord(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"),
            UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "+"), UInt8(ascii: "-"), UInt8(ascii: "."):
            true
        default: false
        }
    }

    private func problem(_ kind: JSONTextProblem.Kind) -> JSONTextProblem {
        JSONTextProblem(kind: kind, line: bytes.prefix(position).count { $0 == 0x0A } + 1)
    }
}

/// Comments in a JSON text, which JSON does not allow and some programs remove before they parse it.
enum JSONComments {
    /// Replaces each byte of a comment by a space, so that all other bytes keep their positions. An unterminated comment is
    /// kept.
    static func blanked(_ bytes: [UInt8]) -> [UInt8] {
        var (result, position) = (bytes, 0)
        while position < bytes.count {
            switch bytes[position] {
            case UInt8(ascii: "\""): position = endOfString(bytes, from: position)
            case UInt8(ascii: "/"):
                let end = endOfComment(bytes, from: position) ?? position + 1
                for place in position..<end where end > position + 1 && bytes[place] != 0x0A { result[place] = 0x20 }
                position = end
            default: position += 1
            }
        }
        return result
    }

    private static func endOfString(_ bytes: [UInt8], from start: Int) -> Int {
        var position = start + 1
        while position < bytes.count, bytes[position] != UInt8(ascii: "\"") {
            position += bytes[position] == UInt8(ascii: "\\") ? 2 : 1
        }
        return position + 1
    }

    /// - Returns: `nil` when no comment begins there, or it is unterminated.
    private static func endOfComment(_ bytes: [UInt8], from start: Int) -> Int? {
        guard start + 1 < bytes.count else { return nil }
        switch bytes[start + 1] {
        case UInt8(ascii: "/"): return bytes[start...].firstIndex(of: 0x0A) ?? bytes.count
        case UInt8(ascii: "*"):
            let closing = bytes.indices.dropFirst(start + 3).first {
                bytes[$0] == UInt8(ascii: "/") && bytes[$0 - 1] == UInt8(ascii: "*")
            }
            return closing.map { $0 + 1 }
        default: return nil
        }
    }
}
