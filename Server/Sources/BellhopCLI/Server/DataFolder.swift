import BellhopClient
import BellhopFoundation
import BellhopModel
import BellhopTerminal

/// The folder with all of a server's data. It is created with access for its owner only; an existing folder keeps its
/// mode. The files in it are readable by their owner only.
///
///     bellhop.sqlite   the database, with -wal and -shm while the server runs; renamed by `bellhop migrate`
///     bellhop.lock     locked by the running server
///     admin.key        the first admin key; delete it after storing the key elsewhere
///     agent.key        the first agent key, if it could not be written to the configuration file
///     server.conf      the server file, if there is one
///     phones/          the state of `bellhop phone`, one folder for each name
struct DataFolder: Sendable {
    let url: URL

    var database: URL { url.appending(path: "bellhop.sqlite") }
    var adminKey: URL { url.appending(path: "admin.key") }
    var agentKey: URL { url.appending(path: "agent.key") }

    /// `--data`, else `$BELLHOP_DATA`, else the system's standard place for application data.
    init(option: String?, environment: [String: String]) {
        if let path = option ?? environment.value("BELLHOP_DATA"), !path.isEmpty {
            url = URL(filePath: path, directoryHint: .isDirectory)
        } else {
            #if os(macOS)
            url = URL.applicationSupportDirectory.appending(path: "Bellhop", directoryHint: .isDirectory)
            #else
            let home = environment["HOME"].map { URL(filePath: $0, directoryHint: .isDirectory) } ?? URL.homeDirectory
            let share = environment["XDG_DATA_HOME"].flatMap {
                $0.isEmpty ? nil : URL(filePath: $0, directoryHint: .isDirectory)
            }
            url = (share ?? home.appending(path: ".local/share")).appending(
                path: "bellhop", directoryHint: .isDirectory)
            #endif
        }
    }

    /// Creates the folder with mode 0700 if it does not exist.
    ///
    /// - Parameters:
    ///   - name: the folder's name in error messages.
    ///   - option: the option that selects another folder.
    /// - Throws: ``CommandFailure``.
    func prepare(as name: String = "data folder", option: String = "--data") throws {
        do throws(PrivateFolder.Failure) {
            try PrivateFolder(path: url.path).make()
        } catch {
            throw CommandFailure("The \(name) \(url.path) cannot be created: \(error). Choose another with \(option).")
        }
        guard FileManager.default.isWritableFile(atPath: url.path) else {
            throw CommandFailure(
                "The \(name) \(url.path) is not writable: change its owner or choose another with \(option).")
        }
    }

    /// Writes a file that only its owner can read, and replaces an existing one.
    func write(_ text: String, to file: URL) throws { try PrivateFile(path: file.path).write(Array(text.utf8)) }

    /// Returns `true` when the server to call may be this folder's server, so that its admin key may be sent to it.
    ///
    /// - Parameter url: an explicit address, which overrides that of the settings.
    func isServer(of settings: ClientSettings, at url: String?) -> Bool {
        let address = (url ?? settings.url).flatMap { try? ServerAddress($0) }
        let isOwn = url == nil && settings.dataFolder == self.url.path
        return isOwn || address?.isLoopback ?? true
    }

    /// The admin key that the server's first start wrote; `nil` when it was deleted, or is not readable.
    func readAdminKey() -> Secret? {
        guard let text = try? String(contentsOf: adminKey, encoding: .utf8) else { return nil }
        let key = text.trimmed
        return key.isEmpty ? nil : Secret(key)
    }
}

/// An exclusive lock on a data folder: a second server would claim and send the deliveries of the first.
///
/// The system releases the lock when the process ends. It is on a separate file, because SQLite's locks on the database
/// are lost when other code in the process closes the database file.
final class DataFolderLock: Sendable {
    private let descriptor: CInt

    /// - Throws: ``CommandFailure`` when another server uses the folder.
    convenience init(_ folder: DataFolder) throws {
        try self.init(file: folder.url.appending(path: "bellhop.lock"))
        guard acquire() else {
            throw CommandFailure(
                "Another server is using the data folder \(folder.url.path): stop it, or choose another with --data.")
        }
    }

    /// - Returns: `nil` when a server uses the folder.
    /// - Throws: ``CommandFailure`` when the lock file cannot be written.
    convenience init?(ifUnused folder: DataFolder) throws {
        try self.init(file: folder.url.appending(path: "bellhop.lock"))
        guard acquire() else { return nil }
    }

    private init(file: URL) throws {
        descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure("\(file.path) cannot be written: \(String(cString: strerror(errno))).")
        }
    }

    private func acquire() -> Bool { flock(descriptor, LOCK_EX | LOCK_NB) == 0 }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }
}

/// The folder with the credentials that a simulator writes for its clients.
struct SimulatorFolder {
    private let folder: DataFolder

    /// - Parameter option: the value of `--folder`; `nil` creates a temporary folder for the service `name`.
    init(option: String?, name: String) throws {
        let temporary = FileManager.default.temporaryDirectory.appending(path: "bellhop-\(name)-\(UUID().uuidString)")
        folder = DataFolder(option: option ?? temporary.path, environment: [:])
        try folder.prepare(as: "folder", option: "--folder")
    }

    var path: String { folder.url.path }

    func write(_ text: String, to name: String) throws { try folder.write(text, to: folder.url.appending(path: name)) }
}
