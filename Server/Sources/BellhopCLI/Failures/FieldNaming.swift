/// A command whose arguments become the fields of a request, so that what the server says of a field is said of what was
/// typed.
protocol FieldNaming {
    /// By the field's path, with `[]` for any place of a list: the argument that it comes from.
    static var arguments: [String: String] { get }
}

extension FieldNaming {
    /// The server's words about a field as words about the argument: `frequency_cap.limit: 0; takes 1 to 1000 pushes` is
    /// `<limit>: 0; takes 1 to 1000 pushes`.
    ///
    /// - Returns: `nil` unless they begin with a field that has an argument.
    static func naming(_ message: String) -> String? {
        guard let match = message.prefixMatch(of: #/([a-z_]+(?:\[\d+\])?(?:\.[A-Za-z0-9_\-]+(?:\[\d+\])?)*): /#) else {
            return nil
        }
        let path = String(match.output.1).replacing(/^notification\./, with: "").replacing(/\[\d+\]/, with: "[]")
        guard let argument = argument(of: path) else { return nil }
        var words = String(message[match.range.upperBound...])
        // What else it names, the longest first, so that none is cut. A name without a dot may be a word like any other.
        for (field, argument) in arguments.sorted(by: { $0.key.count > $1.key.count }) where field.contains(".") {
            words = words.replacing(field, with: argument)
        }
        return "\(argument): \(words)"
    }

    /// That of the field, or else of the one that it is a part of, with the part's name.
    private static func argument(of path: String) -> String? {
        if let argument = arguments[path] { return argument }
        guard let dot = path.lastIndex(of: ".") else { return nil }
        guard let argument = argument(of: String(path[..<dot])) else { return nil }
        return "\(argument) \(path[path.index(after: dot)...])"
    }
}
