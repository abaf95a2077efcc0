public import BellhopModel

public protocol PreferencesStore: Sendable {
    /// What the user wants to hear: what was put last, and ``BellhopModel/NotificationPreferences/default`` before that.
    func preferences(of user: UserID) async throws -> NotificationPreferences

    /// Replaces the user's preferences as a whole: the last to write wins, and what is not in `preferences` is gone.
    ///
    /// Every switch and setting is kept, known to this version or not. What is accepted after this returned obeys
    /// them; what was accepted before goes on as it was.
    func put(_ preferences: NotificationPreferences, of user: UserID) async throws
}
