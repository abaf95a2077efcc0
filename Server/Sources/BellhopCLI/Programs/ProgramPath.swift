import Foundation

/// The path by which agents will run this tool: one that stays when the tool is updated.
struct ProgramPath: Hashable, Sendable {
    let path: String
    /// It stands where builds or temporary files are: it may be gone tomorrow.
    let isPassing: Bool
    /// It is called `bellhop`, by which hooks of ours are found again.
    var isRecognisable: Bool { (path as NSString).lastPathComponent == Self.name }
    private static let name = "bellhop"

    /// What agents are to run: the program for hooks alone where it stands beside the tool, because they wait for it.
    var forHooks: String {
        let beside = URL(filePath: path).deletingLastPathComponent().appending(path: "bellhop-hook").path
        return FileManager.default.isExecutableFile(atPath: beside) ? beside : path
    }

    init(_ path: String) {
        self.path = path
        let temporary = ["/tmp/", "/private/tmp/", "/var/folders/", "/private/var/folders/"]
        isPassing =
            path.contains("/.build/") || path.contains("/DerivedData/") || temporary.contains { path.hasPrefix($0) }
    }

    /// As the person called it: by its path, or by a name that is found on the path of commands. Links stay links, because
    /// package managers move what they lead to.
    ///
    /// - Parameters:
    ///   - name: `argv[0]`.
    ///   - executable: the file that runs, where the name leads nowhere.
    init(name: String, environment: [String: String], folder: String, executable: String?) {
        let named = name.contains("/") ? Self.absolute(name, in: folder) : nil
        let folders = (environment["PATH"] ?? "").split(separator: ":").map(String.init).filter { $0.hasPrefix("/") }
        let onPath = folders.map { Self.absolute(Self.name, in: $0) }
            .first { FileManager.default.isExecutableFile(atPath: $0) }
        // Called by a link of another name it is known by its own.
        let known = [named, executable].compactMap(\.self).first { ProgramPath($0).isRecognisable }
        let running = known ?? named ?? executable ?? onPath ?? name
        if let onPath, Self.isSame(onPath, running) {
            self.init(onPath)
        } else {
            self.init(running)
        }
    }

    /// Where `program` is: a path, or a name that is looked for on the path of commands; `nil` when it cannot be run.
    static func found(_ program: String, environment: [String: String]) -> String? {
        let folders = program.contains("/") ? [""] : (environment["PATH"] ?? "").split(separator: ":").map { $0 + "/" }
        return folders.map { $0 + program }.first { FileManager.default.isExecutableFile(atPath: $0) }
    }

    private static func absolute(_ path: String, in folder: String) -> String {
        URL(filePath: path, relativeTo: URL(filePath: folder, directoryHint: .isDirectory)).standardizedFileURL.path
    }

    private static func isSame(_ path: String, _ other: String) -> Bool {
        path == other
            || URL(filePath: path).resolvingSymlinksInPath().path == URL(filePath: other).resolvingSymlinksInPath().path
    }
}
