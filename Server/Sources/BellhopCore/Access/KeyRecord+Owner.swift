package import BellhopModel

extension KeyRecord {
    /// Whose things `user` asks about: the key's own user's unless given. Only an admin's key may name another.
    ///
    /// - Parameter deed: what the key is used for, such as "read preferences".
    /// - Throws: `APIError` `forbidden`.
    package func owner(_ user: UserID?, to deed: String) throws -> UserID {
        guard let user, user != userID else { return userID }
        try require([.admin], to: "\(deed) of another user")
        return user
    }
}
