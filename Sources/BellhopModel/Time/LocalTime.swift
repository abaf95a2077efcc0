/// A date and a time of day as a clock on a wall shows them, without saying where it hangs.
///
/// Written as `2026-11-22T09:00:00`; the seconds may be left out.
public struct LocalTime: Hashable, Sendable, Comparable {
    /// Seconds since that clock showed 1970-01-01T00:00:00.
    public var seconds: Int64

    public init(seconds: Int64) { self.seconds = seconds }

    /// - Parameters:
    ///   - day: days since 1970-01-01.
    ///   - secondOfDay: 0 to 86,399.
    public init(day: Int64, secondOfDay: Int64) { seconds = day * 86_400 + secondOfDay }

    /// Days since 1970-01-01.
    public var day: Int64 { seconds.floorDivided(by: 86_400) }
    public var secondOfDay: Int64 { seconds - day * 86_400 }

    public static func < (a: Self, b: Self) -> Bool { a.seconds < b.seconds }
}

extension LocalTime: LosslessStringConvertible {
    public var description: String { String(Timestamp(seconds: seconds).description.prefix(19)) }

    /// Reads `2026-11-22T09:00` and `2026-11-22T09:00:00`; anything else, an offset included, gives `nil`.
    public init?(_ description: String) {
        let ending = [16: ":00Z", 19: "Z"][description.utf8.count]
        guard let ending, let moment = Timestamp(description + ending) else { return nil }
        self.init(seconds: moment.seconds)
    }
}

extension LocalTime: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let value = Self(text) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath,
                    debugDescription: "expected a date and a time of day such as 2026-11-22T09:00"))
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}
