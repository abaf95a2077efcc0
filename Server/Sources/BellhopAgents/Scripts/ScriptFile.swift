import BellhopModel

/// A script that a command runs, as it was when the command was asked about.
///
/// An approval is for these bytes: they take part in what is signed, and the hook looks at the file once more before it lets
/// the command run.
public struct ScriptFile: Hashable, Sendable {
    /// As the command names it.
    public let name: String
    /// The absolute path; `nil` where only a shell knows it.
    public let path: String?
    public let state: State

    public enum State: Hashable, Sendable {
        /// A regular file.
        ///
        /// - link: where the path leads, if it is a symbolic link.
        /// - sha256: 64 hex digits.
        /// - head: its first lines; `nil` for a file that is no text.
        case read(size: Int, sha256: String, link: String?, head: String?)
        case unbound(Problem)
    }

    /// Why a script's content is not known.
    public enum Problem: Hashable, Sendable {
        case missing
        case unreadable
        /// A folder, a pipe, a device.
        case notAFile
        case tooLarge(bytes: Int)
        /// A variable or a pattern in it, or a folder before it, is for the shell to expand.
        case unknownPath
        /// The command runs more scripts than are looked at.
        case oneTooMany
    }

    public init(name: String, path: String?, state: State) {
        self.name = name
        self.path = path
        self.state = state
    }

    /// The size of the largest file that is read, in bytes.
    public static let limit = 16 << 20
    /// The number of scripts of one command that are looked at.
    public static let most = 8
    /// The number of bytes kept of its beginning.
    public static let headLength = 2000
}

extension ScriptFile {
    /// As a part of what is signed.
    var json: JSONValue {
        var fields: [String: JSONValue] = ["name": .string(name), "path": path.map(JSONValue.string) ?? .null]
        switch state {
        case .read(let size, let sha256, let link, let head):
            fields["size"] = .integer(Int64(size))
            fields["sha256"] = .string(sha256)
            fields["link"] = link.map(JSONValue.string)
            fields["head"] = head.map(JSONValue.string)
        case .unbound(let problem): fields["not_bound"] = .string(problem.words)
        }
        return .object(fields)
    }

    /// To be shown before anything else: this file may hold anything by the time it runs.
    var warning: String? {
        guard case .unbound(let problem) = state else { return nil }
        return "\(DisplayText.line(name, characters: 80)) is not bound: \(problem.words)"
    }

    /// The file's description and its first lines.
    var lines: [String] {
        guard case .read(let size, let sha256, let link, let head) = state else { return [] }
        let target = link.map { " → \(DisplayText.line($0, characters: 80))" } ?? ""
        let title =
            "\(DisplayText.line(name, characters: 80))\(target): \(size) bytes, SHA-256 \(sha256.prefix(16))…"
        guard let head else { return [title, "| (no text)"] }
        let all = head.split(separator: "\n", omittingEmptySubsequences: true)
        let shown = all.prefix(Self.shownLines).map { "| \(DisplayText.line(String($0), characters: 80))" }
        let isWhole = all.count <= Self.shownLines && head.utf8.count >= size
        return [title] + shown + (isWhole ? [] : ["| …"])
    }

    private static let shownLines = 5
}

extension ScriptFile.Problem {
    /// One phrase.
    public var words: String {
        switch self {
        case .missing: "it is not there yet"
        case .unreadable: "it cannot be read"
        case .notAFile: "it is no regular file"
        case .tooLarge(let bytes): "too large, \(bytes >> 20) MiB"
        case .unknownPath: "only a shell knows its path"
        case .oneTooMany: "the command runs more than \(ScriptFile.most) scripts"
        }
    }
}
