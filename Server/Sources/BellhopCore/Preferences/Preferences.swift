public import BellhopModel
public import BellhopStore

/// What users want to hear. The store obeys it when it accepts something.
///
/// Every method throws `APIError` for what its caller did wrong, and passes on what the store throws when it cannot do
/// its work. What a method returns is durable.
public struct Preferences: Sendable {
    private let store: any PreferencesStore
    private let time: any TimeSource

    public init(store: any PreferencesStore, time: any TimeSource) {
        self.store = store
        self.time = time
    }

    /// What is in force; mutes that are over are left out.
    ///
    /// - Parameters:
    ///   - user: whose; the key's own user unless given. Only an admin's key may name another.
    ///   - key: a device's or an admin's.
    /// - Throws: `APIError` `forbidden`.
    public func preferences(of user: UserID?, for key: KeyRecord) async throws -> NotificationPreferences {
        try await store.preferences(of: Self.owner(user, key, to: "read preferences")).current(at: time.now)
    }

    /// Replaces them as a whole: the last to write wins. What was accepted before goes on as it was.
    ///
    /// - Parameters:
    ///   - user: whose; the key's own user unless given. Only an admin's key may name another.
    ///   - key: a device's or an admin's.
    /// - Returns: what is stored.
    /// - Throws: `APIError`: `forbidden`, `invalid_request`.
    public func put(
        _ preferences: NotificationPreferences, of user: UserID?, by key: KeyRecord
    ) async throws -> NotificationPreferences {
        let owner = try Self.owner(user, key, to: "set preferences")
        try PreferencesRules.check(preferences)
        let current = preferences.current(at: time.now)
        try await store.put(current, of: owner)
        return current
    }

    private static func owner(_ user: UserID?, _ key: KeyRecord, to deed: String) throws -> UserID {
        try key.require([.device, .admin], to: deed)
        return try key.owner(user, to: deed)
    }
}
