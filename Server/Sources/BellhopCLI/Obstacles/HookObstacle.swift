/// Something in an agent's own configuration that keeps its hooks from working, or makes them work twice.
struct HookObstacle: Hashable, Sendable {
    /// A sentence without its full stop.
    let problem: String
    /// What to do about it, a sentence.
    let remedy: String

    init(_ problem: String, do remedy: String) {
        self.problem = problem
        self.remedy = remedy
    }
}
