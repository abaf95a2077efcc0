import BellhopModel

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
}
