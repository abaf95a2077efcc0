package import BellhopModel

extension KeyRecord {
    /// - Parameter action: the action that needs the key, such as "answer".
    /// - Throws: `APIError` `forbidden` unless the key has one of `roles`.
    func require(_ roles: Set<Role>, to action: String) throws {
        guard !roles.contains(role) else { return }
        let wanted = roles.map(\.rawValue).sorted().joined(separator: " or ")
        throw APIError(
            .forbidden, "A key with the role \(wanted) is needed to \(action); this key has the role \(role.rawValue).")
    }

    /// - Parameter thing: the object that belongs to `user`, such as "ask".
    /// - Throws: `APIError` `forbidden` unless the key acts for `user`.
    func require(_ user: UserID, owning thing: String) throws {
        guard user != userID else { return }
        throw APIError(.forbidden, "This \(thing) belongs to a different user than the key.")
    }

    /// The user of a request: `user`, or the key's own user by default. Only an admin's key may name another.
    ///
    /// - Parameter action: the action that needs the key, such as "read preferences".
    /// - Throws: `APIError` `forbidden`.
    package func owner(_ user: UserID?, to action: String) throws -> UserID {
        guard let user, user != userID else { return userID }
        try require([.admin], to: "\(action) of another user")
        return user
    }
}
