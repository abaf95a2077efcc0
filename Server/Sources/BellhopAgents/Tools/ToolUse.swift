import BellhopModel

/// A tool that an agent wants to use, and with what.
struct ToolUse: Hashable {
    let name: String
    let input: [String: JSONValue]
    /// The folder that the agent works in.
    var folder: String?

    func text(_ field: String) -> String? { input[field]?.lenientText.flatMap { $0.isEmpty ? nil : $0 } }

    /// The first of `fields` that is there: agents name the same thing differently.
    func text(_ fields: [String]) -> String? { fields.lazy.compactMap(text).first }
}

extension ToolUse {
    /// - Returns: `nil` when `input` is about no tool.
    init?(of input: HookInput) {
        guard let name = input.toolName else { return nil }
        self.init(name: name, input: input.toolInput ?? [:], folder: input.folder)
    }

    /// The server and the tool's own name, for tools of MCP servers, which agents name `mcp__SERVER__TOOL`; Gemini
    /// `mcp_SERVER_TOOL`, where a server with an underscore in its name cannot be told from its tool.
    var mcp: (server: String, tool: String)? {
        let separator = name.hasPrefix("mcp__") ? "__" : "_"
        guard name.hasPrefix("mcp" + separator) else { return nil }
        let rest = name.dropFirst("mcp".count + separator.count)
        guard let end = rest.firstRange(of: separator), end.lowerBound > rest.startIndex,
            end.upperBound < rest.endIndex
        else { return nil }
        return (String(rest[..<end.lowerBound]), String(rest[end.upperBound...]))
    }

    /// A command that is asked about by other means than a tool of the agent's own.
    ///
    /// - Parameters:
    ///   - place: the folder that it is to run in; `nil` for `folder`, or what `input` says.
    ///   - folder: the one that the agent works in.
    ///   - input: what else is known of it.
    init(command: String, in place: String?, of folder: String?, with input: [String: JSONValue] = [:]) {
        var input = input
        input["command"] = .string(command)
        if let place { input["cwd"] = .string(place) }
        self.init(name: "Bash", input: input, folder: folder ?? place)
    }

    /// What a shell would run, if it is one that is given it: its own, or a tool's that says so.
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

    /// The folder that the command is to run in, where it is named.
    var place: String? { places.first }

    /// The same, and where else its input names: an agent takes one of them.
    var places: [String] { command == nil ? [] : Self.placeFields.compactMap(text) }

    /// What the agent says it is for. Other tools have a description that is part of what they are given.
    var explanation: String? {
        switch kind {
        case .shell, .patch: text("description")
        case .edit: text("instruction")
        default: nil
        }
    }

    /// What OpenCode tells of a tool that tells nothing else.
    var patterns: String? {
        guard let patterns = input["patterns"] else { return nil }
        let texts = patterns.array?.compactMap(\.lenientText) ?? [patterns.lenientText].compactMap(\.self)
        return texts.isEmpty ? nil : texts.joined(separator: "\n")
    }

    /// The path that the tool works on.
    var path: String? { text(Self.pathFields) }

    /// Its last part.
    var fileName: String? { path?.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) }
}

/// What agents call the same thing.
extension ToolUse {
    static let commandFields = ["command", "cmd", "script"]
    /// Gemini's `directory` has become `dir_path` (google-gemini/gemini-cli, packages/core/src/tools/shell.ts), Codex and
    /// OpenCode say `workdir`, app-servers `cwd`.
    static let placeFields = ["dir_path", "directory", "workdir", "working_directory", "cwd"]
    static let backgroundFields = ["run_in_background", "is_background"]
    static let pathFields = ["file_path", "notebook_path", "filePath", "filepath", "absolute_path", "path"]
}
