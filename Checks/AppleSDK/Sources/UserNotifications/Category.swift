// developer.apple.com/documentation/usernotifications/unnotificationcategory
// developer.apple.com/documentation/usernotifications/unnotificationaction, …/untextinputnotificationaction,
// …/unnotificationactionicon

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

open class UNNotificationAction: NSObject, NSCopying {
    struct Values: Hashable {
        var identifier: String
        var title: String
        var options: UInt
        var icon: UNNotificationActionIcon?
        var buttonTitle = ""
        var placeholder = ""
    }
    let values: Values

    @available(*, unavailable)
    public override init() { fatalError("not offered") }

    init(values: Values) {
        self.values = values
        super.init()
    }

    public convenience init(identifier: String, title: String, options: UNNotificationActionOptions = []) {
        self.init(values: Values(identifier: identifier, title: title, options: options.rawValue))
    }

    @available(iOS 15.0, *)
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = [], icon: UNNotificationActionIcon?
    ) {
        self.init(values: Values(identifier: identifier, title: title, options: options.rawValue, icon: icon))
    }

    open var identifier: String { values.identifier }
    open var title: String { values.title }
    open var options: UNNotificationActionOptions { .init(rawValue: values.options) }
    @available(iOS 15.0, *)
    open var icon: UNNotificationActionIcon? { values.icon }

    open func copy(with zone: NSZone? = nil) -> Any { self }
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationAction else { return false }
        return type(of: other) == type(of: self) && other.values == values
    }
    open override var hash: Int { values.hashValue }
}

open class UNTextInputNotificationAction: UNNotificationAction {
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = [], textInputButtonTitle: String,
        textInputPlaceholder: String
    ) {
        self.init(
            values: Values(
                identifier: identifier, title: title, options: options.rawValue, buttonTitle: textInputButtonTitle,
                placeholder: textInputPlaceholder))
    }

    @available(iOS 15.0, *)
    public convenience init(
        identifier: String, title: String, options: UNNotificationActionOptions = [], icon: UNNotificationActionIcon?,
        textInputButtonTitle: String, textInputPlaceholder: String
    ) {
        self.init(
            values: Values(
                identifier: identifier, title: title, options: options.rawValue, icon: icon,
                buttonTitle: textInputButtonTitle, placeholder: textInputPlaceholder))
    }

    open var textInputButtonTitle: String { values.buttonTitle }
    open var textInputPlaceholder: String { values.placeholder }
}

@available(iOS 15.0, *)
open class UNNotificationActionIcon: NSObject, NSCopying {
    let name: String
    let isSystem: Bool

    @available(*, unavailable)
    public override init() { fatalError("not offered") }

    init(name: String, isSystem: Bool) {
        self.name = name
        self.isSystem = isSystem
        super.init()
    }

    public convenience init(templateImageName: String) { self.init(name: templateImageName, isSystem: false) }
    public convenience init(systemImageName: String) { self.init(name: systemImageName, isSystem: true) }

    open func copy(with zone: NSZone? = nil) -> Any { self }
    open override func isEqual(_ object: Any?) -> Bool {
        guard let other = object as? UNNotificationActionIcon else { return false }
        return other.name == name && other.isSystem == isSystem
    }
    open override var hash: Int { name.hashValue }
}
