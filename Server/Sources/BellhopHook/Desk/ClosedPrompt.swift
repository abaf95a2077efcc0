import BellhopModel

/// When a prompt was last over.
struct ClosedPrompt: Codable, Sendable {
    static let file = "closed.json"

    /// By this machine's clock.
    var at: Timestamp

    /// Less than the 6 s after which the agent says, at the earliest, that a prompt stands: the one that was closed since
    /// then is the one that it speaks of.
    private static let moment = Duration.seconds(5)

    /// Not where a clock was put back since.
    func isRecent(at now: Timestamp) -> Bool { at <= now && now < at + Self.moment }
}
