import BellhopModel

/// Writes a moment as an HTTP date (IMF-fixdate, RFC 9110 §5.6.7).
enum HTTPDate {
    static func text(of moment: Timestamp) -> String {
        // Such as 2026-10-21T07:28:00.000Z.
        let parts = moment.description.split(whereSeparator: { "-T.".contains($0) })
        let days = Int((moment.seconds - (moment.seconds % 86_400 + 86_400) % 86_400) / 86_400)
        // 1970-01-01 was a Thursday.
        let weekday = weekdays[((days + 4) % 7 + 7) % 7]
        let month = months[(Int(parts[1]) ?? 1) - 1]
        return "\(weekday), \(parts[2]) \(month) \(parts[0]) \(parts[3]) GMT"
    }

    private static let weekdays = ["Sun", "Mon", "Tue", "Wed", "Thu", "Fri", "Sat"]
    private static let months = [
        "Jan", "Feb", "Mar", "Apr", "May", "Jun", "Jul", "Aug", "Sep", "Oct", "Nov", "Dec",
    ]
}
