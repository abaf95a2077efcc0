import BellhopFoundation

/// What the system says of a process that runs.
struct RunningProcess: Hashable, Sendable {
    /// 0 where it has none.
    var parent: Int32
    /// The last part of its program's path; empty where it cannot be known.
    var name: String
    /// When it began, in a unit of the system's: what tells it from a later one of the same id. 0 where it cannot be known.
    var began: UInt64

    init(parent: Int32, name: String, began: UInt64 = 0) {
        self.parent = parent
        self.name = name
        self.began = began
    }
}

extension RunningProcess {
    /// This process.
    static var own: Int32 { getpid() }

    /// - Returns: `nil` when there is no such process, or it cannot be looked at.
    init?(_ id: Int32) {
        // What is always known, also where there is no process file system.
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
    /// The beginning of a file whose size nobody knows.
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
