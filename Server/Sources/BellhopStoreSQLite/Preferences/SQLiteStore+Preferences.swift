public import BellhopModel
import BellhopStore

extension SQLiteStore {
    public func preferences(of user: UserID) async throws -> NotificationPreferences {
        try await read { try $0.preferences.find(of: user) }
    }

    public func put(_ preferences: NotificationPreferences, of user: UserID) async throws {
        let document = try CanonicalJSON.text(preferences)
        try await write { try $0.preferences.put(document, of: user) }
    }
}
