import BellhopTerminal
import Foundation

extension EditedFile {
    /// Whether it may be written, before anything is.
    func check() throws {
        if let mode = number(.posixPermissions), mode & 0o222 == 0 || access(path, W_OK) != 0 {
            // What a link leads to may be made anew by whatever made the link.
            let way =
                name == path
                ? "To let it be changed: chmod u+w \(path)" : "\(name) is a link to it: change it where it is made"
            throw CommandFailure("\(path) is read-only, and stays as it is. \(way).")
        }
        let folder = nearestFolder
        guard Self.isFolder(folder) else {
            throw CommandFailure(
                "\(folder) is a file, where \(path) needs a folder. Move it away and run this again.")
        }
        guard access(folder, W_OK) == 0 else {
            throw CommandFailure(
                "The folder \(folder) is read-only, so \(path) stays as it is. To let it be changed: chmod u+w \(folder)."
            )
        }
    }

    /// The one that the file is in, or that folders for it would be made in.
    private var nearestFolder: String {
        var folder = folder
        while !FileManager.default.fileExists(atPath: folder), folder != "/", !folder.isEmpty {
            folder = (folder as NSString).deletingLastPathComponent
        }
        return folder
    }

    private static func isFolder(_ path: String) -> Bool {
        var isFolder: ObjCBool = false
        return FileManager.default.fileExists(atPath: path, isDirectory: &isFolder) && isFolder.boolValue
    }
}
