// developer.apple.com/documentation/usernotifications/unnotificationcontent, …/unmutablenotificationcontent,
// …/unnotificationcontentproviding, …/unnotificationinterruptionlevel
// developer.apple.com/documentation/usernotifications/unnotificationattachment
// developer.apple.com/documentation/usernotifications/unnotificationsound, …/unnotificationsoundname

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

public let UNNotificationAttachmentOptionsTypeHintKey: String = "UNNotificationAttachmentOptionsTypeHintKey"
public let UNNotificationAttachmentOptionsThumbnailHiddenKey: String =
    "UNNotificationAttachmentOptionsThumbnailHiddenKey"
public let UNNotificationAttachmentOptionsThumbnailClippingRectKey: String =
    "UNNotificationAttachmentOptionsThumbnailClippingRectKey"
public let UNNotificationAttachmentOptionsThumbnailTimeKey: String = "UNNotificationAttachmentOptionsThumbnailTimeKey"

open class UNNotificationAttachment: NSObject, NSCopying {
    private let name: String
    private let place: URL
    private let kind: String

    @available(*, unavailable)
    public override init() { fatalError("not offered") }

    init(name: String, place: URL, kind: String) {
        self.name = name
        self.place = place
        self.kind = kind
        super.init()
    }

    /// Throws as the system does: for a missing file, an unknown type and a file that is too large.
    public convenience init(identifier: String, url URL: URL, options: [AnyHashable: Any]? = nil) throws {
        guard URL.isFileURL, let size = try? FileManager.default.attributesOfItem(atPath: URL.path)[.size] as? Int
        else {
            throw UNError(.attachmentInvalidURL)
        }
        let hint = options?[UNNotificationAttachmentOptionsTypeHintKey] as? String
        guard let (kind, limit) = Self.kinds[URL.pathExtension.lowercased()] ?? hint.flatMap(Self.kind(named:)) else {
            throw UNError(.attachmentUnrecognizedType)
        }
        guard size > 0, size <= limit else { throw UNError(.attachmentInvalidFileSize) }
        self.init(name: identifier.isEmpty ? UUID().uuidString : identifier, place: URL, kind: hint ?? kind)
    }

    open var identifier: String { name }
    open var url: URL { place }
    open var type: String { kind }
    open func copy(with zone: NSZone? = nil) -> Any { self }

    private static let megabyte = 1 << 20
    /// The uniform type identifier and the size limit in bytes, by file extension.
    private static let kinds: [String: (String, Int)] = [
        "png": ("public.png", 10 * megabyte), "gif": ("com.compuserve.gif", 10 * megabyte),
        "jpg": ("public.jpeg", 10 * megabyte), "jpeg": ("public.jpeg", 10 * megabyte),
        "heic": ("public.heic", 10 * megabyte),
        "aiff": ("public.aiff-audio", 5 * megabyte), "aif": ("public.aiff-audio", 5 * megabyte),
        "wav": ("com.microsoft.waveform-audio", 5 * megabyte), "mp3": ("public.mp3", 5 * megabyte),
        "m4a": ("public.mpeg-4-audio", 5 * megabyte),
        "mpg": ("public.mpeg", 50 * megabyte), "mpeg": ("public.mpeg", 50 * megabyte),
        "mp4": ("public.mpeg-4", 50 * megabyte), "m4v": ("com.apple.m4v-video", 50 * megabyte),
        "avi": ("public.avi", 50 * megabyte),
    ]

    private static func kind(named name: String) -> (String, Int)? { kinds.values.first { $0.0 == name } }
}

public struct UNNotificationSoundName: RawRepresentable, Hashable, Sendable {
    public var rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ rawValue: String) { self.rawValue = rawValue }
}

open class UNNotificationSound: NSObject, NSCopying {
    let name: String

    @available(*, unavailable)
    public override init() { fatalError("not offered") }

    @_spi(Testing)
    public required init(what: String) {
        name = what
        super.init()
    }

    public convenience init(named name: UNNotificationSoundName) { self.init(what: name.rawValue) }

    open class var `default`: UNNotificationSound { UNNotificationSound(what: "default") }
    @available(iOS 15.2, *)
    open class var defaultRingtone: UNNotificationSound { UNNotificationSound(what: "ringtone") }
    @available(iOS 12.0, *)
    open class var defaultCritical: UNNotificationSound { UNNotificationSound(what: "critical") }
    @available(iOS 12.0, *)
    open class func defaultCriticalSound(withAudioVolume volume: Float) -> Self { Self(what: "critical") }
    @available(iOS 15.2, *)
    open class func ringtoneSoundNamed(_ name: UNNotificationSoundName) -> Self { Self(what: name.rawValue) }
    @available(iOS 12.0, *)
    open class func criticalSoundNamed(_ name: UNNotificationSoundName) -> Self { Self(what: name.rawValue) }
    @available(iOS 12.0, *)
    open class func criticalSoundNamed(
        _ name: UNNotificationSoundName, withAudioVolume volume: Float
    ) -> Self { Self(what: name.rawValue) }

    open func copy(with zone: NSZone? = nil) -> Any { self }
    open override func isEqual(_ object: Any?) -> Bool { (object as? UNNotificationSound)?.name == name }
    open override var hash: Int { name.hashValue }
}
