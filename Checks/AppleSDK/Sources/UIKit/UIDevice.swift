// developer.apple.com/documentation/uikit/uidevice, …/uipasteboard, …/uinotificationfeedbackgenerator,
// …/uiimpactfeedbackgenerator, …/uiaccessibility

@MainActor open class UIDevice: NSObject {
    private static let only = UIDevice()
    open class var current: UIDevice { only }
    open var name: String { "iPhone" }
    open var model: String { "iPhone" }
    open var systemName: String { "iOS" }
    open var systemVersion: String { "17.0" }
    open var identifierForVendor: UUID? { nil }
}

open class UIPasteboard: NSObject {
    nonisolated(unsafe) private static let only = UIPasteboard()
    open class var general: UIPasteboard { only }
    open var string: String?
    open var url: URL?
    open var hasStrings: Bool { string != nil }
}

@MainActor open class UIFeedbackGenerator: NSObject {
    public override init() { super.init() }
    open func prepare() {}
}

@MainActor open class UINotificationFeedbackGenerator: UIFeedbackGenerator {
    public enum FeedbackType: Int, Sendable { case success = 0, warning, error }
    /// What was played since the process began, for tests.
    @_spi(Testing) public static var played: [FeedbackType] = []
    open func notificationOccurred(_ notificationType: FeedbackType) { Self.played.append(notificationType) }
    @available(iOS 17.5, *)
    open func notificationOccurred(_ notificationType: FeedbackType, at location: CGPoint) {
        Self.played.append(notificationType)
    }
}

@MainActor open class UIImpactFeedbackGenerator: UIFeedbackGenerator {
    public enum FeedbackStyle: Int, Sendable { case light = 0, medium, heavy, soft, rigid }
    public convenience init(style: FeedbackStyle) { self.init() }
    open func impactOccurred() {}
    open func impactOccurred(intensity: CGFloat) {}
}

@MainActor open class UISelectionFeedbackGenerator: UIFeedbackGenerator {
    open func selectionChanged() {}
}

public struct UIAccessibilityTraits: OptionSet, Sendable {
    public let rawValue: UInt64
    public init(rawValue: UInt64) { self.rawValue = rawValue }
    public static let none: Self = []
    public static let button = Self(rawValue: 1)
    public static let image = Self(rawValue: 4)
    public static let staticText = Self(rawValue: 64)
    public static let header = Self(rawValue: 65536)
    public static let updatesFrequently = Self(rawValue: 512)
}

@MainActor public enum UIAccessibility {
    public struct Notification: RawRepresentable, Hashable, Sendable {
        public let rawValue: UInt32
        public init(rawValue: UInt32) { self.rawValue = rawValue }
        public static let announcement = Self(rawValue: 1008)
        public static let screenChanged = Self(rawValue: 1000)
        public static let layoutChanged = Self(rawValue: 1001)
    }
    public static var isVoiceOverRunning: Bool { false }
    public static var isReduceMotionEnabled: Bool { false }
    public static func post(notification: Notification, argument: Any?) {}
}
