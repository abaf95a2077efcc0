import BellhopFoundation

/// A file that is replaced atomically, and is readable by its owner only.
///
/// A draft is written and flushed to the disk, then renamed, and the folder is flushed, because a rename changes the
/// folder. After a crash or a power loss the file has the old bytes or the new ones.
public struct AtomicFile: Sendable {
    public let path: String

    public init(path: String) { self.path = path }

    /// - Returns: `nil` when there is no such file.
    /// - Throws: ``StorageFailure`` when it cannot be read.
    public func read() throws(StorageFailure) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else {
            if errno == ENOENT { return nil }
            throw StorageFailure("cannot be opened")
        }
        defer { close(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = BellhopFoundation.read(file, &buffer, buffer.count)
            if count == 0 { return bytes }
            if count > 0 {
                bytes += buffer[..<count]
            } else if errno != EINTR {
                throw StorageFailure("cannot be read")
            }
        }
    }

    /// Writes the bytes durably.
    ///
    /// - Throws: ``StorageFailure`` when the bytes are not durable. The file then has its old content, or either
    ///   content when only the folder could not be flushed.
    public func write(_ bytes: [UInt8]) throws(StorageFailure) {
        let draft = nextDraft()
        let file = open(draft, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o600)
        guard file >= 0 else { throw StorageFailure("cannot be created") }
        do {
            defer { close(file) }
            try Self.write(bytes, to: file)
            try Self.flush(file)
        } catch {
            unlink(draft)
            throw error
        }
        guard rename(draft, path) == 0 else {
            let failure = StorageFailure("cannot be replaced")
            unlink(draft)
            throw failure
        }
        try flushFolder()
    }

    /// - Throws: ``StorageFailure`` when the file exists and cannot be removed.
    public func remove() throws(StorageFailure) {
        guard unlink(path) == 0 || errno == ENOENT else { throw StorageFailure("cannot be removed") }
        try flushFolder()
    }

    var folder: String { FilePath.folder(of: path) }
    var name: String { FilePath.name(of: path) }

    private func flushFolder() throws(StorageFailure) {
        let file = open(folder, O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { throw StorageFailure("has a folder that cannot be opened") }
        defer { close(file) }
        try Self.flush(file)
    }

    private static func write(_ bytes: [UInt8], to file: Int32) throws(StorageFailure) {
        var rest = bytes[...]
        while !rest.isEmpty {
            let count = rest.withUnsafeBytes { BellhopFoundation.write(file, $0.baseAddress, $0.count) }
            if count > 0 {
                rest = rest.dropFirst(count)
            } else if errno != EINTR {
                throw StorageFailure("cannot be written")
            }
        }
    }

    private static func flush(_ file: Int32) throws(StorageFailure) {
        #if canImport(Darwin)
        // On Apple's systems `fsync` leaves the bytes in the drive's cache (Apple, man 2 fsync).
        if fcntl(file, F_FULLFSYNC) == 0 { return }
        #endif
        guard fsync(file) == 0 else { throw StorageFailure("cannot be flushed") }
    }
}

/// A record could not be read, written or removed. The description has the reason and no path, which may contain a
/// name.
public struct StorageFailure: Error, Hashable, Sendable, CustomStringConvertible {
    public let description: String

    /// A failure with the system's reason of the last error.
    init(_ what: String) { description = "a record \(what): \(String(cString: strerror(errno)))" }
}

extension AtomicFile {
    /// The draft path of a new write, unique for each write.
    ///
    /// Named by time, for ``removeOldDrafts(in:at:)``; by process, because an app and its extension may write the same
    /// record; and by write, because two journals of one process may.
    func nextDraft() -> String {
        "\(folder)/.\(name).\(time(nil)).\(getpid()).\(Self.drafts.next())\(Self.draftSuffix)"
    }

    /// Removes the drafts that a killed process left in `folder`.
    ///
    /// Drafts are recognized by the age in their name: a lock that a suspended process holds in a shared folder would
    /// get it killed, and reading a file's dates is restricted. A write takes less than a second. One that was
    /// suspended for longer than an hour fails when it continues, and its record stays unchanged.
    ///
    /// - Parameter now: in seconds since 1970.
    static func removeOldDrafts(in folder: String, at now: Int = time(nil)) {
        let names = (try? FileManager.default.contentsOfDirectory(atPath: folder)) ?? []
        for name in names where name.hasPrefix(".") && name.hasSuffix(draftSuffix) {
            let parts = name.dropLast(draftSuffix.count).split(separator: ".").suffix(3)
            // Also a draft from the future: the clock was set back since.
            if let begin = parts.first.flatMap({ Int($0) }), !(now - 3600...now + 3600).contains(begin) {
                unlink("\(folder)/\(name)")
            }
        }
    }

    private static let draftSuffix = ".draft"
    private static let drafts = Counter()
}

/// A thread-safe counter.
private final class Counter: @unchecked Sendable {
    private let lock = Lock()
    // Guarded by `lock`.
    private var last: UInt64 = 0

    func next() -> UInt64 {
        lock.withLock {
            last += 1
            return last
        }
    }
}
