/// The identifier of an action button, the same text as `UNNotificationAction.identifier`.
public struct ActionID: RawRepresentable, Hashable, Sendable, Codable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    // What the system itself reports.

    /// The notification was tapped (`UNNotificationDefaultActionIdentifier`).
    public static let opened = Self(rawValue: "com.apple.UNNotificationDefaultActionIdentifier")
    /// It was dismissed (`UNNotificationDismissActionIdentifier`); told only to categories with `customDismissAction`.
    public static let dismissed = Self(rawValue: "com.apple.UNNotificationDismissActionIdentifier")
}

extension ActionID: ExpressibleByStringLiteral {
    public init(stringLiteral value: String) { self.init(rawValue: value) }
}
