import BellhopAgents
import BellhopClient
import BellhopFoundation
import BellhopModel
import BellhopTerminal
import Crypto

/// The digests of a settings file before and after installation, with which it can be restored byte for byte.
struct SetupRecord: Codable, Hashable, Sendable {
    /// The path of the file, with links resolved.
    var path: String
    /// The SHA-256 of the file without Bellhop, 64 hex digits; `nil` when there was no file.
    var original: String?
    /// The SHA-256 of the file after setup.
    var installed: String
    /// Indicates whether the user has changed Bellhop's entries, for example by adding an option. Updates then edit the
    /// entries in place.
    var isPersonal: Bool?
    /// The folders that setup created for the file, the outermost first.
    var folders: [String]

    static func digest(_ bytes: [UInt8]) -> String { Hex.encode(SHA256.hash(data: Data(bytes))) }
}

/// A record with the original contents of the file.
struct FileBackup: Hashable, Sendable {
    var record: SetupRecord
    /// `nil` when there was no file.
    var original: [UInt8]?

    /// - Parameters:
    ///   - original: the file without Bellhop.
    ///   - installed: the file as setup writes it.
    init(_ path: String, original: [UInt8]?, installed: [UInt8], isPersonal: Bool, folders: [String]) {
        record = SetupRecord(
            path: path, original: original.map(SetupRecord.digest), installed: SetupRecord.digest(installed),
            isPersonal: isPersonal, folders: folders)
        self.original = original
    }

    /// - Returns: `nil` when `original` does not match the record.
    init?(_ record: SetupRecord, original: [UInt8]?) {
        guard record.original == original.map(SetupRecord.digest) else { return nil }
        (self.record, self.original) = (record, original)
    }

    /// Returns `true` when the file has not changed since setup.
    func isUntouched(_ current: [UInt8]) -> Bool { record.installed == SetupRecord.digest(current) }
}

extension OriginalFile {
    init(_ backup: FileBackup?) {
        self = backup.map { $0.original.map(OriginalFile.bytes) ?? .absent } ?? .unknown
    }
}

/// The private folder with the record and the backup of one file.
struct SetupRecordFolder: Sendable {
    let url: URL
    /// The original file, byte for byte, which the user may read too.
    var backup: URL { url.appending(path: name) }
    private var record: URL { url.appending(path: "record.json") }
    private let name: String

    init(of file: EditedFile, for agent: Agent, in state: StateFolder) {
        let digest = SetupRecord.digest(Array(file.path.utf8)).prefix(12)
        name = FilePath.name(of: file.path)
        url = state.url.appending(path: "setup/\(agent.rawValue)-\(digest)", directoryHint: .isDirectory)
    }

    /// - Returns: `nil` when there is no valid backup.
    func read() -> FileBackup? {
        guard let data = try? Data(contentsOf: record),
            let known = try? CanonicalJSON.decode(SetupRecord.self, from: data)
        else { return nil }
        guard known.original != nil else { return FileBackup(known, original: nil) }
        return (try? Data(contentsOf: backup)).flatMap { FileBackup(known, original: Array($0)) }
    }

    /// - Throws: ``CommandFailure`` when it cannot be written.
    func write(_ kept: FileBackup) throws {
        do {
            if let original = kept.original { try PrivateFile(path: backup.path).write(original) }
            try PrivateFile(path: record.path).write(try CanonicalJSON.encode(kept.record))
        } catch ClientError.badFile(_, let reason) {
            throw unusable(url, reason)
        }
    }

    /// Writes an earlier backup again, or removes the folder when there was none.
    func restore(_ kept: FileBackup?) {
        if let kept { try? write(kept) } else { remove() }
    }

    func remove() { try? FileManager.default.removeItem(at: url) }

    /// Runs `work` while holding a lock that excludes other runs of setup by the same user.
    ///
    /// - Throws: ``CommandFailure`` when the folder cannot be used.
    func withLock<Value>(_ work: () throws -> Value) throws -> Value {
        let folder = url.deletingLastPathComponent()
        do throws(PrivateFolder.Failure) {
            try PrivateFolder(path: folder.path).make()
        } catch {
            throw unusable(folder, "\(error).")
        }
        let lock = open(folder.appending(path: "lock").path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard lock >= 0 else { throw unusable(folder, String(cString: strerror(errno)) + ".") }
        defer { close(lock) }
        while flock(lock, LOCK_EX) != 0, errno == EINTR {}
        return try work()
    }

    /// - Parameter reason: a sentence with its full stop.
    private func unusable(_ folder: URL, _ reason: String) -> CommandFailure {
        CommandFailure(
            "Nothing was changed, because no backup can be written to \(folder.path): \(reason) Free space there, take "
                + "ownership of the folder, or name another with XDG_STATE_HOME.")
    }
}
