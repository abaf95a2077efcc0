public import BellhopFoundation

/// A ``Journal`` in a folder: a folder for each drawer, a file for each record.
///
/// On Apple's systems give it a folder in the app group's container, so that the app's extensions share it. Files
/// there are readable after the first unlock, which an action on the lock screen needs.
public actor FileJournal: Journal {
    private let folder: String

    /// Creates missing folders, accessible by their owner only, and removes drafts of killed processes.
    ///
    /// - Throws: `CocoaError` when they cannot be created.
    public init(folder: URL) throws {
        self.folder = folder.path
        for drawer in RecordKey.Drawer.allCases {
            let path = "\(folder.path)/\(drawer.rawValue)"
            try FileManager.default.createDirectory(
                atPath: path, withIntermediateDirectories: true, attributes: [.posixPermissions: 0o700])
            AtomicFile.removeOldDrafts(in: path)
        }
    }

    public func read(_ key: RecordKey) throws -> [UInt8]? { try file(key).read() }

    /// Reads a record synchronously, for use at launch.
    nonisolated public func readNow(_ key: RecordKey) throws -> [UInt8]? { try file(key).read() }

    public func write(_ bytes: [UInt8], to key: RecordKey) throws { try file(key).write(bytes) }

    public func remove(_ key: RecordKey) throws { try file(key).remove() }

    public func keys(in drawer: RecordKey.Drawer) throws -> [RecordKey] {
        try FileManager.default.contentsOfDirectory(atPath: "\(folder)/\(drawer.rawValue)").compactMap { name in
            name.hasSuffix(Self.suffix) ? RecordKey(drawer, String(name.dropLast(Self.suffix.count))) : nil
        }
    }

    private static let suffix = ".json"

    nonisolated private func file(_ key: RecordKey) -> AtomicFile { AtomicFile(path: "\(folder)/\(key)\(Self.suffix)") }
}
