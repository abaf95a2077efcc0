public import BellhopFoundation
public import BellhopModel

extension SnoozeTime {
    /// The buttons that an expanded notification shows after `action`; empty if it offers no choice.
    ///
    /// A button with its time in the title, such as "Snooze 15 min", offers no choice.
    public static func choices(
        after action: ActionID, at now: Timestamp = SystemClock().now, in calendar: Calendar = .current,
        language: Language = .current
    ) -> [CategoryAction] {
        guard action == "SNOOZE" else { return [] }
        return offered(at: now, in: calendar).map { CategoryAction($0.action, $0.title(Strings(language)), .snooze) }
    }

    /// The offered times, soonest first. "This evening" must be later than the times above it.
    public static func offered(at now: Timestamp, in calendar: Calendar = .current) -> [SnoozeTime] {
        allCases.filter { time in
            guard time == .evening else { return true }
            return time.evening(of: now, in: calendar).map { now + .seconds(3600) < $0 } ?? false
        }
    }

    /// The first moment at which the notification is shown again.
    public func moment(after now: Timestamp, in calendar: Calendar = .current) -> Timestamp {
        switch self {
        case .quarterHour: return now + ActionEffect.snoozeDelay
        case .hour: return now + .seconds(3600)
        case .evening:
            guard let evening = evening(of: now, in: calendar), now < evening else { return now + .seconds(3600) }
            return evening
        case .tomorrow:
            let today = calendar.startOfDay(for: Date(now))
            let tomorrow = calendar.date(byAdding: .day, value: 1, to: today)
            let morning = tomorrow.flatMap {
                calendar.date(bySettingHour: Self.morningHour, minute: 0, second: 0, of: $0)
            }
            return morning.map(Timestamp.init) ?? now + .seconds(24 * 3600)
        }
    }

    /// The title of the button.
    package func title(_ strings: Strings = .current) -> String {
        switch self {
        case .quarterHour: strings.snoozeQuarterHour
        case .hour: strings.snoozeHour
        case .evening: strings.snoozeEvening
        case .tomorrow: strings.snoozeTomorrow
        }
    }

    /// The confirmation of the choice.
    package func confirmation(_ strings: Strings = .current) -> String {
        switch self {
        case .quarterHour: strings.confirmSnoozed(count: 15)
        case .hour: strings.confirmSnoozed(count: 60)
        case .evening: strings.confirmSnoozedEvening
        case .tomorrow: strings.confirmSnoozedTomorrow
        }
    }

    private func evening(of now: Timestamp, in calendar: Calendar) -> Timestamp? {
        calendar.date(bySettingHour: Self.eveningHour, minute: 0, second: 0, of: Date(now)).map(Timestamp.init)
    }
}

extension Date {
    fileprivate init(_ moment: Timestamp) { self.init(timeIntervalSince1970: Double(moment.milliseconds) / 1000) }
}

extension Timestamp {
    fileprivate init(_ date: Date) { self.init(milliseconds: Int64((date.timeIntervalSince1970 * 1000).rounded())) }
}
