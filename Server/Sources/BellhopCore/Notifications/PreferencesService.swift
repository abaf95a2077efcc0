public import BellhopModel
public import BellhopStore

/// Users' notification preferences. The store applies them when it accepts a notification.
///
/// Every method throws `APIError` for a caller's error, and rethrows store errors. Returned results are durable.
public struct PreferencesService: Sendable {
    private let store: Store
    private let time: any TimeSource

    public init(store: Store, time: any TimeSource) {
        self.store = store
        self.time = time
    }

    /// The current preferences, without expired mutes.
    ///
    /// - Parameters:
    ///   - user: the key's own user by default. Only an admin's key may name another.
    ///   - key: a device's or an admin's.
    /// - Throws: `APIError` `forbidden`.
    public func preferences(of user: UserID?, for key: KeyRecord) async throws -> NotificationPreferences {
        try await store.preferences(of: Self.owner(user, key, to: "read preferences")).current(at: time.now)
    }

    /// Replaces all preferences: the last write wins. Notifications accepted before are not affected.
    ///
    /// - Parameters:
    ///   - user: the key's own user by default. Only an admin's key may name another.
    ///   - key: a device's or an admin's.
    /// - Returns: the stored preferences.
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

    private static func owner(_ user: UserID?, _ key: KeyRecord, to action: String) throws -> UserID {
        try key.require([.device, .admin], to: action)
        return try key.owner(user, to: action)
    }
}
