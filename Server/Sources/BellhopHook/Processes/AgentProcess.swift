/// The agent that runs this hook, as a process among its ancestors.
///
/// Some agents run a hook by a line for a shell. Such a shell stays the hook's parent, and goes on reading what it prints,
/// when the agent has been killed; but then it has another parent itself. So the agent is the nearest ancestor that is no
/// shell, and it is there as long as every process between has the parent that it had.
struct AgentProcess: Sendable {
    private static let shells: Set = [
        "ash", "bash", "busybox", "csh", "dash", "fish", "ksh", "ksh93", "mksh", "rbash", "sh", "tcsh", "yash", "zsh",
    ]
    /// A line of more shells than anybody writes.
    private static let furthest = 8

    private let look: @Sendable (Int32) -> RunningProcess?
    private let parents: [(child: Int32, parent: Int32)]

    /// - Parameters:
    ///   - hook: the process that the agent has started.
    ///   - look: finds a process by its id; `nil` where there is none, or it cannot be looked at.
    init(
        of hook: Int32 = RunningProcess.own,
        look: @escaping @Sendable (Int32) -> RunningProcess? = { RunningProcess($0) }
    ) {
        self.look = look
        var parents: [(child: Int32, parent: Int32)] = []
        var child = hook
        while parents.count < Self.furthest, let parent = look(child)?.parent, parent > 0 {
            parents.append((child, parent))
            guard let name = look(parent)?.name, Self.shells.contains(name) else { break }
            child = parent
        }
        self.parents = parents
    }

    /// Its id, and when it began; `nil` where it cannot be looked at.
    var identity: (id: Int32, began: UInt64)? {
        guard let id = parents.last?.parent, let process = look(id) else { return nil }
        return (id, process.began)
    }

    /// Whether it has not ended.
    var isThere: Bool { parents.allSatisfy { look($0.child)?.parent == $0.parent } }
}
