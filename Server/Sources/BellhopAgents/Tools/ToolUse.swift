import BellhopModel

/// A tool that an agent wants to use, and with what.
struct ToolUse: Hashable {
    let name: String
    let input: [String: JSONValue]

    func text(_ field: String) -> String? { input[field]?.lenientText.flatMap { $0.isEmpty ? nil : $0 } }
}

extension ToolUse {
    /// The server and the tool's own name, for tools of MCP servers, which agents name `mcp__SERVER__TOOL`.
    var mcp: (server: String, tool: String)? {
        guard name.hasPrefix("mcp__") else { return nil }
        let rest = name.dropFirst("mcp__".count)
        guard let separator = rest.firstRange(of: "__"), separator.lowerBound > rest.startIndex,
            separator.upperBound < rest.endIndex
        else { return nil }
        return (String(rest[..<separator.lowerBound]), String(rest[separator.upperBound...]))
    }

    /// The last part of the path the tool works on.
    var fileName: String? {
        (text("file_path") ?? text("notebook_path"))?
            .split(whereSeparator: { $0 == "/" || $0 == "\\" }).last.map(String.init)
    }
}
