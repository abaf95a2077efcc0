package import BellhopFoundation

/// Starts other programs. Foundation's `Process` requires all of Foundation on Linux.
package enum ChildProcess {
    /// Starts a program, which is searched in `PATH` unless its name has a slash, with this process's environment.
    ///
    /// - Parameters:
    ///   - arguments: the program's name or path first.
    ///   - input: the descriptor of its standard input; `nil` for none.
    ///   - output: the descriptor of its standard output; `nil` for none. Its standard error is discarded.
    /// - Returns: `nil` when the program cannot be run.
    package static func start(_ arguments: [String], input: CInt? = nil, output: CInt? = nil) -> pid_t? {
        #if canImport(Darwin)
        var actions: posix_spawn_file_actions_t?
        #else
        var actions = posix_spawn_file_actions_t()
        #endif
        guard let program = arguments.first, posix_spawn_file_actions_init(&actions) == 0 else { return nil }
        defer { posix_spawn_file_actions_destroy(&actions) }
        func redirect(_ descriptor: CInt, to given: CInt?, _ mode: CInt) -> Bool {
            guard let given else {
                return posix_spawn_file_actions_addopen(&actions, descriptor, "/dev/null", mode, 0) == 0
            }
            return posix_spawn_file_actions_adddup2(&actions, given, descriptor) == 0
        }
        guard redirect(STDIN_FILENO, to: input, O_RDONLY), redirect(STDOUT_FILENO, to: output, O_WRONLY),
            redirect(STDERR_FILENO, to: nil, O_WRONLY)
        else { return nil }
        let environment = ProcessInfo.processInfo.environment.map { "\($0.key)=\($0.value)" }
        var child = pid_t()
        let result = withCStrings(arguments) { arguments in
            withCStrings(environment) { posix_spawnp(&child, program, &actions, nil, arguments, $0) }
        }
        return result == 0 ? child : nil
    }

    /// Creates a pipe whose ends no other child process inherits.
    ///
    /// - Returns: the reading and the writing end; `nil` when there is no descriptor left.
    package static func pipe() -> (reading: CInt, writing: CInt)? {
        var ends: [CInt] = [-1, -1]
        guard BellhopFoundation.pipe(&ends) == 0 else { return nil }
        for end in ends where fcntl(end, F_SETFD, FD_CLOEXEC) < 0 {
            for end in ends { close(end) }
            return nil
        }
        return (ends[0], ends[1])
    }

    private static func withCStrings<Value>(
        _ texts: [String], _ body: ([UnsafeMutablePointer<CChar>?]) -> Value
    ) -> Value {
        let copies = texts.map { strdup($0) }
        defer { for copy in copies { free(copy) } }
        return body(copies + [nil])
    }
}
