import BellhopFoundation

/// A folder that only its owner can enter.
package struct PrivateFolder {
    package let path: String

    package init(path: String) { self.path = path }

    /// The one that `file` is in.
    init(of file: String) {
        let end = file.lastIndex(of: "/") ?? file.startIndex
        path = end > file.startIndex ? String(file[..<end]) : file.hasPrefix("/") ? "/" : "."
    }

    /// Why a folder cannot be made, in the system's words: Foundation has none for some reasons on Linux.
    package struct Failure: Error, CustomStringConvertible {
        let code: CInt

        /// As a part of a sentence.
        package var description: String {
            let words = String(cString: strerror(code))
            return words.prefix(1).lowercased() + words.dropFirst()
        }
    }

    /// Makes it (0700), and those above it, where there is none.
    package func make() throws(Failure) {
        guard let code = attempt() else { return }
        let parent = PrivateFolder(of: path)
        guard code == ENOENT, parent.path != path else { throw Failure(code: code) }
        try parent.make()
        if let code = attempt() { throw Failure(code: code) }
    }

    /// - Returns: why it is not there; `nil` when it is, whoever made it.
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
