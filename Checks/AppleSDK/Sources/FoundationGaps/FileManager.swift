// developer.apple.com/documentation/foundation/filemanager/containerurl(forsecurityapplicationgroupidentifier:)

public import Foundation

extension FileManager {
    /// A folder for each group whose name begins with `group.`, as the entitlements of an app under test would list it.
    public func containerURL(forSecurityApplicationGroupIdentifier groupIdentifier: String) -> URL? {
        guard groupIdentifier.hasPrefix("group.") else { return nil }
        return temporaryDirectory.appendingPathComponent(groupIdentifier, isDirectory: true)
    }
}
