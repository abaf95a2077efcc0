import BellhopTerminal

/// Values of which an argument takes one.
enum Choice {
    /// - Parameter subject: what takes the value, such as `--agent`.
    /// - Throws: ``CommandFailure`` that names the values, and the one that may have been meant.
    static func read<Value: RawRepresentable & CaseIterable>(
        _ argument: String, for subject: String, of type: Value.Type = Value.self
    ) throws -> Value where Value.RawValue == String {
        try read(argument, for: subject, among: Value.allCases.map { ($0.rawValue, $0) })
    }

    /// The same, where not all values of a type are taken.
    static func read<Value>(
        _ argument: String, for subject: String, among values: [(name: String, value: Value)]
    ) throws -> Value {
        if let known = values.first(where: { $0.name == argument }) { return known.value }
        let names = values.map(\.name)
        let hint = Spelling.nearest(to: argument, in: names).map { " Did you mean \($0)?" } ?? ""
        throw CommandFailure.usage(
            "\(subject) does not take \(argument.debugDescription).\(hint) It takes one of \(names.joined(separator: ", "))."
        )
    }
}
