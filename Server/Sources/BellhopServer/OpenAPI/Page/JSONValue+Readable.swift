import BellhopModel

extension JSONValue {
    /// For people: one member a line, in the order of their names.
    ///
    /// - Throws: `EncodingError`.
    func readable(indent: String = "") throws -> String {
        let deeper = indent + "  "
        switch self {
        case .array(let items) where !items.isEmpty:
            let lines = try items.map { deeper + (try $0.readable(indent: deeper)) }
            return "[\n" + lines.joined(separator: ",\n") + "\n\(indent)]"
        case .object(let members) where !members.isEmpty:
            let lines = try members.sorted { $0.key < $1.key }.map { name, value in
                "\(deeper)\(try CanonicalJSON.text(name)): \(try value.readable(indent: deeper))"
            }
            return "{\n" + lines.joined(separator: ",\n") + "\n\(indent)}"
        default:
            return try CanonicalJSON.text(self)
        }
    }
}
