/// A local time of day, to the minute. Written as `HH:MM`, from `00:00` to `23:59`.
public struct TimeOfDay: Hashable, Sendable, Comparable {
    /// Minutes since midnight, 0 ..< 1440.
    public let minutes: Int

    /// - Parameter minutes: minutes since midnight, reduced modulo one day.
    public init(minutes: Int) { self.minutes = (minutes % 1440 + 1440) % 1440 }

    /// - Returns: `nil` unless `hour` is in 0 ..< 24 and `minute` in 0 ..< 60.
    public init?(hour: Int, minute: Int) {
        guard (0..<24).contains(hour), (0..<60).contains(minute) else { return nil }
        self.init(minutes: hour * 60 + minute)
    }

    public static func < (a: Self, b: Self) -> Bool { a.minutes < b.minutes }
}

extension TimeOfDay: LosslessStringConvertible {
    public var description: String {
        func padded(_ number: Int) -> String { number < 10 ? "0\(number)" : "\(number)" }
        return "\(padded(minutes / 60)):\(padded(minutes % 60))"
    }

    public init?(_ description: String) {
        let parts = description.utf8.split(separator: UInt8(ascii: ":"), omittingEmptySubsequences: false)
        guard parts.count == 2,
            parts.allSatisfy({ $0.count == 2 && $0.allSatisfy((UInt8(ascii: "0")...UInt8(ascii: "9")).contains) }),
            let hour = Int(String(Substring(parts[0]))), let minute = Int(String(Substring(parts[1])))
        else { return nil }
        self.init(hour: hour, minute: minute)
    }
}

extension TimeOfDay: StringCodable {
    public static func decodingProblem(with text: String) -> String {
        "expected a time of day such as 22:30"
    }
}
