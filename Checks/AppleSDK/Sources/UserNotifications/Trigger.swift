// developer.apple.com/documentation/usernotifications/unnotificationtrigger and its subclasses. The trigger for
// regions is left out: Bellhop does not ask where people are.

open class UNNotificationTrigger: NSObject, NSCopying {
    private let again: Bool

    @available(*, unavailable)
    public override init() { fatalError("not offered") }

    init(again: Bool) {
        self.again = again
        super.init()
    }

    open var repeats: Bool { again }
    open func copy(with zone: NSZone? = nil) -> Any { self }

    func next(after date: Date) -> Date? { nil }
}

open class UNPushNotificationTrigger: UNNotificationTrigger {
    @_spi(Testing)
    public static func made() -> UNPushNotificationTrigger { UNPushNotificationTrigger(again: false) }
}

open class UNTimeIntervalNotificationTrigger: UNNotificationTrigger {
    private let seconds: TimeInterval
    private let made = Date()

    init(seconds: TimeInterval, again: Bool) {
        // The system raises NSInternalInconsistencyException for both.
        precondition(seconds > 0, "time interval must be greater than 0")
        precondition(!again || seconds >= 60, "time interval must be at least 60 if repeating")
        self.seconds = seconds
        super.init(again: again)
    }

    public convenience init(timeInterval: TimeInterval, repeats: Bool) {
        self.init(seconds: timeInterval, again: repeats)
    }

    open var timeInterval: TimeInterval { seconds }
    open func nextTriggerDate() -> Date? { next(after: Date()) }

    override func next(after date: Date) -> Date? {
        let first = made.addingTimeInterval(seconds)
        if first > date { return first }
        guard repeats else { return nil }
        return first.addingTimeInterval((date.timeIntervalSince(first) / seconds).rounded(.down) * seconds + seconds)
    }
}

open class UNCalendarNotificationTrigger: UNNotificationTrigger {
    private let components: DateComponents

    init(components: DateComponents, again: Bool) {
        self.components = components
        super.init(again: again)
    }

    public convenience init(dateMatching dateComponents: DateComponents, repeats: Bool) {
        self.init(components: dateComponents, again: repeats)
    }

    open var dateComponents: DateComponents { components }
    open func nextTriggerDate() -> Date? { next(after: Date()) }

    override func next(after date: Date) -> Date? {
        var calendar = components.calendar ?? Calendar.current
        if let zone = components.timeZone { calendar.timeZone = zone }
        return calendar.nextDate(after: date, matching: components, matchingPolicy: .nextTime)
    }
}
