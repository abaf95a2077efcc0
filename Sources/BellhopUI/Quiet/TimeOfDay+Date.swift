import BellhopModel
import Foundation

extension TimeOfDay {
    /// What a clock shows at `date`.
    init(_ date: Date, in calendar: Calendar = .current) {
        let parts = calendar.dateComponents([.hour, .minute], from: date)
        self.init(minutes: (parts.hour ?? 0) * 60 + (parts.minute ?? 0))
    }

    /// Some moment at which a clock shows it: on a winter's day, when no clock is changed anywhere.
    func date(in calendar: Calendar = .current) -> Date {
        let parts = DateComponents(year: 2001, month: 1, day: 15, hour: minutes / 60, minute: minutes % 60)
        return calendar.date(from: parts) ?? Date(timeIntervalSinceReferenceDate: 0)
    }
}
