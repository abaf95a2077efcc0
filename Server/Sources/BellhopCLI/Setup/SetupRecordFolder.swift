import BellhopAgents
import BellhopClient
import BellhopModel
import BellhopTerminal
import Foundation

/// Where the record of one file is kept: two files in a folder that only its owner can enter.
struct SetupRecordFolder: Sendable {
    let url: URL
    /// The file as it was, byte for byte, for people too.
    var backup: URL { url.appending(path: name) }
    private var record: URL { url.appending(path: "record.json") }
    private let name: String

    init(of file: EditedFile, for agent: Agent, in state: StateFolder) {
        let digest = SetupRecord.digest(Array(file.path.utf8)).prefix(12)
        name = (file.path as NSString).lastPathComponent
        url = state.url.appending(path: "setup/\(agent.rawValue)-\(digest)", directoryHint: .isDirectory)
    }

    /// - Returns: `nil` when there is none, or one that cannot be relied on.
    func read() -> KeptFile? {
        guard let data = try? Data(contentsOf: record),
            let known = try? CanonicalJSON.decode(SetupRecord.self, from: data)
        else { return nil }
        guard known.former != nil else { return KeptFile(known, former: nil) }
        return (try? Data(contentsOf: backup)).flatMap { KeptFile(known, former: Array($0)) }
    }

    /// - Throws: ``CommandFailure`` when it cannot be written.
    func write(_ kept: KeptFile) throws {
        do {
            if let former = kept.former { try PrivateFile(path: backup.path).write(former) }
            try PrivateFile(path: record.path).write(try CanonicalJSON.encode(kept.record))
        } catch ClientError.badFile(_, let reason) {
            throw unusable(url, reason)
        }
    }

    /// Puts back what was kept before.
    func restore(_ kept: KeptFile?) {
        if let kept { try? write(kept) } else { remove() }
    }

    func remove() { try? FileManager.default.removeItem(at: url) }

    /// Does `work` while no other set-up of the same user does.
    ///
    /// - Throws: ``CommandFailure`` when the folder cannot be used.
    func alone<Value>(_ work: () throws -> Value) throws -> Value {
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

    /// - Parameter reason: with its full stop.
    private func unusable(_ folder: URL, _ reason: String) -> CommandFailure {
        CommandFailure(
            "The file as it was cannot be kept in \(folder.path), so that nothing is changed: \(reason) Make room there, give "
                + "the folder to yourself, or name another with XDG_STATE_HOME.")
    }
}
