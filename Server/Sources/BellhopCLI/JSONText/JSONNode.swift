/// A value in a ``JSONText``, by where it stands.
struct JSONNode: Hashable, Sendable {
    /// In bytes, without the white space around it.
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
        /// Of the name and the value.
        let range: Range<Int>
    }

    /// `nil` when it is no object.
    var members: [Member]? { if case .object(let members) = content { members } else { nil } }

    /// `nil` when it is no array.
    var elements: [JSONNode]? { if case .array(let elements) = content { elements } else { nil } }

    /// Where the members or elements stand; empty for a scalar.
    var items: [Range<Int>] { members?.map(\.range) ?? elements?.map(\.range) ?? [] }

    subscript(name: String) -> JSONNode? { members?.first { $0.name == name }?.value }
}
