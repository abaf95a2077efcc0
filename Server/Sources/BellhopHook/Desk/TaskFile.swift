import BellhopAgents
import BellhopClient
import BellhopModel

/// The agent's list of tasks, and when its session was last reported, from one hook's run to the next.
struct TaskFile: Codable, Sendable {
    var tasks = TaskList()
    /// When something was last said of the session that is worth saying now and then only.
    var reportedAt: Timestamp?
    /// The run that last said how the session goes on, see ``HookRun/key``.
    var latest: String?
    /// The run that began the turn, see ``HookRun/key``; `nil` between turns.
    var turn: String?

    static let file = "tasks.json"
    /// Between two details of one session.
    static let pause = Duration.seconds(5)
}

extension Desk {
    /// Changes what is kept. Hooks run at the same moment: one after the other gets to change it.
    ///
    /// What cannot be read begins anew; what cannot be written is forgotten.
    ///
    /// - Returns: `nil`, with nothing changed, when another hook keeps it for a second: see ``alone(_:pausing:_:)``.
    @discardableResult
    func changeTasks<Value>(
        pausing time: ClientTime = .system, _ change: (inout TaskFile) -> Value
    ) async -> Value? {
        await alone("tasks.lock", pausing: time) {
            var kept = read(TaskFile.self, TaskFile.file) ?? TaskFile()
            let value = change(&kept)
            write(kept, TaskFile.file)
            return value
        }
    }
}
