import BellhopFoundation
import BellhopTerminal

/// Runs this program again in a process that outlives this one.
enum DetachedProcess {
    /// Starts the process with `input` on its standard input and nothing else of this process: an agent waits until all
    /// descriptors that its hook prints to are closed. The new process must call ``detach()`` first.
    ///
    /// - Parameter arguments: the program's name first.
    /// - Returns: whether the process took `input`.
    static func start(_ arguments: [String], input: [UInt8]) -> Bool {
        var pipe: [CInt] = [-1, -1]
        guard BellhopFoundation.pipe(&pipe) == 0 else { return false }
        defer { for end in pipe where end >= 0 { close(end) } }
        for end in pipe where fcntl(end, F_SETFD, FD_CLOEXEC) < 0 { return false }
        guard spawn(arguments, reading: pipe[0]) else { return false }
        close(pipe[0])
        pipe[0] = -1
        return Descriptor.write(input, to: pipe[1]) == nil
    }

    /// Leaves the parent's session and closes the descriptors inherited by accident.
    static func detach() {
        setsid()
        for descriptor in CInt(3)..<1024 where StandardStreams.isGiven(descriptor) { close(descriptor) }
    }

    private static func spawn(_ arguments: [String], reading end: CInt) -> Bool {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        guard let program = arguments.first, posix_spawn_file_actions_init(&actions) == 0 else { return false }
        defer { posix_spawn_file_actions_destroy(&actions) }
        guard posix_spawn_file_actions_adddup2(&actions, end, STDIN_FILENO) == 0,
            posix_spawn_file_actions_addopen(&actions, STDOUT_FILENO, "/dev/null", O_WRONLY, 0) == 0,
            posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0) == 0
        else { return false }
        let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
        var child = pid_t()
        return withCStrings(arguments) { arguments in
            withCStrings(environment) { posix_spawnp(&child, program, &actions, nil, arguments, $0) == 0 }
        }
    }

    private static func withCStrings<Value>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
    ) -> Value {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}
