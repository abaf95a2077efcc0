public import BellhopModel

/// The keys of a server that has none yet: one to manage it, one for the first agent.
public struct FirstKeys: Sendable {
    public let admin: Secret
    public let agent: Secret

    /// Whoever runs a server alone. More users come with keys made for them.
    public static let owner: UserID = "owner"

    /// Makes them, unless there are keys already.
    ///
    /// - Parameter keep: writes them down. That comes first: a crash before they are good makes new ones at the next
    ///   start, a crash the other way round would leave a server whose keys nobody knows.
    public static func make(
        with desk: KeyService, keeping keep: (FirstKeys) throws -> Void = { _ in }
    ) async throws -> FirstKeys? {
        guard try await desk.list().isEmpty else { return nil }
        let admin = desk.draw(.admin, label: "first admin key", user: owner)
        let agent = desk.draw(.agent, label: "first agent key", user: owner)
        let keys = FirstKeys(admin: admin.key, agent: agent.key)
        try keep(keys)
        // With the admin's key whatever is missing can be made.
        for created in [admin, agent] { _ = try await desk.add(created, nil) }
        return keys
    }
}
