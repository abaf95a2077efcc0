public import Foundation

/// The repository that the tests were built from: they hold its documents and samples to what the code says.
public enum Repository {
    public static let root = URL(filePath: #filePath).deletingLastPathComponent().appending(path: "../../../..")
        .standardizedFileURL

    /// - Parameter path: from the root.
    public static func text(_ path: String) throws -> String {
        try String(contentsOf: root.appending(path: path), encoding: .utf8)
    }
}
