import BellhopModel

extension KeyRecord {
    /// Whose `things` are read: the key's own user's, or with an admin's key anybody's.
    ///
    /// - Throws: `APIError` `forbidden`.
    func reader(of user: UserID?, _ things: String) throws -> UserID {
        try require([.admin, .device], to: "read \(things)")
        guard let user, user != userID else { return userID }
        try require([.admin], to: "read another user's \(things)")
        return user
    }
}
