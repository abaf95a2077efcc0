import BellhopFoundation
import BellhopTerminal

/// A user's file that is replaced atomically. A symbolic link to it is kept.
struct EditedFile: Sendable {
    /// The path with all links resolved.
    let path: String
    /// The path as the agent names it.
    let name: String

    /// - Throws: ``CommandFailure`` when the links go in circles.
    init(_ url: URL) throws {
        name = url.standardizedFileURL.path
        path = try LinkTarget.of(url.path)
    }

    var folder: String { FilePath.folder(of: path) }

    /// - Returns: `nil` when there is no such file.
    func read() throws -> [UInt8]? {
        guard access(path, F_OK) == 0 else {
            guard errno == ENOENT || errno == ENOTDIR else { throw failure("cannot be read") }
            return nil
        }
        guard let mode = Descriptor.status(of: path)?.st_mode, mode & S_IFMT == S_IFREG else {
            throw CommandFailure("\(path) is a folder or a device, not a file. Move it away and run this again.")
        }
        guard let data = FileManager.default.contents(atPath: path) else { throw failure("cannot be read") }
        return Array(data)
    }

    /// Replaces the contents and creates missing folders.
    ///
    /// - Parameters:
    ///   - before: the contents that were read; nothing is changed when another program has written since.
    ///   - bytes: the new contents; `nil` to remove the file.
    /// - Returns: the created folders, the outermost first.
    @discardableResult
    func replace(_ before: [UInt8]?, with bytes: [UInt8]?) throws -> [String] {
        try check()
        guard let bytes else {
            guard try read() == before else { throw changed }
            guard unlink(path) == 0 else { throw failure("cannot be removed") }
            return []
        }
        let created = try makeFolder()
        let draft = folder + "/.bellhop-" + String(UInt64.random(in: .min ... .max), radix: 36)
        defer { unlink(draft) }
        try write(bytes, to: draft)
        guard try read() == before else { throw changed }
        if before == nil, link(draft, path) == 0 { return created }
        // A file that was created in the meantime is not replaced. On file systems without hard links `rename` has to do.
        guard before != nil || errno != EEXIST else { throw changed }
        guard rename(draft, path) == 0 else { throw failure("cannot be replaced") }
        return created
    }

    private func makeFolder() throws -> [String] {
        var missing: [String] = []
        var folder = folder
        while !FileManager.default.fileExists(atPath: folder) {
            missing.insert(folder, at: 0)
            folder = FilePath.folder(of: folder)
        }
        for (index, folder) in missing.enumerated() where mkdir(folder, 0o777) != 0 {
            let reason = String(cString: strerror(errno))
            for created in missing[..<index].reversed() { rmdir(created) }
            throw CommandFailure(
                "The folder \(folder) cannot be created: \(reason). Nothing was changed: create it yourself, then run this again."
            )
        }
        return missing
    }

    /// Writes `draft` with the mode and owner of the file that it will replace.
    private func write(_ bytes: [UInt8], to draft: String) throws {
        let descriptor = open(draft, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o666)
        guard descriptor >= 0 else { throw failure("cannot be written") }
        defer { close(descriptor) }
        if let status = Descriptor.status(of: path) {
            _ = fchown(descriptor, status.st_uid, status.st_gid)
            guard fchmod(descriptor, status.st_mode & 0o7777) == 0 else { throw failure("cannot be written") }
        }
        if let error = Descriptor.write(bytes, to: descriptor) { throw failure("cannot be written", error) }
        guard fsync(descriptor) == 0 else { throw failure("cannot be written") }
    }

    private var changed: CommandFailure {
        CommandFailure("\(path) was just changed by another program, so setup did not change it. Run this again.")
    }

    private func failure(_ what: String, _ error: Int32 = errno) -> CommandFailure {
        CommandFailure("\(path) \(what): \(String(cString: strerror(error))).")
    }
}

extension EditedFile {
    /// Checks that the file can be written, before anything is written.
    func check() throws {
        if let mode = Descriptor.status(of: path)?.st_mode, mode & 0o222 == 0 || access(path, W_OK) != 0 {
            // The program that made a link may write its target again.
            let remedy =
                name == path
                ? "To allow the change: chmod u+w \(path)" : "\(name) is a link to it: change it where it is generated"
            throw CommandFailure("\(path) is read-only and was not changed. \(remedy).")
        }
        let folder = nearestFolder
        guard Self.isFolder(folder) else {
            throw CommandFailure(
                "\(folder) is a file, but \(path) needs a folder there. Move it away and run this again.")
        }
        guard access(folder, W_OK) == 0 else {
            throw CommandFailure(
                "The folder \(folder) is read-only, so \(path) was not changed. To allow the change: chmod u+w \(folder)."
            )
        }
    }

    /// The nearest existing folder above the file.
    private var nearestFolder: String {
        var folder = folder
        while !FileManager.default.fileExists(atPath: folder), folder != "/", !folder.isEmpty {
            folder = FilePath.folder(of: folder)
        }
        return folder
    }

    private static func isFolder(_ path: String) -> Bool {
        Descriptor.status(of: path).map { $0.st_mode & S_IFMT == S_IFDIR } ?? false
    }
}

/// Resolves all links of a path, which may lead to a file that does not exist yet.
enum LinkTarget {
    private static let limit = 40

    /// - Throws: ``CommandFailure`` when the links go in circles.
    static func of(_ name: String) throws -> String {
        var path = inRealFolder(name)
        var links = 0
        while let target = try? FileManager.default.destinationOfSymbolicLink(atPath: path) {
            links += 1
            guard links <= limit else {
                throw CommandFailure("\(name) is a link that leads to itself. Remove it and run this again.")
            }
            // `..` after a linked folder leads to the parent of the link's target.
            let folder = FilePath.folder(of: path)
            path = inRealFolder(target.hasPrefix("/") ? target : folder + "/" + target)
        }
        return path
    }

    private static func inRealFolder(_ path: String) -> String {
        FilePath.join(real(FilePath.folder(of: path)), FilePath.name(of: path))
    }

    /// `folder` without links, as far as it exists.
    private static func real(_ folder: String) -> String {
        if let path = realpath(folder, nil) {
            defer { free(path) }
            return String(cString: path)
        }
        let parent = FilePath.folder(of: folder)
        guard parent != folder else { return folder }
        return FilePath.join(real(parent), FilePath.name(of: folder))
    }
}
