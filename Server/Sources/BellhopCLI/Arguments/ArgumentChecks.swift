import ArgumentParser
import BellhopTerminal

/// Range checks of numbers on a command line, before any request, with the exit code for wrong usage.
enum ArgumentRange {
    /// - Parameter option: the option's name for error messages.
    /// - Throws: `ValidationError` that names the range.
    static func check(_ value: Int?, in range: ClosedRange<Int>, _ option: String, unit: String = "") throws {
        guard let value, !range.contains(value) else { return }
        throw ValidationError("\(option) takes \(range.lowerBound) to \(range.upperBound)\(unit).")
    }

    /// Checks a duration in seconds.
    static func check(seconds: Int?, in range: ClosedRange<Int>, _ option: String) throws {
        try check(seconds, in: range, option, unit: " seconds")
    }
}

/// Arguments that take one of a fixed set of values.
enum Choice {
    /// - Parameter subject: the option or command that takes the value, such as `--agent`.
    /// - Throws: ``CommandFailure`` that lists the values and suggests the nearest one.
    static func read<Value: RawRepresentable & CaseIterable>(
        _ argument: String, for subject: String, of type: Value.Type = Value.self
    ) throws -> Value where Value.RawValue == String {
        try read(argument, for: subject, among: Value.allCases.map { ($0.rawValue, $0) })
    }

    /// Parses one of `values`, which may be a part of a type's values.
    static func read<Value>(
        _ argument: String, for subject: String, among values: [(name: String, value: Value)]
    ) throws -> Value {
        if let known = values.first(where: { $0.name == argument }) { return known.value }
        let names = values.map(\.name)
        let hint = Spelling.nearest(to: argument, in: names).map { " Did you mean \($0)?" } ?? ""
        throw CommandFailure.usage(
            "\(subject) does not accept \(argument.debugDescription).\(hint) It accepts \(names.joined(separator: ", "))."
        )
    }
}
