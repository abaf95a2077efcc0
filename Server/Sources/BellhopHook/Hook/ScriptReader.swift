import BellhopAgents
import BellhopFoundation
import BellhopModel
import Crypto

/// Reads the scripts that a command is about to run: when it is asked about, and again before it is allowed.
///
/// Only regular files are opened, and never in a way that waits: a pipe or a device in a script's place must not hold up the
/// hook. What happens to a file after the second look is not noticed.
struct ScriptReader: Sendable {
    /// The home folder, for `~`.
    var home = URL.homeDirectory.path

    /// - Returns: in their order; without what may be a program's argument and is no script.
    func read(_ names: [ScriptName]) -> [ScriptFile] {
        var files: [ScriptFile] = []
        for name in names {
            guard let file = read(name) else { continue }
            guard files.count < ScriptFile.most else {
                return files + [ScriptFile(name: name.word, path: nil, state: .unbound(.oneTooMany))]
            }
            files.append(file)
        }
        return files
    }

    private func read(_ name: ScriptName) -> ScriptFile? {
        guard let path = name.path else {
            return name.isCertain ? ScriptFile(name: name.word, path: nil, state: .unbound(.unknownPath)) : nil
        }
        let whole = path.hasPrefix("~") ? home + path.dropFirst() : path
        guard name.isCertain || Self.looksLikeScript(whole) else { return nil }
        return ScriptFile(name: name.word, path: whole, state: Self.state(of: whole))
    }

    /// Why `files` are not what they were; `nil` when they are.
    static func change(in files: [ScriptFile]) -> String? {
        for file in files {
            guard let path = file.path else { continue }
            let now = state(of: path)
            guard now != file.state else { continue }
            let name = DisplayText.line(file.name, characters: 80)
            if case .unbound(let problem) = now {
                return "the script \(name) has changed since it was asked about: \(problem.words)"
            }
            return "the script \(name) has changed since it was asked about"
        }
        return nil
    }

    /// It can be run by itself, or is called like something that an interpreter runs.
    private static func looksLikeScript(_ path: String) -> Bool {
        var found = stat()
        guard stat(path, &found) == 0, found.st_mode & S_IFMT == S_IFREG else { return false }
        let suffix = path.split(separator: ".").last.map { $0.lowercased() } ?? ""
        return found.st_mode & 0o111 != 0 || suffixes.contains(suffix)
    }

    private static let suffixes: Set<String> = [
        "sh", "bash", "zsh", "fish", "py", "js", "mjs", "cjs", "ts", "mts", "rb", "pl", "php", "lua", "ps1",
    ]

    private static func state(of path: String) -> ScriptFile.State {
        var found = stat()
        // Before it is opened: opening a device may do something.
        guard stat(path, &found) == 0 else {
            return .unbound(errno == ENOENT || errno == ENOTDIR ? .missing : .unreadable)
        }
        guard found.st_mode & S_IFMT == S_IFREG else { return .unbound(.notAFile) }
        guard found.st_size <= ScriptFile.limit else { return .unbound(.tooLarge(bytes: Int(found.st_size))) }
        let file = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY)
        guard file >= 0 else { return .unbound(errno == ENOENT ? .missing : .unreadable) }
        defer { close(file) }
        // It may be another one by now.
        guard fstat(file, &found) == 0, found.st_mode & S_IFMT == S_IFREG else { return .unbound(.notAFile) }
        guard let (size, digest, head) = contents(of: file) else { return .unbound(.unreadable) }
        guard size <= ScriptFile.limit else { return .unbound(.tooLarge(bytes: size)) }
        return .read(size: size, sha256: Hex.encode(digest), link: link(at: path), head: text(head))
    }

    /// - Returns: `nil` when it cannot be read to its end, or to a byte behind the limit.
    private static func contents(of file: CInt) -> (size: Int, digest: SHA256.Digest, head: [UInt8])? {
        var hash = SHA256()
        var head: [UInt8] = []
        var size = 0
        var piece = [UInt8](repeating: 0, count: 1 << 16)
        while size <= ScriptFile.limit {
            let count = BellhopFoundation.read(file, &piece, piece.count)
            guard count >= 0 else {
                if errno == EINTR { continue }
                return nil
            }
            guard count > 0 else { break }
            size += count
            hash.update(data: piece[..<count])
            if head.count < ScriptFile.headLength { head += piece[..<min(count, ScriptFile.headLength - head.count)] }
        }
        return (size, hash.finalize(), head)
    }

    private static func link(at path: String) -> String? {
        try? FileManager.default.destinationOfSymbolicLink(atPath: path)
    }

    /// - Returns: `nil` for what is no text. A letter that is cut at the end is left out.
    private static func text(_ head: [UInt8]) -> String? {
        guard !head.contains(0) else { return nil }
        for cut in 0..<4 {
            if let text = String(validating: head.dropLast(cut), as: UTF8.self) { return text }
        }
        return nil
    }
}
