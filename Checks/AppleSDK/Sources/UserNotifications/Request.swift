// developer.apple.com/documentation/usernotifications/unnotification, …/unnotificationrequest,
// …/unnotificationresponse, …/untextinputnotificationresponse

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
        // A request keeps a copy: later changes to a mutable content do not reach it.
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
