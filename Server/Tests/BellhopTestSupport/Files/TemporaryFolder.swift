public import Foundation

/// A folder of a test's own, for its owner alone, gone with everything in it when nobody holds it any more.
///
/// Swift may let go of it as soon as nothing names it: where the folder has to outlive its last mention, ``with(_:)``
/// lends it, or ``remove()`` says when.
public final class TemporaryFolder: Sendable {
    /// Without the symbolic links that lead there, of which macOS has one: programs print it as it is.
    public let url: URL

    public var path: String { url.path }

    public init() throws {
        url = FileManager.default.temporaryDirectory.resolvingSymlinksInPath()
            .appending(path: "bellhop-\(UUID().uuidString)", directoryHint: .isDirectory)
        try FileManager.default.createDirectory(
            at: url, withIntermediateDirectories: false, attributes: [.posixPermissions: 0o700])
    }

    deinit { remove() }

    /// Removes it, also where the test has made it read-only. More than once does no more.
    public func remove() {
        _ = chmod(path, 0o700)
        try? FileManager.default.removeItem(at: url)
    }

    /// Lends a new folder to `body`, and removes it afterwards.
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
