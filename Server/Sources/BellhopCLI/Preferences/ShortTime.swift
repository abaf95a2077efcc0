import BellhopTerminal

/// Lengths of time as they are typed: `90s`, `15m`, `2h`, `7d`.
enum ShortTime {
    /// - Parameter option: as messages name it.
    /// - Throws: ``CommandFailure`` unless `text` is one of at most ten years.
    static func seconds(_ text: String, _ option: String) throws -> Int64 {
        let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400]
        guard let unit = text.last.flatMap({ units[$0] }), let count = Int64(text.dropLast()), count > 0,
            count <= 315_360_000 / unit
        else { throw CommandFailure.usage("\(option) takes a number with s, m, h or d, such as 90s, 15m, 2h or 7d.") }
        return count * unit
    }

    /// `seconds` in the largest unit that says it exactly.
    static func text(seconds: Int) -> String {
        let unit = [(86_400, "d"), (3600, "h"), (60, "m")].first { seconds.isMultiple(of: $0.0) } ?? (1, "s")
        return "\(seconds / unit.0)\(unit.1)"
    }
}
