import BellhopModel

extension Operation {
    /// A call of it that can be pasted into a shell, with the address and the key in variables.
    ///
    /// - Parameter example: of the body it takes.
    func curl(_ example: JSONValue?) throws -> String {
        var path = endpoint.path.replacing("{id}", with: "ID")
        if let first = query.first(where: { $0.name == "wait" }) { path += "?\(first.name)=\(APILimits.wait)" }
        var lines = ["curl "]
        if endpoint.method != .get { lines[0] += "-X \(endpoint.method.rawValue) " }
        lines[0] += "\"$BELLHOP_URL\(path)\""
        if roles != nil { lines.append("-H \"Authorization: Bearer $BELLHOP_KEY\"") }
        if let example {
            lines.append("-H 'Content-Type: application/json'")
            // A quote ends the shell's text, stands for itself, and the text goes on.
            lines.append("-d '\(try example.readable().replacing("'", with: "'\\''"))'")
        }
        return lines.joined(separator: " \\\n  ")
    }
}
