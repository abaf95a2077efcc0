public import BellhopModel

/// Facts that explain why a notification did not arrive or has no buttons. They contain no token, no key and no content
/// of notifications.
public struct Diagnostics: Hashable, Sendable {
    public var settings: NotificationSettings
    /// All that the system has.
    public var categories: [RegisteredCategory]
    public var registration: RegistrationState
    /// Answers that wait for the network.
    public var pendingAnswers: Int
    /// Reminders and snoozed notifications.
    public var scheduled: Int
    /// The time of the last push that reached the app since its launch. The system shows many without the app.
    public var lastPush: Timestamp?

    public init(
        settings: NotificationSettings, categories: [RegisteredCategory], registration: RegistrationState,
        pendingAnswers: Int, scheduled: Int, lastPush: Timestamp?
    ) {
        self.settings = settings
        self.categories = categories
        self.registration = registration
        self.pendingAnswers = pendingAnswers
        self.scheduled = scheduled
        self.lastPush = lastPush
    }

    /// Bellhop's categories that the system lacks, or has without their buttons: the reason for missing buttons.
    public var incompleteCategories: [CategoryID] {
        let present = Dictionary(categories.map { ($0.id, $0.actions) }, uniquingKeysWith: { first, _ in first })
        return CategoryCatalog.all.filter { present[$0.id] != $0.actions.map(\.id) }.map(\.id)
    }

    /// The state of the push token.
    public var token: Token {
        switch registration {
        case .waitingForToken: .none
        case .tokenFailed: .failed
        case .registered, .waitingForTrust: .registered
        case .needsPairing, .registering, .retrying, .refused, .leaving: .unregistered
        }
    }

    public enum Token: String, Hashable, Sendable, CaseIterable {
        case none, failed
        /// The system has returned a token that is not registered on the server.
        case unregistered
        case registered
    }
}
