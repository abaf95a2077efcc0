/// The identifier of a category, the same text as `UNNotificationCategory.identifier` and `aps.category`.
///
/// An open set: an app may send categories of its own. Those that Bellhop knows are in ``CategoryCatalog``.
public struct CategoryID: Hashable, Sendable, RawRepresentable, Codable, LosslessStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public init(_ description: String) { self.init(rawValue: description) }
    public var description: String { rawValue }
}

/// How loudly a notification may interrupt (`UNNotificationInterruptionLevel`).
/// `critical` is left out on purpose: it is for health and safety, and needs an entitlement that Apple grants case by case.
public enum InterruptionLevel: String, Codable, Hashable, Sendable, CaseIterable {
    case passive
    case active
    case timeSensitive = "time-sensitive"
}
