import BellhopModel
import BellhopTerminal

/// `name=value` for a text, `name:=JSON` for any other value, as they stand on a command line.
enum DataFields {
    /// - Returns: `nil` when there is none.
    /// - Throws: ``CommandFailure`` that says which cannot be read.
    static func read(_ fields: [String]) throws -> [String: JSONValue]? {
        guard !fields.isEmpty else { return nil }
        var data: [String: JSONValue] = [:]
        for field in fields {
            let (name, value) = try read(field)
            guard data.updateValue(value, forKey: name) == nil else {
                throw CommandFailure.usage("--field \(name) is given twice.")
            }
        }
        return data
    }

    private static func read(_ field: String) throws -> (String, JSONValue) {
        guard let equals = field.firstIndex(of: "="), equals != field.startIndex else {
            throw CommandFailure.usage("--field \(field): takes name=value, or name:=JSON.")
        }
        let name = field[..<equals]
        let value = String(field[field.index(after: equals)...])
        guard name.hasSuffix(":") else { return (String(name), .string(value)) }
        guard let json = try? CanonicalJSON.decode(JSONValue.self, from: value.utf8) else {
            throw CommandFailure.usage(
                "--field \(field): what stands after := is no JSON; for a text leave out the colon.")
        }
        return (String(name.dropLast()), json)
    }
}
