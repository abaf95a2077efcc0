import BellhopModel
import GRDB

extension Database {
    var preferences: PreferencesTable { PreferencesTable(db: self) }
}

/// What users want to hear, one document each.
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
