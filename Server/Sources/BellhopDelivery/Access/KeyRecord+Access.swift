package import BellhopModel

extension KeyRecord {
    /// - Parameter deed: what the key is used for, such as "answer".
    /// - Throws: `APIError` `forbidden` unless the key has one of `roles`.
    func require(_ roles: Set<Role>, to deed: String) throws {
        guard !roles.contains(role) else { return }
        let wanted = roles.map(\.rawValue).sorted().joined(separator: " or ")
        throw APIError(.forbidden, "This is a key of role \(role.rawValue); to \(deed) takes one of role \(wanted).")
    }

    /// - Parameter thing: what belongs to `user`, such as "ask".
    /// - Throws: `APIError` `forbidden` unless the key acts for `user`.
    func require(_ user: UserID, owning thing: String) throws {
        guard user != userID else { return }
        throw APIError(.forbidden, "This \(thing) belongs to another user than the key.")
    }

    /// Whom a request is about: `user`, or the key's own user unless given.
    ///
    /// - Parameter deed: what the key is used for, such as "read notifications".
    /// - Throws: `APIError` `forbidden` when that is another user and the key is not an admin's.
    package func user(_ user: UserID?, to deed: String) throws -> UserID {
        guard let user, user != userID else { return userID }
        try require([.admin], to: "\(deed) of another user")
        return user
    }
}
