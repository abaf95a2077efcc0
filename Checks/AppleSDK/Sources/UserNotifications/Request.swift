// developer.apple.com/documentation/usernotifications/unnotification, …/unnotificationrequest,
// …/unnotificationresponse, …/untextinputnotificationresponse
// developer.apple.com/documentation/usernotifications/unnotificationtrigger and its subclasses. The trigger for
// regions is left out: Bellhop does not use the location.

open class UNNotification: NSObject, NSCopying {
    private let when: Date
    private let asked: UNNotificationRequest

    @available(*, unavailable)
    public override init() { fatalError("only the system makes these") }

    @_spi(Testing)
    public init(request: UNNotificationRequest, date: Date) {
        asked = request
        when = date
        super.init()
    }

    open var date: Date { when }
    open var request: UNNotificationRequest { asked }
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

open class UNNotificationRequest: NSObject, NSCopying {
    private let name: String
    private let what: UNNotificationContent
    private let cause: UNNotificationTrigger?

    @available(*, unavailable)
    public override init() { fatalError("not offered") }

    init(name: String, what: UNNotificationContent, cause: UNNotificationTrigger?) {
        self.name = name
        self.what = what
        self.cause = cause
        super.init()
    }

    public convenience init(identifier: String, content: UNNotificationContent, trigger: UNNotificationTrigger?) {
        // A request keeps a copy: later changes of the content have no effect.
        self.init(name: identifier, what: UNNotificationContent(values: content.values), cause: trigger)
    }

    open var identifier: String { name }
    open var content: UNNotificationContent { what }
    open var trigger: UNNotificationTrigger? { cause }
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

public let UNNotificationDefaultActionIdentifier: String = "com.apple.UNNotificationDefaultActionIdentifier"
public let UNNotificationDismissActionIdentifier: String = "com.apple.UNNotificationDismissActionIdentifier"

open class UNNotificationResponse: NSObject, NSCopying {
    private let about: UNNotification
    private let action: String

    @available(*, unavailable)
    public override init() { fatalError("only the system makes these") }

    @_spi(Testing)
    public init(notification: UNNotification, actionIdentifier: String) {
        about = notification
        action = actionIdentifier
        super.init()
    }

    open var notification: UNNotification { about }
    open var actionIdentifier: String { action }
    open func copy(with zone: NSZone? = nil) -> Any { self }
}

open class UNTextInputNotificationResponse: UNNotificationResponse {
    private let typed: String

    @_spi(Testing)
    public init(notification: UNNotification, actionIdentifier: String, userText: String) {
        typed = userText
        super.init(notification: notification, actionIdentifier: actionIdentifier)
    }

    open var userText: String { typed }
}

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
