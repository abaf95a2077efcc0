import BellhopTerminal
import Foundation

/// Where a path leads when all links are followed, also where nothing is yet.
enum LinkTarget {
    private static let limit = 40

    /// - Throws: ``CommandFailure`` when the links go in circles.
    static func of(_ name: String) throws -> String {
        var path = inRealFolder(name)
        var links = 0
        while let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
            links += 1
            guard links <= limit else {
                throw CommandFailure("\(name) is a link that leads to itself. Take it away and run this again.")
            }
            // `..` behind a folder that is a link leads out of what that link leads to.
            let folder = (path as NSString).deletingLastPathComponent
            path = inRealFolder(target.hasPrefix("/") ? target : folder + "/" + target)
        }
        return path
    }

    private static func inRealFolder(_ path: String) -> String {
        let path = path as NSString
        return (real(path.deletingLastPathComponent) as NSString).appendingPathComponent(path.lastPathComponent)
    }

    /// `folder` without links, as far as it exists.
    private static func real(_ folder: String) -> String {
        if let path = realpath(folder, nil) {
            defer { free(path) }
            return String(cString: path)
        }
        let parent = (folder as NSString).deletingLastPathComponent
        guard parent != folder else { return folder }
        return (real(parent) as NSString).appendingPathComponent((folder as NSString).lastPathComponent)
    }
}
