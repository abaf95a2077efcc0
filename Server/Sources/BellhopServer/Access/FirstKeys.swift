public import BellhopModel

/// The keys of a server that has none yet: one to manage it, one for the first agent.
public struct FirstKeys: Sendable {
    public let admin: Secret
    public let agent: Secret

    /// The user of the first keys. Further users come with keys made for them.
    public static let owner: UserID = "owner"

    /// Creates them, unless there are keys already.
    ///
    /// - Parameter keep: persists them, before they are valid: a crash in between creates new keys at the next start. In the
    ///   other order it would leave a server whose keys are lost.
    public static func make(
        with desk: KeyService, keeping keep: (FirstKeys) throws -> Void = { _ in }
    ) async throws -> FirstKeys? {
        guard try await desk.list().isEmpty else { return nil }
        let admin = desk.draw(.admin, label: "first admin key", user: owner)
        let agent = desk.draw(.agent, label: "first agent key", user: owner)
        let keys = FirstKeys(admin: admin.key, agent: agent.key)
        try keep(keys)
        // With the admin's key a missing key can be created.
        for created in [admin, agent] { _ = try await desk.add(created, nil) }
        return keys
    }
}
