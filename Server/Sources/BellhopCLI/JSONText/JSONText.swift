import BellhopModel

/// A JSON text that can be edited in place: bytes outside of an edit never change.
struct JSONText: Hashable, Sendable {
    let bytes: [UInt8]
    let root: JSONNode

    init(_ bytes: [UInt8]) throws(JSONTextProblem) {
        var parser = JSONTextParser(bytes)
        root = try parser.document()
        self.bytes = bytes
    }

    /// The node at a path of member names.
    func node(_ path: [String]) -> JSONNode? {
        var node: JSONNode? = root
        for name in path { node = node?[name] }
        return node
    }

    /// The decoded value of `node`; `.null` for a node of another text.
    func value(of node: JSONNode) -> JSONValue {
        guard node.range.upperBound <= bytes.count else { return .null }
        return (try? CanonicalJSON.decode(JSONValue.self, from: bytes[node.range])) ?? .null
    }

    /// Returns `true` for empty or white-space-only text, such as that of a new file.
    static func isBlank(_ bytes: [UInt8]) -> Bool { bytes.allSatisfy { [0x20, 0x09, 0x0A, 0x0D].contains($0) } }
}

/// A value in a ``JSONText`` with its position.
struct JSONNode: Hashable, Sendable {
    /// The position in bytes, without surrounding white space.
    let range: Range<Int>
    let content: Content

    indirect enum Content: Hashable, Sendable {
        case object([Member])
        case array([JSONNode])
        /// A string, number, `true`, `false` or `null`.
        case scalar
    }

    struct Member: Hashable, Sendable {
        let name: String
        let value: JSONNode
        /// The position of name and value, in bytes.
        let range: Range<Int>
    }

    /// The members of an object; `nil` for another value.
    var members: [Member]? { if case .object(let members) = content { members } else { nil } }

    /// The elements of an array; `nil` for another value.
    var elements: [JSONNode]? { if case .array(let elements) = content { elements } else { nil } }

    /// The positions of the members or elements; empty for a scalar.
    var items: [Range<Int>] { members?.map(\.range) ?? elements?.map(\.range) ?? [] }

    subscript(name: String) -> JSONNode? { members?.first { $0.name == name }?.value }
}

/// The reason why a text is not edited: it is not JSON, or JSON that agents interpret differently.
struct JSONTextProblem: Error, Hashable, Sendable, CustomStringConvertible {
    enum Kind: Hashable, Sendable {
        case notUTF8
        case comment
        case trailingComma
        case duplicate(name: String)
        case nestedTooDeep
        case malformed(expected: String)
    }

    let kind: Kind
    /// The line number, from 1.
    let line: Int

    /// The end of a sentence that begins with the file's name.
    var description: String {
        switch kind {
        case .notUTF8: "is not text in UTF-8"
        case .comment: "has a comment in line \(line), which JSON does not allow"
        case .trailingComma: "has a comma before a closing bracket in line \(line), which JSON does not allow"
        case .duplicate(let name): "has the key \(name.debugDescription) twice in one object (line \(line))"
        case .nestedTooDeep: "is nested too deeply (line \(line))"
        case .malformed(let expected): "is not JSON: \(expected) expected in line \(line)"
        }
    }
}

extension JSONText {
    /// - Parameter array: a node of this text.
    func appending(_ element: JSONDraft, to array: JSONNode) throws(JSONTextProblem) -> JSONText {
        try adding("", element, to: array)
    }

    /// - Parameter object: a node of this text that has no member of this name.
    func appending(_ member: JSONDraft.Member, to object: JSONNode) throws(JSONTextProblem) -> JSONText {
        try adding(member.prefix(JSONLayout(of: self)), member.value, to: object)
    }

    func replacing(_ node: JSONNode, with draft: JSONDraft) throws(JSONTextProblem) -> JSONText {
        var layout = JSONLayout(of: self)
        layout.isMultiline = bytes[node.range].contains(0x0A)
        return try replacing(node.range, draft.text(layout, at: indentation(at: node.range.lowerBound)))
    }

    /// Removes one member or element and the comma between it and its neighbour.
    ///
    /// Removing the item that was appended last restores the bytes before the append.
    func removing(item index: Int, of container: JSONNode) throws(JSONTextProblem) -> JSONText {
        let items = container.items
        guard items.count > 1 else {
            return try replacing(container.range.lowerBound + 1..<container.range.upperBound - 1, "")
        }
        let range =
            index == items.count - 1
            ? items[index - 1].upperBound..<items[index].upperBound
            : items[index].lowerBound..<items[index + 1].lowerBound
        return try replacing(range, "")
    }

    private func adding(
        _ prefix: String, _ draft: JSONDraft, to container: JSONNode
    ) throws(JSONTextProblem) -> JSONText {
        var layout = JSONLayout(of: self)
        guard let first = container.items.first, let last = container.items.last else {
            let outer = indentation(at: container.range.lowerBound)
            let inner = outer + layout.indent
            let text = prefix + draft.text(layout, at: layout.isMultiline ? inner : "")
            let interior = container.range.lowerBound + 1..<container.range.upperBound - 1
            guard layout.isMultiline else { return try replacing(interior, text) }
            return try replacing(interior, layout.newline + inner + text + layout.newline + outer)
        }
        guard let space = space(before: first.lowerBound) else {
            layout.isMultiline = false
            let text = (layout.isSpaced ? ", " : ",") + prefix + draft.text(layout)
            return try replacing(last.upperBound..<last.upperBound, text)
        }
        let text = "," + layout.newline + space + prefix + draft.text(layout, at: space)
        return try replacing(last.upperBound..<last.upperBound, text)
    }

    private func replacing(_ range: Range<Int>, _ text: String) throws(JSONTextProblem) -> JSONText {
        var edited = bytes
        edited.replaceSubrange(range, with: text.utf8)
        return try JSONText(edited)
    }
}
