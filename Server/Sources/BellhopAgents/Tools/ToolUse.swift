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

    /// The path that the tool works on.
    var path: String? { text(["file_path", "notebook_path", "filePath", "filepath", "absolute_path", "path"]) }

    /// Its last part.
    var fileName: String? { path?.split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init) }
}
