#if canImport(UIKit) && !os(watchOS)
public import BellhopKit
public import Foundation

/// The folder that the app and its extensions share.
public enum AppGroupStorage {
    /// The journal in the container of an app group.
    ///
    /// - Throws: ``AppGroupMissing`` when the entitlements do not list the group; `CocoaError` when the folder cannot
    ///   be made.
    public static func journal(in group: String, of files: FileManager = .default) throws -> FileJournal {
        guard let container = files.containerURL(forSecurityApplicationGroupIdentifier: group) else {
            throw AppGroupMissing(group: group)
        }
        return try journal(at: container.appendingPathComponent("Bellhop", isDirectory: true), files)
    }

    static func journal(at folder: URL, _ files: FileManager = .default) throws -> FileJournal {
        // New files take over the folder's protection. An action on the lock screen writes too.
        try files.createDirectory(
            at: folder, withIntermediateDirectories: true,
            attributes: [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication])
        // What one device still has to send must not be sent by another that its backup is restored to.
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        var url = folder
        try url.setResourceValues(values)
        return try FileJournal(folder: folder)
    }
}

/// The app may not use this app group. Its entitlements, or those of the extension, do not list it, or by another name.
public struct AppGroupMissing: Error, Hashable, Sendable, CustomStringConvertible {
    public let group: String

    public var description: String { "the entitlements do not list the app group \(group)" }
}
#endif
