import BellhopFoundation
import BellhopTerminal

/// The agent that reads this hook's output.
struct AgentConnection: Sendable {
    var process = AgentProcess()
    /// Returns whether the other end of standard output is open.
    var isOutputRead: @Sendable () -> Bool = { StandardOutput.isRead }

    /// `true` while the agent runs and reads.
    var isOpen: Bool { process.isRunning && isOutputRead() }
}

/// The agent that runs this hook, as a process among its ancestors.
///
/// Some agents run a hook through a shell. When the agent is killed, the shell remains the hook's parent and continues to read
/// its output, but the shell itself gets another parent. The agent is therefore the nearest ancestor that is not a shell, and it
/// runs as long as every process between it and the hook keeps its parent.
struct AgentProcess: Sendable {
    private static let shells: Set = [
        "ash", "bash", "busybox", "csh", "dash", "fish", "ksh", "ksh93", "mksh", "rbash", "sh", "tcsh", "yash", "zsh",
    ]
    /// The maximum number of shells between the agent and the hook.
    private static let depthLimit = 8

    private let look: @Sendable (Int32) -> RunningProcess?
    private let parents: [(child: Int32, parent: Int32)]

    /// - Parameters:
    ///   - hook: the process that the agent started.
    ///   - look: finds a process by its id; `nil` when there is none, or it cannot be inspected.
    init(
        of hook: Int32 = RunningProcess.own,
        look: @escaping @Sendable (Int32) -> RunningProcess? = { RunningProcess($0) }
    ) {
        self.look = look
        var parents: [(child: Int32, parent: Int32)] = []
        var child = hook
        while parents.count < Self.depthLimit, let parent = look(child)?.parent, parent > 0 {
            parents.append((child, parent))
            guard let name = look(parent)?.name, Self.shells.contains(name) else { break }
            child = parent
        }
        self.parents = parents
    }

    /// The process id and start time; `nil` when the process cannot be inspected.
    var identity: (id: Int32, began: UInt64)? {
        guard let id = parents.last?.parent, let process = look(id) else { return nil }
        return (id, process.began)
    }

    var isRunning: Bool { parents.allSatisfy { look($0.child)?.parent == $0.parent } }
}

/// A running process, as the system describes it.
struct RunningProcess: Hashable, Sendable {
    /// 0 when it has none.
    var parent: Int32
    /// The last component of its program's path; empty when unknown.
    var name: String
    /// The start time in a unit of the system, which distinguishes processes of the same id; 0 when unknown.
    var began: UInt64

    init(parent: Int32, name: String, began: UInt64 = 0) {
        self.parent = parent
        self.name = name
        self.began = began
    }
}

extension RunningProcess {
    /// The id of this process.
    static var own: Int32 { getpid() }

    /// - Returns: `nil` when there is no such process, or it cannot be inspected.
    init?(_ id: Int32) {
        // Known without a process file system.
        guard id != Self.own else {
            self.init(parent: getppid(), name: "")
            return
        }
        #if canImport(Darwin)
        var request = [CTL_KERN, KERN_PROC, KERN_PROC_PID, id]
        var found = kinfo_proc()
        var size = MemoryLayout<kinfo_proc>.stride
        guard sysctl(&request, UInt32(request.count), &found, &size, nil, 0) == 0, size > 0 else { return nil }
        let name = withUnsafeBytes(of: found.kp_proc.p_comm) { name in
            String(decoding: name.prefix { $0 != 0 }, as: UTF8.self)
        }
        let start = found.kp_proc.p_starttime
        self.init(
            parent: found.kp_eproc.e_ppid, name: name, began: UInt64(start.tv_sec) * 1_000_000 + UInt64(start.tv_usec))
        #else
        // proc_pid_stat(5): ID (NAME) STATE PARENT …, where NAME may hold anything.
        guard let status = Self.text(of: "/proc/\(id)/stat"), let name = status.lastIndex(of: ")") else { return nil }
        let fields = status[name...].split(separator: " ")
        guard fields.count > 2, fields[1] != "Z", let parent = Int32(fields[2]) else { return nil }
        let program = try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/\(id)/exe")
        self.init(
            parent: parent, name: program?.split(separator: "/").last.map(String.init) ?? "",
            began: fields.count > 20 ? UInt64(fields[20]) ?? 0 : 0)
        #endif
    }

    #if !canImport(Darwin)
    /// The beginning of a file of unknown size.
    private static func text(of path: String) -> String? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var bytes = [UInt8](repeating: 0, count: 1024)
        let count = read(file, &bytes, bytes.count)
        return count > 0 ? String(decoding: bytes.prefix(count), as: UTF8.self) : nil
    }
    #endif
}
