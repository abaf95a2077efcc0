import BellhopModel

extension ToolUse {
    /// What the agent is doing now, in one short line, fit to be shown. `nil` for the tools of its own book-keeping.
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
