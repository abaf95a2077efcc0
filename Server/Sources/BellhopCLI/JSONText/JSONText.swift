import BellhopModel

/// JSON as somebody wrote it, understood just far enough to be edited in place: what an edit is not about keeps every byte.
struct JSONText: Hashable, Sendable {
    let bytes: [UInt8]
    let root: JSONNode

    init(_ bytes: [UInt8]) throws(JSONTextProblem) {
        var parser = JSONTextParser(bytes)
        root = try parser.document()
        self.bytes = bytes
    }

    /// The value that the members of these names lead to.
    func node(_ path: [String]) -> JSONNode? {
        var node: JSONNode? = root
        for name in path { node = node?[name] }
        return node
    }

    /// What `node` says; `.null` for a node of another text.
    func value(of node: JSONNode) -> JSONValue {
        guard node.range.upperBound <= bytes.count else { return .null }
        return (try? CanonicalJSON.decode(JSONValue.self, from: bytes[node.range])) ?? .null
    }

    /// Whether there is nothing but white space, as in a file that was just made.
    static func isBlank(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }
}
