public import BellhopModel

extension BellhopClient {
    /// What a user wants to hear. Needs a device's or an admin's key.
    ///
    /// - Parameter user: the key's own unless given; only an admin's key may name another.
    public func getPreferences(of user: UserID? = nil) async throws -> NotificationPreferences {
        try await call(Call(.getPreferences, query: [("user", user?.description)]))
    }

    /// Replaces what a user wants to hear, as a whole. Needs a device's or an admin's key.
    ///
    /// - Parameter user: the key's own unless given; only an admin's key may name another.
    /// - Returns: what is stored.
    @discardableResult
    public func putPreferences(
        _ preferences: NotificationPreferences, of user: UserID? = nil
    ) async throws -> NotificationPreferences {
        try await call(Call(.putPreferences, query: [("user", user?.description)]).sending(preferences))
    }
}
