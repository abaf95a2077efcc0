public import BellhopModel

extension KeyRecord {
    /// The record of an agent's key.
    public static func agent(of user: UserID = "ada") -> KeyRecord { key(.agent, of: user) }

    /// The record of an admin's key.
    public static func admin(of user: UserID = "ada") -> KeyRecord { key(.admin, of: user) }

    private static func key(_ role: Role, of user: UserID) -> KeyRecord {
        let time = Timestamp(seconds: 1_767_000_000)
        return KeyRecord(id: .make(at: time), role: role, userID: user, label: role.rawValue, createdAt: time)
    }
}
