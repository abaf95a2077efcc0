import BellhopStore
import Foundation

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Where the database lies, and how its file and folder come to be: readable by their owner only.
struct DatabaseFile {
    static let name = "bellhop.sqlite"

    let path: String

    init(path: String) { self.path = path }

    /// The database in `folder`, which is made with mode 0700 if it is absent. The mode of one that exists is kept.
    ///
    /// - Throws: ``StoreUnavailable`` when the folder cannot be made.
    init(folder: String) throws {
        let parent = (folder as NSString).deletingLastPathComponent
        if !parent.isEmpty {
            // A failure here shows itself in the next step, with a better reason.
            try? FileManager.default.createDirectory(atPath: parent, withIntermediateDirectories: true)
        }
        if mkdir(folder, 0o700) != 0, errno != EEXIST {
            throw StoreUnavailable("The folder \(folder) cannot be made: \(Self.lastError).")
        }
        self.init(path: (folder as NSString).appendingPathComponent(Self.name))
    }

    /// Makes an empty file with mode 0600 if there is none. SQLite gives its `-wal` and `-shm` files the same mode.
    ///
    /// - Throws: ``StoreUnavailable`` when the file cannot be made or opened for writing.
    func makeIfAbsent() throws {
        let descriptor = open(path, O_RDWR | O_CREAT | O_CLOEXEC, 0o600)
        guard descriptor >= 0 else {
            throw StoreUnavailable("The database \(path) cannot be opened for writing: \(Self.lastError).")
        }
        _ = close(descriptor)
    }

    private static var lastError: String { String(cString: strerror(errno)).lowercased() }
}
