// developer.apple.com/documentation/usernotifications/unnotificationcategory

open class UNNotificationCategory: NSObject, NSCopying {
    struct Values: Hashable {
        var identifier: String
        var actions: [UNNotificationAction]
        var intentIdentifiers: [String]
        var options: UInt
        var placeholder: String
        var summaryFormat: String
    }
    let values: Values

    @available(*, unavailable)
    public override init() { fatalError("not offered") }

    init(values: Values) {
        self.values = values
        super.init()
    }

    public convenience init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: nil, categorySummaryFormat: nil, options: options)
    }

    public convenience init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String, options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers,
            hiddenPreviewsBodyPlaceholder: hiddenPreviewsBodyPlaceholder, categorySummaryFormat: nil, options: options)
    }

    public convenience init(
        identifier: String, actions: [UNNotificationAction], intentIdentifiers: [String],
        hiddenPreviewsBodyPlaceholder: String?, categorySummaryFormat: String?,
        options: UNNotificationCategoryOptions = []
    ) {
        self.init(
            values: Values(
                identifier: identifier, actions: actions, intentIdentifiers: intentIdentifiers,
                options: options.rawValue, placeholder: hiddenPreviewsBodyPlaceholder ?? "",
                summaryFormat: categorySummaryFormat ?? ""))
    }

    open var identifier: String { values.identifier }
    open var actions: [UNNotificationAction] { values.actions }
    open var intentIdentifiers: [String] { values.intentIdentifiers }
    open var options: UNNotificationCategoryOptions { .init(rawValue: values.options) }
    open var hiddenPreviewsBodyPlaceholder: String { values.placeholder }
    open var categorySummaryFormat: String { values.summaryFormat }

    open func copy(with zone: NSZone? = nil) -> Any { self }
    open override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationCategory)?.values == values }
    open override var hash: Int { values.hashValue }
}
