import BellhopFoundation

/// A file that holds secrets: created with mode 0600, never readable by others even for a moment, and replaced as a
/// whole or not at all.
package struct PrivateFile {
    package let path: String

    package init(path: String) { self.path = path }

    /// - Returns: `nil` when there is no such file.
    package func read() throws(ClientError) -> [UInt8]? {
        let file = open(path, O_RDONLY | O_CLOEXEC)
        if file < 0, errno == ENOENT { return nil }
        defer { if file >= 0 { close(file) } }
        guard file >= 0, let bytes = Self.read(file) else {
            throw .badFile(path: path, reason: "it cannot be read: check who owns it, and its mode.")
        }
        return bytes
    }

    /// Returns whether accounts other than its owner can write the open `file`, or its mode cannot be read.
    package static func isWritableByOthers(_ file: CInt) -> Bool {
        var status = stat()
        return fstat(file, &status) != 0 || status.st_mode & 0o022 != 0
    }

    private static func read(_ file: CInt) -> [UInt8]? {
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 16_384)
        while true {
            let count = BellhopFoundation.read(file, &buffer, buffer.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { return count == 0 ? bytes : nil }
            bytes += buffer[..<count]
        }
    }

    /// Creates the folder with mode 0700 if it is missing. A symbolic link is kept, and its target is replaced.
    ///
    /// - Parameter durably: `true` to return only after the file is on disk. Otherwise a power failure may lose it.
    package func write(_ bytes: [UInt8], durably: Bool = true) throws(ClientError) {
        let target = isLink ? URL(filePath: path).resolvingSymlinksInPath().path : path
        let draft = target + "." + String(UInt64.random(in: .min ... .max), radix: 36)
        var file = Self.create(draft)
        if file < 0, errno == ENOENT {
            do {
                try PrivateFolder(of: target).make()
            } catch {
                throw .badFile(path: path, reason: "its folder cannot be created: \(error).")
            }
            file = Self.create(draft)
        }
        guard file >= 0 else { throw failure("its folder cannot be written to") }
        let isWritten = Self.write(bytes, to: file) && (!durably || fsync(file) == 0)
        guard close(file) == 0, isWritten else {
            let error = failure("it cannot be written")
            unlink(draft)
            throw error
        }
        guard rename(draft, target) == 0 else {
            let error = failure("it cannot be replaced")
            unlink(draft)
            throw error
        }
        if durably { Self.sync(PrivateFolder(of: target).path) }
    }

    private var isLink: Bool {
        var first: CChar = 0
        return readlink(path, &first, 1) >= 0
    }

    private static func create(_ path: String) -> CInt { open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o600) }

    /// Synchronizes a folder, so that a power failure does not restore the former file under the name.
    private static func sync(_ folder: String) {
        let descriptor = open(folder, O_RDONLY | O_DIRECTORY | O_CLOEXEC)
        guard descriptor >= 0 else { return }
        fsync(descriptor)
        close(descriptor)
    }

    private static func write(_ bytes: [UInt8], to file: CInt) -> Bool {
        bytes.withUnsafeBytes { buffer in
            var position = 0
            while position < buffer.count {
                let written = buffer[position...].withUnsafeBytes {
                    BellhopFoundation.write(file, $0.baseAddress, $0.count)
                }
                if written < 0, errno == EINTR { continue }
                guard written > 0 else { return false }
                position += written
            }
            return true
        }
    }

    private func failure(_ what: String) -> ClientError {
        .badFile(path: path, reason: "\(what): \(String(cString: strerror(errno))).")
    }
}

/// A folder that only its owner can enter.
package struct PrivateFolder {
    package let path: String

    package init(path: String) { self.path = path }

    /// The folder of `file`.
    init(of file: String) {
        let end = file.lastIndex(of: "/") ?? file.startIndex
        path = end > file.startIndex ? String(file[..<end]) : file.hasPrefix("/") ? "/" : "."
    }

    /// The system's reason for not creating a folder: Foundation has none for some reasons on Linux.
    package struct Failure: Error, CustomStringConvertible {
        let code: CInt

        /// The reason as part of a sentence.
        package var description: String {
            let words = String(cString: strerror(code))
            return words.prefix(1).lowercased() + words.dropFirst()
        }
    }

    /// Creates the folder (0700) and its parents if they are missing.
    package func make() throws(Failure) {
        guard let code = attempt() else { return }
        let parent = PrivateFolder(of: path)
        guard code == ENOENT, parent.path != path else { throw Failure(code: code) }
        try parent.make()
        if let code = attempt() { throw Failure(code: code) }
    }

    /// - Returns: the error code; `nil` when the folder exists.
    private func attempt() -> CInt? {
        if isThere || mkdir(path, 0o700) == 0 { return nil }
        let code = errno
        if isThere { return nil }
        return code == EEXIST ? ENOTDIR : code
    }

    private var isThere: Bool {
        var status = stat()
        return stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFDIR
    }
}
