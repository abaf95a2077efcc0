/// The name of a hook event. An open set: agents add events every month, and an unknown one asks for nothing.
public struct HookEvent: RawRepresentable, Hashable, Sendable, CustomStringConvertible {
    public let rawValue: String
    public init(rawValue: String) { self.rawValue = rawValue }
    public var description: String { rawValue }

    /// The agent is about to ask its person. The one event that can be answered.
    public static let permissionRequest = Self(rawValue: "PermissionRequest")
    public static let notification = Self(rawValue: "Notification")
    public static let stop = Self(rawValue: "Stop")
    public static let stopFailure = Self(rawValue: "StopFailure")
    public static let postToolUse = Self(rawValue: "PostToolUse")
    public static let sessionStart = Self(rawValue: "SessionStart")
    public static let sessionEnd = Self(rawValue: "SessionEnd")
}
