// developer.apple.com/documentation/usernotifications/unnotificationcontent, …/unmutablenotificationcontent,
// …/unnotificationcontentproviding, …/unnotificationinterruptionlevel

@available(iOS 15.0, *)
public protocol UNNotificationContentProviding: NSObjectProtocol {}

@available(iOS 15.0, *)
public enum UNNotificationInterruptionLevel: UInt, Sendable { case passive = 0, active, timeSensitive, critical }

open class UNNotificationContent: NSObject, NSCopying, NSMutableCopying {
    struct Values {
        var attachments: [UNNotificationAttachment] = []
        var badge: NSNumber?
        var body = ""
        var categoryIdentifier = ""
        var launchImageName = ""
        var subtitle = ""
        var threadIdentifier = ""
        var title = ""
        var sound: UNNotificationSound?
        var userInfo: [AnyHashable: Any] = [:]
        var targetContentIdentifier: String?
        var interruptionLevel: UNNotificationInterruptionLevel = .active
        var relevanceScore = 0.0
        var filterCriteria: String?
    }
    var values: Values

    public override init() {
        values = Values()
        super.init()
    }

    init(values: Values) {
        self.values = values
        super.init()
    }

    open var attachments: [UNNotificationAttachment] { values.attachments }
    open var badge: NSNumber? { values.badge }
    open var body: String { values.body }
    open var categoryIdentifier: String { values.categoryIdentifier }
    open var launchImageName: String { values.launchImageName }
    open var subtitle: String { values.subtitle }
    open var threadIdentifier: String { values.threadIdentifier }
    open var title: String { values.title }
    open var sound: UNNotificationSound? { values.sound }
    open var userInfo: [AnyHashable: Any] { values.userInfo }
    open var targetContentIdentifier: String? { values.targetContentIdentifier }
    @available(iOS 15.0, *)
    open var interruptionLevel: UNNotificationInterruptionLevel { values.interruptionLevel }
    @available(iOS 15.0, *)
    open var relevanceScore: Double { values.relevanceScore }
    @available(iOS 16.0, *)
    open var filterCriteria: String? { values.filterCriteria }
    @available(*, deprecated, message: "summaryArgument is ignored")
    open var summaryArgument: String { "" }
    @available(*, deprecated, message: "summaryArgumentCount is ignored")
    open var summaryArgumentCount: Int { 0 }

    @available(iOS 15.0, *)
    open func updating(from provider: any UNNotificationContentProviding) throws -> UNNotificationContent {
        UNNotificationContent(values: values)
    }

    open func copy(with zone: NSZone? = nil) -> Any { UNNotificationContent(values: values) }
    open func mutableCopy(with zone: NSZone? = nil) -> Any { UNMutableNotificationContent(values: values) }
}

open class UNMutableNotificationContent: UNNotificationContent {
    open override var attachments: [UNNotificationAttachment] {
        get { values.attachments }
        set { values.attachments = newValue }
    }
    open override var badge: NSNumber? {
        get { values.badge }
        set { values.badge = newValue }
    }
    open override var body: String {
        get { values.body }
        set { values.body = newValue }
    }
    open override var categoryIdentifier: String {
        get { values.categoryIdentifier }
        set { values.categoryIdentifier = newValue }
    }
    open override var launchImageName: String {
        get { values.launchImageName }
        set { values.launchImageName = newValue }
    }
    open override var subtitle: String {
        get { values.subtitle }
        set { values.subtitle = newValue }
    }
    open override var threadIdentifier: String {
        get { values.threadIdentifier }
        set { values.threadIdentifier = newValue }
    }
    open override var title: String {
        get { values.title }
        set { values.title = newValue }
    }
    open override var sound: UNNotificationSound? {
        get { values.sound }
        set { values.sound = newValue }
    }
    open override var userInfo: [AnyHashable: Any] {
        get { values.userInfo }
        set { values.userInfo = newValue }
    }
    open override var targetContentIdentifier: String? {
        get { values.targetContentIdentifier }
        set { values.targetContentIdentifier = newValue }
    }
    @available(iOS 15.0, *)
    open override var interruptionLevel: UNNotificationInterruptionLevel {
        get { values.interruptionLevel }
        set { values.interruptionLevel = newValue }
    }
    @available(iOS 15.0, *)
    open override var relevanceScore: Double {
        get { values.relevanceScore }
        set { values.relevanceScore = newValue }
    }
    @available(iOS 16.0, *)
    open override var filterCriteria: String? {
        get { values.filterCriteria }
        set { values.filterCriteria = newValue }
    }
}
