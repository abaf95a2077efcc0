import BellhopFoundation
import BellhopTerminal
import Dispatch

/// The path by which agents run this tool, which stays valid when the tool is updated.
struct ProgramPath: Hashable, Sendable {
    let path: String
    /// The path is in a folder for builds or temporary files, and may soon be gone.
    let isTemporary: Bool
    /// Indicates whether the program is named `bellhop`: setup recognises its hooks by this name.
    var isRecognisable: Bool { FilePath.name(of: path) == Self.name }
    private static let name = "bellhop"

    /// The program for hooks: `bellhop-hook`, which starts faster, if it is in the same folder, otherwise the tool itself.
    var hookProgram: String {
        let beside = URL(filePath: path).deletingLastPathComponent().appending(path: "bellhop-hook").path
        return FileManager.default.isExecutableFile(atPath: beside) ? beside : path
    }

    init(_ path: String) {
        self.path = path
        let temporary = ["/tmp/", "/private/tmp/", "/var/folders/", "/private/var/folders/"]
        isTemporary =
            path.contains("/.build/") || path.contains("/DerivedData/") || temporary.contains { path.hasPrefix($0) }
    }

    /// The path by which the user called the tool, or where its name is found on the PATH. Links are not resolved, because
    /// package managers move their targets.
    ///
    /// - Parameters:
    ///   - name: `argv[0]`.
    ///   - executable: the running file, for a name that leads nowhere.
    init(name: String, environment: [String: String], folder: String, executable: String?) {
        let named = name.contains("/") ? Self.absolute(name, in: folder) : nil
        let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
        let onPath = folders.map { Self.absolute(Self.name, in: $0) }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        // A link of another name is replaced by the program's own path.
        let known = [named, executable].compactMap(\.self).first { ProgramPath($0).isRecognisable }
        let running = known ?? named ?? executable ?? onPath ?? name
        if let onPath, Self.isSame(onPath, running) {
            self.init(onPath)
        } else {
            self.init(running)
        }
    }

    /// The path of `program`, which is a path or a name to look up on the PATH; `nil` when it cannot be run.
    static func found(_ program: String, environment: [String: String]) -> String? {
        let folders = program.contains("/") ? [""] : (environment["PATH"] ?? "").split(separator: ":").map { $0 + "/" }
        return folders.map { $0 + program }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private static func absolute(_ path: String, in folder: String) -> String {
        URL(filePath: path, relativeTo: URL(filePath: folder, directoryHint: .isDirectory)).standardizedFileURL.path
    }

    /// The file that this process runs; `nil` when the system does not tell.
    static var ofThisProcess: String? {
        #if canImport(Darwin)
        Bundle.main.executablePath
        #else
        try? FileManager.default.destinationOfSymbolicLink(atPath: "/proc/self/exe")
        #endif
    }

    private static func isSame(_ path: String, _ other: String) -> Bool {
        path == other
            || URL(filePath: path).resolvingSymlinksInPath().path == URL(filePath: other).resolvingSymlinksInPath().path
    }
}

/// The result of a short-running program without input.
struct ProgramResult: Hashable, Sendable {
    let status: Int32
    let output: String

    /// The time after which the program is terminated, in seconds.
    private static let timeLimit = 5.0

    /// - Returns: `nil` when `path` cannot be run.
    static func run(_ path: String, _ arguments: [String]) -> ProgramResult? {
        guard let pipe = ChildProcess.pipe() else { return nil }
        let child = ChildProcess.start([path] + arguments, output: pipe.writing)
        close(pipe.writing)
        defer { close(pipe.reading) }
        guard let child else { return nil }
        let watch = DispatchWorkItem { kill(child, SIGTERM) }
        DispatchQueue.global().asyncAfter(deadline: .now() + timeLimit, execute: watch)
        let output = Descriptor.read(pipe.reading) ?? []
        var status: CInt = 0
        while waitpid(child, &status, 0) < 0, errno == EINTR {}
        watch.cancel()
        // The exit code (wait(2)); a signal's number otherwise.
        let code = status & 0x7F == 0 ? (status >> 8) & 0xFF : status & 0x7F
        return ProgramResult(status: code, output: String(decoding: output, as: UTF8.self))
    }
}

/// The version of an installed tool.
enum ToolVersion {
    /// - Returns: the output of `--version`; `nil` when the tool cannot be run, fails or prints nothing.
    static func of(_ path: String) -> String? {
        guard let run = ProgramResult.run(path, ["--version"]), run.status == 0 else { return nil }
        let text = run.output.trimmed
        return text.isEmpty || text.contains("\n") ? nil : text
    }

    /// Returns `true` when `version`, which may have text after its number, is at least `minimum`, or has no number.
    static func isAtLeast(_ minimum: String, _ version: String) -> Bool {
        let number = version.prefix { $0 == "." || $0.isNumber }
        guard number.first?.isNumber == true else { return true }
        let numbers = [String(number), minimum].map { $0.split(separator: ".").map { Int($0) ?? 0 } }
        return !numbers[0].lexicographicallyPrecedes(numbers[1])
    }
}

/// The result of `git check-ignore`.
enum GitIgnore {
    /// - Returns: `nil` when there is no git or no repository.
    static func ignores(_ file: URL, environment: [String: String]) -> Bool? {
        guard let git = ProgramPath.found("git", environment: environment) else { return nil }
        var folder = file.deletingLastPathComponent()
        while folder.path != "/", !FileManager.default.fileExists(atPath: folder.path) {
            folder.deleteLastPathComponent()
        }
        switch ProgramResult.run(git, ["-C", folder.path, "check-ignore", "--quiet", file.path])?.status {
        case 0: return true
        case 1: return false
        default: return nil
        }
    }
}
