public import Foundation

/// A private temporary folder, deleted with its contents when its last reference is released.
///
/// Swift may release it after its last use. For a folder that must outlive its last use, call ``with(_:)``, or
/// ``remove()`` at the end.
public final class TemporaryFolder: Sendable {
    /// The folder's URL without symbolic links, as programs print it; macOS's temporary folder is behind a link.
    public let url: URL

    public var path: String { url.path }

    public init() throws {
        url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "bellhop-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { remove() }

    /// Removes the folder, also if the test made it read-only. May be called more than once.
    public func remove() {
        _ = chmod(path, 0o700)
        try? FileManager.default.removeItem(at: url)
    }

    /// Runs `body` with a new folder, and removes the folder afterwards.
    public static func with<Value>(_ body: (URL) throws -> Value) throws -> Value {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        return try body(folder.url)
    }

    public static func with<Value>(_ body: (URL) async throws -> Value) async throws -> Value {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        return try await body(folder.url)
    }
}

extension FileManager {
    /// The permission bits of the item at `path`.
    public func mode(ofItemAtPath path: String) throws -> Int? {
        (try attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }

    public func setMode(_ mode: Int, ofItemAtPath path: String) throws {
        try setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
}

/// The repository of the tests, whose documents and samples they compare with the code.
public enum Repository {
    public static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../..")
        .standardizedFileURL

    /// - Parameter path: the path from the root.
    public static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
