public import BellhopModel

/// The keys of a server that has none yet: one to manage it, one for the first agent.
public struct FirstKeys: Sendable {
    public let admin: Secret
    public let agent: Secret

    /// Whoever runs a server alone. More users come with keys made for them.
    public static let owner: UserID = "owner"

    /// Makes them, unless there are keys already.
    public static func make(with desk: KeyDesk) async throws -> FirstKeys? {
        guard try await desk.list().isEmpty else { return nil }
        return FirstKeys(
            admin: try await desk.make(.admin, label: "first admin key", user: owner).key,
            agent: try await desk.make(.agent, label: "first agent key", user: owner).key)
    }
}
