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
        guard let pipe = ChildProcess.pipe() else { return false }
        defer { close(pipe.writing) }
        let child = ChildProcess.start(arguments, input: pipe.reading)
        close(pipe.reading)
        return child != nil && Descriptor.write(input, to: pipe.writing) == nil
    }

    /// Leaves the parent's session and closes the descriptors inherited by accident.
    static func detach() {
        setsid()
        for descriptor in CInt(3)..<1024 where StandardStreams.isGiven(descriptor) { close(descriptor) }
    }
}
