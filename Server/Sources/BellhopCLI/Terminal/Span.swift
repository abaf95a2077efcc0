import BellhopModel

/// A length of time as people type it: `90d`, `12h`, `30m`, `45s` or `2w`.
enum Span {
    private static let units: [Character: Int64] = ["s": 1, "m": 60, "h": 3600, "d": 86_400, "w": 604_800]

    /// - Returns: `nil` for anything else. `0` needs no unit.
    static func read(_ text: String) -> Duration? {
        if text == "0" { return .zero }
        guard let unit = text.last.flatMap({ units[$0] }), text.dropLast().allSatisfy({ ("0"..."9").contains($0) }),
            let count = Int64(text.dropLast())
        else { return nil }
        let (seconds, overflow) = count.multipliedReportingOverflow(by: unit)
        // A thousand years are beyond any use, and far from the end of time in milliseconds.
        return overflow || seconds > 31_557_600_000 ? nil : .seconds(seconds)
    }

    /// The moment that `text` names: RFC 3339, or a span before `now`.
    static func moment(_ text: String, before now: Timestamp) -> Timestamp? {
        Timestamp(text) ?? read(text).map { now - $0 }
    }
}
