import BellhopModel

/// A script that a command runs, as it was when the command was asked about.
///
/// An approval is for these bytes: they are part of the signed input, and the hook compares the file again before it lets the
/// command run.
public struct ScriptFile: Hashable, Sendable {
    /// The name in the command.
    public let name: String
    /// The absolute path; `nil` when only a shell can expand it.
    public let path: String?
    public let state: State

    public enum State: Hashable, Sendable {
        /// A regular file.
        ///
        /// - link: the target, if the path is a symbolic link.
        /// - sha256: 64 hex digits.
        /// - head: the first lines; `nil` for a file that is no text.
        case read(size: Int, sha256: String, link: String?, head: String?)
        case unbound(Problem)
    }

    /// The reason why a script's content is unknown.
    public enum Problem: Hashable, Sendable {
        case missing
        case unreadable
        /// A folder, a pipe or a device.
        case notAFile
        case tooLarge(bytes: Int)
        /// Only a shell can expand the path: it has a variable or a pattern, or depends on a folder that has.
        case unknownPath
        /// The command runs more scripts than the limit.
        case oneTooMany
    }

    public init(name: String, path: String?, state: State) {
        self.name = name
        self.path = path
        self.state = state
    }

    /// The size of the largest file that is read, in bytes.
    public static let limit = 16 << 20
    /// The maximum number of scripts of one command.
    public static let most = 8
    /// The number of bytes of the head.
    public static let headLength = 2000
}

extension ScriptFile {
    /// The file as part of the signed input.
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

    /// The warning, shown first: this file may have any content by the time it runs.
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
    /// The problem in one phrase.
    public var words: String {
        switch self {
        case .missing: "it does not exist yet"
        case .unreadable: "it cannot be read"
        case .notAFile: "it is not a regular file"
        case .tooLarge(let bytes): "too large, \(bytes >> 20) MiB"
        case .unknownPath: "only a shell can expand its path"
        case .oneTooMany: "the command runs more than \(ScriptFile.most) scripts"
        }
    }
}
