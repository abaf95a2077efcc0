/// Times in header fields, such as `Date`: IMF-fixdate, `Sun, 06 Nov 1994 08:49:37 GMT` (RFC 9110 §5.6.7), the one form
/// that is to be generated.
extension Timestamp {
    /// - Returns: `nil` for anything else. The day of the week is not looked at.
    public init?(httpDate text: String) {
        let parts = text.split(separator: " ")
        guard parts.count == 6, parts[5] == "GMT", let month = Self.months.firstIndex(of: String(parts[2])) else {
            return nil
        }
        let monthNumber = month < 9 ? "0\(month + 1)" : "\(month + 1)"
        self.init("\(parts[3])-\(monthNumber)-\(parts[1])T\(parts[4])Z")
    }

    /// What is less than a second is cut off.
    public var httpDate: String {
        // Such as 2026-10-21T07:28:00.000Z.
        let parts = description.split(whereSeparator: { "-T.".contains($0) })
        let weekday = Weekday(ofDay: milliseconds.floorDivided(by: 86_400_000)).rawValue.prefix(3).capitalized
        let month = Self.months[(Int(parts[1]) ?? 1) - 1]
        return "\(weekday), \(parts[2]) \(month) \(parts[0]) \(parts[3]) GMT"
    }

    private static let months = ["Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec"]
}

extension Substring {
    /// With its first letter in upper case. Foundation's would bring it in for this alone.
    fileprivate var capitalized: String { prefix(1).uppercased() + dropFirst() }
}
