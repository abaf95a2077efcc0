import BellhopModel

/// How a notification that arrives while the app is open is to be shown by the system
/// (`UNNotificationPresentationOptions`).
public struct ForegroundPresentation: OptionSet, Hashable, Sendable {
    /// The bits are those of `UNNotificationPresentationOptions`, so that the raw value can be handed over.
    public let rawValue: UInt
    public init(rawValue: UInt) { self.rawValue = rawValue }

    public static let badge = Self(rawValue: 1 << 0)
    public static let sound = Self(rawValue: 1 << 1)
    public static let list = Self(rawValue: 1 << 3)
    public static let banner = Self(rawValue: 1 << 4)

    /// As if the app were not open.
    static let whole: Self = [.badge, .list, .banner, .sound]
}

/// What happens when a notification arrives while the app is open. Pure.
///
/// What an agent says is shown by the app itself, as a card that can be felt: a banner over the very screen that shows
/// the same would be noise. What is not about agents the system shows as ever.
struct ForegroundPolicy: Hashable, Sendable {
    var presentation: ForegroundPresentation
    /// Whether the app is to show a card. Where none of its screens does, the notification is shown ``whole`` instead.
    var showsCard: Bool
    var haptic: Haptic?

    /// - Parameter isRepeated: the person has seen it.
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
