public import BellhopModel

extension Database {
    var preferences: PreferencesTable { PreferencesTable(db: self) }
}

/// The table of notification preferences, one document per user.
struct PreferencesTable {
    let db: Database

    /// - Parameter document: preferences as canonical JSON.
    func put(_ document: String, of user: UserID) throws {
        try db.run(
            """
            INSERT INTO preferences (user_id, document) VALUES (?, ?)
            ON CONFLICT (user_id) DO UPDATE SET document = excluded.document
            """,
            [user.description, document])
    }

    func find(of user: UserID) throws -> NotificationPreferences {
        try db.first("SELECT document FROM preferences WHERE user_id = ?", [user.description]) { try $0.json() }
            ?? .default
    }
}

extension Store {
    /// The user's stored preferences, or ``BellhopModel/NotificationPreferences/default``.
    public func preferences(of user: UserID) async throws -> NotificationPreferences {
        try await read { try $0.preferences.find(of: user) }
    }

    /// Replaces all preferences of the user: the last write wins.
    ///
    /// Switches and settings that this version does not know are stored as well. Notifications accepted later obey the
    /// new preferences; earlier ones are not affected.
    public func put(_ preferences: NotificationPreferences, of user: UserID) async throws {
        let document = try CanonicalJSON.text(preferences)
        try await write { try $0.preferences.put(document, of: user) }
    }
}
