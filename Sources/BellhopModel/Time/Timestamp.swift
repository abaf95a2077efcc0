/// A moment in milliseconds since 1970-01-01T00:00:00Z.
///
/// One integer everywhere, in store, push expiration, countdown and signature, so that a deadline is the same
/// number on every side and never rounds. Written as RFC 3339 in UTC with three decimals.
public struct Timestamp: Hashable, Sendable, Comparable {
    public var milliseconds: Int64

    public init(milliseconds: Int64) { self.milliseconds = milliseconds }

    /// Whole seconds, rounded down: what APNs and JWT count in.
    public var seconds: Int64 { milliseconds.floorDivided(by: 1000) }

    public init(seconds: Int64) { self.init(milliseconds: seconds * 1000) }

    public static func < (a: Self, b: Self) -> Bool { a.milliseconds < b.milliseconds }

    public static func + (a: Self, b: Duration) -> Self { Self(milliseconds: a.milliseconds &+ b.wholeMilliseconds) }
    public static func - (a: Self, b: Duration) -> Self { Self(milliseconds: a.milliseconds &- b.wholeMilliseconds) }
    public static func - (a: Self, b: Self) -> Duration { .milliseconds(a.milliseconds &- b.milliseconds) }
}

extension Duration {
    /// In milliseconds; what is less than one is cut off.
    public var wholeMilliseconds: Int64 {
        let (seconds, attoseconds) = components
        return seconds &* 1000 &+ attoseconds / 1_000_000_000_000_000
    }
}

extension Timestamp: LosslessStringConvertible {
    public var description: String {
        let day = milliseconds.floorDivided(by: 86_400_000)
        let rest = milliseconds - day * 86_400_000
        let date = CivilDate(daysSince1970: day)
        let second = rest / 1000
        return "\(date.year.padded(4))-\(date.month.padded(2))-\(date.day.padded(2))T"
            + "\((second / 3600).padded(2)):\((second / 60 % 60).padded(2)):\((second % 60).padded(2)).\((rest % 1000).padded(3))Z"
    }

    /// The years 0000 to 9999: what four digits can write (RFC 3339 §5.6). An offset can lead beyond them.
    private static let writable: ClosedRange<Int64> = -62_167_219_200_000...253_402_300_799_999

    /// Reads RFC 3339 with any number of decimals (beyond three they are cut) and any offset.
    public init?(_ description: String) {
        var text = Substring(description)
        guard let year = text.takeNumber(4), text.take("-"), let month = text.takeNumber(2), text.take("-"),
            let day = text.takeNumber(2), text.take("T") || text.take("t") || text.take(" "),
            let hour = text.takeNumber(2), text.take(":"), let minute = text.takeNumber(2), text.take(":"),
            let second = text.takeNumber(2),
            (1...12).contains(month), (1...CivilDate.days(inMonth: month, of: year)).contains(day),
            hour < 24, minute < 60, second < 61
        else { return nil }
        var fraction: Int64 = 0
        if text.take(".") {
            let digits = text.prefix { $0.isASCII && $0.isNumber }
            guard !digits.isEmpty, let value = Int64((digits + "00").prefix(3)) else { return nil }
            fraction = value
            text = text.dropFirst(digits.count)
        }
        var offset: Int64 = 0
        if !(text.take("Z") || text.take("z")) {
            let sign: Int64
            if text.take("+") { sign = 1 } else if text.take("-") { sign = -1 } else { return nil }
            guard let hours = text.takeNumber(2), text.take(":"), let minutes = text.takeNumber(2), hours < 24,
                minutes < 60
            else { return nil }
            offset = sign * (hours * 60 + minutes)
        }
        guard text.isEmpty else { return nil }
        let days = CivilDate(year: year, month: month, day: day).daysSince1970
        let moment = ((days * 24 + hour) * 60 + minute - offset) * 60_000 + second * 1000 + fraction
        guard Self.writable.contains(moment) else { return nil }
        self.init(milliseconds: moment)
    }
}

extension Timestamp: Codable {
    public init(from decoder: any Decoder) throws {
        let text = try decoder.singleValueContainer().decode(String.self)
        guard let value = Self(text) else {
            throw DecodingError.dataCorrupted(
                .init(
                    codingPath: decoder.codingPath, debugDescription: "expected RFC 3339 such as 2026-01-31T09:30:00Z"))
        }
        self = value
    }

    public func encode(to encoder: any Encoder) throws {
        var container = encoder.singleValueContainer()
        try container.encode(description)
    }
}

extension Int64 {
    fileprivate func padded(_ width: Int) -> String {
        let digits = String(self)
        return String(repeating: "0", count: Swift.max(0, width - digits.count)) + digits
    }

    func floorDivided(by divisor: Int64) -> Int64 {
        let quotient = self / divisor
        return self % divisor < 0 ? quotient - 1 : quotient
    }
}

extension Substring {
    fileprivate mutating func take(_ character: Character) -> Bool {
        guard first == character else { return false }
        removeFirst()
        return true
    }

    fileprivate mutating func takeNumber(_ width: Int) -> Int64? {
        let digits = prefix(width)
        guard digits.count == width, digits.utf8.allSatisfy({ (48...57).contains($0) }) else { return nil }
        self = dropFirst(width)
        return Int64(digits)
    }
}
