import BellhopAgents
import BellhopClient
import BellhopModel
import Foundation

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
        let file = folder.appending(path: "tasks.json")
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let lock = Foundation.open(folder.appending(path: "tasks.lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        if lock >= 0 { flock(lock, LOCK_EX) }
        defer { if lock >= 0 { Foundation.close(lock) } }
        let former = (try? Data(contentsOf: file)).flatMap {
            try? CanonicalJSON.decode(TaskFile.self, from: Array($0))
        }
        var kept = former ?? TaskFile()
        let value = change(&kept)
        if let bytes = try? CanonicalJSON.encode(kept) {
            try? PrivateFile(path: file.path).write(bytes, durably: false)
        }
        return value
    }
}
