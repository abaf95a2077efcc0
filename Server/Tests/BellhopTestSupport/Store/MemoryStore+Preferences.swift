public import BellhopModel
import BellhopStore

extension MemoryStore {
    public func preferences(of user: UserID) async throws -> NotificationPreferences {
        try run { $0.preferences[user] ?? .default }
    }

    public func put(_ preferences: NotificationPreferences, of user: UserID) async throws {
        try run { $0.preferences[user] = preferences }
    }
}
