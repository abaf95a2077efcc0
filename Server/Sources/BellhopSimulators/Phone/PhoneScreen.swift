public import BellhopKit
public import BellhopModel

/// What a phone shows at one moment.
public struct PhoneScreen: Sendable, Hashable {
    public enum AppState: String, Sendable, Hashable, CaseIterable { case foreground, background, killed }

    public var name: String
    public var isLocked: Bool
    public var isInAirplaneMode: Bool
    public var app: AppState
    /// Newest first.
    public var notifications: [DeliveredNotification]
    public var badge: Int
    public var registration: RegistrationState
    /// The phone asks for its owner's face or code before it does this.
    public var asksToUnlockFor: CategoryAction?
    /// What came of answers, oldest first.
    public var results: [AnswerReport]
    /// Where taps led the app.
    public var routes: [Route]
}

extension DeliveredNotification {
    /// The buttons under it.
    public var actions: [CategoryAction] {
        payload.aps.category.flatMap { CategoryCatalog[$0] }?.actions ?? []
    }
}
