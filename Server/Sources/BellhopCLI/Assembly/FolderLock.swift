import BellhopTerminal
import Foundation

/// Keeps a data folder for one server: a second would claim and send what the first is sending.
///
/// The lock goes with the process, however it ends. It is a file of its own, because SQLite's locks on the database
/// are lost when anything else in the process closes that file.
final class FolderLock: Sendable {
    private let descriptor: CInt

    /// - Throws: ``CommandFailure`` when another server has the folder.
    init(_ folder: DataFolder) throws {
        let file = folder.url.appending(path: "bellhop.lock")
        descriptor = open(file.path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw CommandFailure("\(file.path) cannot be written: \(String(cString: strerror(errno))).")
        }
        // Every property is set here, so that `deinit` runs, and closes the file, also when this throws.
        guard flock(descriptor, LOCK_EX | LOCK_NB) == 0 else {
            throw CommandFailure(
                "Another server works in the data folder \(folder.url.path): stop it, or choose another with --data.")
        }
    }

    deinit {
        if descriptor >= 0 { close(descriptor) }
    }
}
