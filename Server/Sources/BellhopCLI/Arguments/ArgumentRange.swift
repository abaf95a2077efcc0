import ArgumentParser

/// What numbers on a command line may be: refused before a server is asked, with the exit code of wrong usage.
enum ArgumentRange {
    /// - Parameter option: as messages name it.
    /// - Throws: `ValidationError` that says what the option takes.
    static func check(_ value: Int?, in range: ClosedRange<Int>, _ option: String, unit: String = "") throws {
        guard let value, !range.contains(value) else { return }
        throw ValidationError("\(option) takes \(range.lowerBound) to \(range.upperBound)\(unit).")
    }

    /// The same, of a length of time.
    static func check(seconds: Int?, in range: ClosedRange<Int>, _ option: String) throws {
        try check(seconds, in: range, option, unit: " seconds")
    }
}
