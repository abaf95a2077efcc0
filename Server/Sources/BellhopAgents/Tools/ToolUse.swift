import BellhopModel

/// The use of a tool that an agent asks for: the tool and its input.
struct ToolUse: Hashable {
    let name: String
    let input: [String: JSONValue]
    /// The agent's working folder.
    var folder: String?

    func text(_ field: String) -> String? { input[field]?.lenientText.flatMap { $0.isEmpty ? nil : $0 } }

    /// The first present field of `fields`: agents use different names.
    func text(_ fields: [String]) -> String? { fields.lazy.compactMap(text).first }
}

extension ToolUse {
    /// - Returns: `nil` when `input` names no tool.
    init?(of input: HookInput) {
        guard let name = input.toolName else { return nil }
        self.init(name: name, input: input.toolInput ?? [:], folder: input.folder)
    }

    /// The server and the tool of an MCP tool, which agents name `mcp__SERVER__TOOL`. Gemini CLI writes `mcp_SERVER_TOOL`, which
    /// is ambiguous for servers with an underscore in their names.
    var mcp: (server: String, tool: String)? {
        let separator = name.hasPrefix("mcp__") ? "__" : "_"
        guard name.hasPrefix("mcp" + separator) else { return nil }
        let rest = name.dropFirst("mcp".count + separator.count)
        guard let end = rest.firstRange(of: separator), end.lowerBound > rest.startIndex,
            end.upperBound < rest.endIndex
        else { return nil }
        return (String(rest[..<end.lowerBound]), String(rest[end.upperBound...]))
    }

    /// A command that is not the input of an agent's own tool.
    ///
    /// - Parameters:
    ///   - place: the folder in which it runs; `nil` for `folder`, or the one in `input`.
    ///   - folder: the agent's working folder.
    ///   - input: further fields.
    init(command: String, in place: String?, of folder: String?, with input: [String: JSONValue] = [:]) {
        var input = input
        input["command"] = .string(command)
        if let place { input["cwd"] = .string(place) }
        self.init(name: "Bash", input: input, folder: folder ?? place)
    }

    /// The command that the tool runs in a shell.
    var command: String? {
        if kind == .patch { return nil }
        for field in Self.commandFields {
            if let command = text(field) { return command }
            if let words = input[field]?.array?.compactMap(\.lenientText), !words.isEmpty {
                return words.joined(separator: " ")
            }
        }
        return kind == .shell ? patterns : nil
    }

    /// The folder in which the command runs, if the input names it.
    var place: String? { places.first }

    /// All folders that the input names for the command; an agent uses one of them.
    var places: [String] { command == nil ? [] : Self.placeFields.compactMap(text) }

    /// The agent's explanation. The description of other tools is part of their input.
    var explanation: String? {
        switch kind {
        case .shell, .patch: text("description")
        case .edit: text("instruction")
        default: nil
        }
    }

    /// OpenCode's patterns, for tools without other fields.
    var patterns: String? {
        guard let patterns = input["patterns"] else { return nil }
        let texts = patterns.array?.compactMap(\.lenientText) ?? [patterns.lenientText].compactMap(\.self)
        return texts.isEmpty ? nil : texts.joined(separator: "\n")
    }

    /// The path that the tool works on.
    var path: String? { text(Self.pathFields) }

    /// The last component of ``path``.
    var fileName: String? { path?.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) }
}

/// The agents' names for equal fields.
extension ToolUse {
    static let commandFields = ["command", "cmd", "script"]
    /// Gemini CLI renamed `directory` to `dir_path` (google-gemini/gemini-cli, packages/core/src/tools/shell.ts); Codex and
    /// OpenCode use `workdir`, app-servers `cwd`.
    static let placeFields = ["dir_path", "directory", "workdir", "working_directory", "cwd"]
    static let backgroundFields = ["run_in_background", "is_background"]
    static let pathFields = ["file_path", "notebook_path", "filePath", "filepath", "absolute_path", "path"]
}

/// The purpose of a tool, independent of its agent's name for it.
enum ToolKind: Hashable {
    case shell, patch, write, edit, notebook, read, find, fetch, search, subagent, list, other
}

extension ToolUse {
    var kind: ToolKind {
        switch name {
        case "Bash", "PowerShell", "run_shell_command", "bash", "shell", "exec_command", "local_shell": .shell
        case "apply_patch", "patch": .patch
        case "Write", "write_file", "write": .write
        case "Edit", "MultiEdit", "replace", "edit", "multiedit": .edit
        case "NotebookEdit": .notebook
        case "Read", "read_file", "read_many_files", "read": .read
        case "Grep", "Glob", "grep", "glob", "search_file_content", "list_directory": .find
        case "WebFetch", "web_fetch", "webfetch": .fetch
        case "WebSearch", "google_web_search", "websearch": .search
        case "Agent", "Task", "task": .subagent
        case "TodoWrite", "TaskCreate", "TaskUpdate", "TaskList", "TaskGet", "write_todos", "todowrite": .list
        default: .other
        }
    }
}

extension ToolUse {
    /// The agent's current activity in one short line, sanitised; `nil` for task-list tools.
    var activity: String? {
        switch kind {
        case .shell: "Running \(line(text("command"), or: "a command"))"
        case .write: "Writing \(line(fileName, or: "a file"))"
        case .edit, .notebook: "Editing \(line(fileName, or: "a file"))"
        case .patch: "Applying a patch"
        case .read: "Reading \(line(fileName, or: "a file"))"
        case .find: "Searching \(line(text("pattern"), or: "files"))"
        case .fetch: "Fetching \(line(text("url"), or: "a page"))"
        case .search: "Searching the web for \(line(text("query"), or: "something"))"
        case .subagent: "Working with a subagent: \(line(text("description"), or: "a task"))"
        case .list: nil
        case .other:
            if let mcp {
                "Using \(line(mcp.tool, or: "a tool")) of \(line(mcp.server, or: "a server"))"
            } else {
                "Using \(line(name, or: "a tool"))"
            }
        }
    }

    private func line(_ text: String?, or fallback: String) -> String {
        text.map { DisplayText.line($0, characters: 80) }.flatMap { $0.isEmpty ? nil : $0 } ?? fallback
    }
}

extension ToolUse {
    /// The intention in one short line, sanitised, to follow "Claude wants to …".
    var intention: String {
        switch kind {
        case .shell: (name == "Bash" ? "run Bash" : "run a command") + inBackground
        case .patch: "apply a patch"
        case .write: "write \(shownFile)"
        case .edit, .notebook: "edit \(shownFile)"
        case .read: "read \(shownFile)"
        case .fetch: "fetch \(host.map { DisplayText.line($0, characters: 80) } ?? "a page")"
        case .search: "search the web"
        case .subagent: "start a subagent" + inBackground
        case .find, .list, .other:
            if let mcp {
                "use \(DisplayText.line(mcp.tool, characters: 60)) of \(DisplayText.line(mcp.server, characters: 60))"
            } else {
                "use \(DisplayText.line(name, characters: 80))"
            }
        }
    }

    /// " in the background" for background tasks, otherwise empty.
    var inBackground: String {
        Self.backgroundFields.contains { input[$0]?.lenientFlag == true } ? " in the background" : ""
    }

    private var shownFile: String { fileName.map { DisplayText.line($0, characters: 80) } ?? "a file" }

    /// The host of the page to fetch, which is between the scheme and the path.
    private var host: String? {
        guard let url = text("url"), let scheme = url.firstRange(of: "://") else { return nil }
        let authority = url[scheme.upperBound...].prefix { $0 != "/" && $0 != "?" && $0 != "#" && $0 != "\\" }
        let host = authority.split(separator: "@", omittingEmptySubsequences: false).last ?? ""
        return host.isEmpty ? nil : String(host)
    }
}
