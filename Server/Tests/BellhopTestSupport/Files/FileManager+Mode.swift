public import Foundation

extension FileManager {
    /// Who may read, write and run what is at `path`, as `chmod` is told it.
    public func mode(ofItemAtPath path: String) throws -> Int? {
        (try attributesOfItem(atPath: path)[.posixPermissions] as? NSNumber)?.intValue
    }

    public func setMode(_ mode: Int, ofItemAtPath path: String) throws {
        try setAttributes([.posixPermissions: mode], ofItemAtPath: path)
    }
}
