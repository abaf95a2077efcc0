import BellhopModel

/// The system's presentation of a notification that arrives while the app is open
/// (`UNNotificationPresentationOptions`).
public struct ForegroundPresentation: OptionSet, Hashable, Sendable {
    /// The bits of `UNNotificationPresentationOptions`, so that the raw value can be passed on.
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let badge = Self(rawValue: 1 << 0)
    public static let sound = Self(rawValue: 1 << 1)
    public static let list = Self(rawValue: 1 << 3)
    public static let banner = Self(rawValue: 1 << 4)

    /// The presentation of an app that is not open.
    static let whole: Self = [.badge, .list, .banner, .sound]
}

/// The policy for a notification that arrives while the app is open.
///
/// The app itself shows notifications of agents as cards with a haptic, because a banner over the same content would be
/// redundant. The system shows all others as usual.
struct ForegroundPolicy: Hashable, Sendable {
    var presentation: ForegroundPresentation
    /// `true` if the app shows a card. When no screen shows cards, the system shows the notification ``whole``.
    var showsCard: Bool
    var haptic: Haptic?

    /// - Parameter isRepeated: `true` if the user has seen it.
    init(for notification: IncomingNotification, isRepeated: Bool) {
        (presentation, showsCard, haptic) = ([], false, nil)
        switch notification {
        case .ask, .question: (presentation, showsCard, haptic) = ([.badge], true, .warning)
        case .complete: (presentation, showsCard, haptic) = ([.badge, .list], true, .success)
        case .error: (presentation, showsCard, haptic) = ([.badge, .list], true, .error)
        case .summary: presentation = [.badge, .list]
        case .paused, .status: (presentation, showsCard) = ([.badge, .list], true)
        case .message, .reminder, .update, .newItem, .unknown: presentation = .whole
        case .clear, .read, .recount, .sync, .liveActivity: presentation = []
        }
        if isRepeated { (presentation, showsCard, haptic) = (presentation.intersection(.badge), false, nil) }
    }
}
