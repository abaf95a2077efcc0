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
    ///
    /// - Returns: `nil`, with nothing changed, when another hook keeps it for a second: one that is stopped, say.
    @discardableResult
    func changeTasks<Value>(
        pausing time: ClientTime = .system, _ change: (inout TaskFile) -> Value
    ) async -> Value? {
        let file = folder.appending(path: "tasks.json")
        try? FileManager.default.createDirectory(
            at: folder, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
        let lock = Foundation.open(folder.appending(path: "tasks.lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        defer { if lock >= 0 { Foundation.close(lock) } }
        if lock >= 0 { guard await Self.take(lock, time) else { return nil } }
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

    /// Not by waiting in the system, where nothing could cancel it.
    private static func take(_ lock: CInt, _ time: ClientTime) async -> Bool {
        for _ in 0..<50 {
            if flock(lock, LOCK_EX | LOCK_NB) == 0 { return true }
            // A file system without locks: as good as none.
            guard errno == EWOULDBLOCK || errno == EINTR else { return true }
            guard (try? await time.sleep(.milliseconds(20))) != nil else { return false }
        }
        return false
    }
}
