import BellhopAgents
import BellhopModel

/// The agent's list of tasks, and when its session was last reported, from one hook's run to the next.
struct TaskFile: Codable, Sendable {
    var tasks = TaskList()
    /// When something was last said of the session that is worth saying now and then only.
    var reportedAt: Timestamp?

    /// Between two details of one session.
    static let pause = Duration.seconds(5)
}

extension Desk {
    /// Changes what is kept. Hooks run at the same moment: one after the other gets to change it.
    ///
    /// What cannot be read begins anew; what cannot be written is forgotten.
    func changeTasks<Value>(_ change: (inout TaskFile) -> Value) -> Value {
        let file = "tasks.json"
        return alone("tasks.lock") {
            var kept = read(TaskFile.self, file) ?? TaskFile()
            let value = change(&kept)
            write(kept, file)
            return value
        }
    }
}
