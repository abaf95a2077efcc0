public import BellhopModel

/// The first keys of a new server: one to manage it, and one for the first agent.
public struct FirstKeys: Sendable {
    public let admin: Secret
    public let agent: Secret

    /// The user of a server that one person runs alone. Other users exist through keys created for them.
    public static let owner: UserID = "owner"

    /// Creates the keys, unless there are keys already.
    ///
    /// - Parameter keep: writes the keys to a file. It runs first: a crash before they are stored creates new keys at
    ///   the next start, while a crash in the other order would leave a server with unknown keys.
    public static func make(
        with service: KeyService, keeping keep: (FirstKeys) throws -> Void = { _ in }
    ) async throws -> FirstKeys? {
        guard try await service.list().isEmpty else { return nil }
        let admin = service.draft(.admin, label: "first admin key", user: owner)
        let agent = service.draft(.agent, label: "first agent key", user: owner)
        let keys = FirstKeys(admin: admin.key, agent: agent.key)
        try keep(keys)
        // The admin key first: with it other keys can be created.
        for created in [admin, agent] { _ = try await service.add(created, nil) }
        return keys
    }
}
