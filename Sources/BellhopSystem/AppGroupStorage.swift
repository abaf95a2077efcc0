#if canImport(UIKit) && !os(watchOS)
package import BellhopKit

#if canImport(FoundationNetworking)
import Foundation
#else
package import Foundation
#endif

/// The folder of Bellhop's files, which the app may share with its extensions.
package enum AppGroupStorage {
    /// The journal in the container of an app group.
    ///
    /// - Parameter group: `nil` for the app's own container.
    /// - Throws: ``AppGroupMissing`` when the entitlements do not list the group; `CocoaError` when the folder cannot
    ///   be created.
    package static func journal(in group: String?, of files: FileManager = .default) throws -> FileJournal {
        guard let group else {
            let support = try files.url(
                for: .applicationSupportDirectory, in: .userDomainMask, appropriateFor: nil, create: true)
            return try journal(at: support.appendingPathComponent("Bellhop", isDirectory: true), files)
        }
        guard let container = files.containerURL(forSecurityApplicationGroupIdentifier: group) else {
            throw AppGroupMissing(group: group)
        }
        return try journal(at: container.appendingPathComponent("Bellhop", isDirectory: true), files)
    }

    static func journal(at folder: URL, _ files: FileManager = .default) throws -> FileJournal {
        // New files inherit the folder's protection. An action on the lock screen writes too.
        try files.createDirectory(
            at: folder, withIntermediateDirectories: true,
            attributes: [.protectionKey: FileProtectionType.completeUntilFirstUserAuthentication])
        // A device restored from a backup must not send the queued requests of the former device.
        var values = URLResourceValues()
        values.isExcludedFromBackup = true
        var url = folder
        try url.setResourceValues(values)
        return try FileJournal(folder: folder)
    }
}

/// The app group is not listed in the entitlements of the app or the extension, or has another name there.
public struct AppGroupMissing: Error, Hashable, Sendable, CustomStringConvertible {
    public let group: String

    public var description: String { "the entitlements do not list the app group \(group)" }
}
#endif
