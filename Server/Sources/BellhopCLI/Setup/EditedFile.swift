import BellhopTerminal
import Foundation

/// A person's file that is changed as a whole or not at all. A link to it stays a link.
struct EditedFile: Sendable {
    /// What the links lead to.
    let path: String
    /// As the agent names it.
    let name: String

    /// - Throws: ``CommandFailure`` when the links go in circles.
    init(_ url: URL) throws {
        name = url.standardizedFileURL.path
        path = try LinkTarget.of(url.path)
    }

    var folder: String { (path as NSString).deletingLastPathComponent }

    /// - Returns: `nil` when there is no such file.
    func read() throws -> [UInt8]? {
        guard access(path, F_OK) == 0 else {
            guard errno == ENOENT || errno == ENOTDIR else { throw failure("cannot be read") }
            return nil
        }
        guard attributes?[.type] as? FileAttributeType == .typeRegular else {
            throw CommandFailure("\(path) is no file, but a folder or a device. Move it away and run this again.")
        }
        guard let data = FileManager.default.contents(atPath: path) else { throw failure("cannot be read") }
        return Array(data)
    }

    /// Replaces what was read, and makes the folders that are missing.
    ///
    /// - Parameters:
    ///   - former: what was read; another program may have written since, and then nothing is changed.
    ///   - bytes: `nil` to remove the file.
    /// - Returns: the folders that were made, the outermost first.
    @discardableResult
    func replace(_ former: [UInt8]?, with bytes: [UInt8]?) throws -> [String] {
        try check()
        guard let bytes else {
            guard try read() == former else { throw changed }
            guard unlink(path) == 0 else { throw failure("cannot be removed") }
            return []
        }
        let made = try makeFolder()
        let draft = folder + "/.bellhop-" + String(UInt64.random(in: .min ... .max), radix: 36)
        defer { unlink(draft) }
        try write(bytes, to: draft)
        guard try read() == former else { throw changed }
        if former == nil, link(draft, path) == 0 { return made }
        // A file that appeared at this very moment is not replaced; only some file systems know no links.
        guard former != nil || errno != EEXIST else { throw changed }
        guard rename(draft, path) == 0 else { throw failure("cannot be replaced") }
        return made
    }

    private func makeFolder() throws -> [String] {
        var missing: [String] = []
        var folder = folder
        while !FileManager.default.fileExists(atPath: folder) {
            missing.insert(folder, at: 0)
            folder = (folder as NSString).deletingLastPathComponent
        }
        for (index, folder) in missing.enumerated() where mkdir(folder, 0o777) != 0 {
            let reason = String(cString: strerror(errno))
            for made in missing[..<index].reversed() { rmdir(made) }
            throw CommandFailure(
                "The folder \(folder) cannot be made: \(reason). Nothing was changed: make it yourself, then run this again."
            )
        }
        return missing
    }

    /// With the mode and owner of the file that it will replace.
    private func write(_ bytes: [UInt8], to draft: String) throws {
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure("cannot be written") }
        defer { close(descriptor) }
        if let owner = number(.ownerAccountID), let group = number(.groupOwnerAccountID) {
            _ = fchown(descriptor, owner, group)
        }
        if let mode = number(.posixPermissions) {
            guard fchmod(descriptor, mode_t(mode)) == 0 else { throw failure("cannot be written") }
        }
        if let error = Descriptor.write(bytes, to: descriptor) { throw failure("cannot be written", error) }
        guard fsync(descriptor) == 0 else { throw failure("cannot be written") }
    }

    /// `nil` when there is no such file.
    private var attributes: [FileAttributeKey: Any]? { try? FileManager.default.attributesOfItem(atPath: path) }

    func number(_ key: FileAttributeKey) -> UInt32? { (attributes?[key] as? NSNumber)?.uint32Value }

    private var changed: CommandFailure {
        CommandFailure("\(path) was changed by another program at this moment, and stays as it is. Run this again.")
    }

    private func failure(_ what: String, _ error: Int32 = errno) -> CommandFailure {
        CommandFailure("\(path) \(what): \(String(cString: strerror(error))).")
    }
}
