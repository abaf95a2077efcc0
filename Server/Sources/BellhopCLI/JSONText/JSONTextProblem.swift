/// Why a text is not edited: it is no JSON, or JSON that agents read in more than one way.
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
    /// From 1.
    let line: Int

    /// The end of a sentence that begins with the file's name.
    var description: String {
        switch kind {
        case .notUTF8: "is not text in UTF-8"
        case .comment: "has a comment in line \(line), which JSON does not know"
        case .trailingComma: "has a comma before a closing bracket in line \(line), which JSON does not know"
        case .duplicate(let name): "has the key \(name.debugDescription) twice in one object (line \(line))"
        case .nestedTooDeep: "is nested too deep (line \(line))"
        case .malformed(let expected): "is not JSON: \(expected) expected in line \(line)"
        }
    }
}
