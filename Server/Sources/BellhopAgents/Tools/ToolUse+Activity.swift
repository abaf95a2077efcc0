import BellhopModel

extension ToolUse {
    /// - Returns: `nil` when `input` is about no tool.
    init?(of input: HookInput) {
        guard let name = input.toolName else { return nil }
        self.init(name: name, input: input.toolInput ?? [:])
    }

    /// What the agent is doing now, in one short line, fit to be shown. `nil` for the tools of its own book-keeping.
    var activity: String? {
        switch name {
        case "Bash": "Running \(line(text("command"), or: "a command"))"
        case "Write": "Writing \(line(fileName, or: "a file"))"
        case "Edit", "MultiEdit", "NotebookEdit": "Editing \(line(fileName, or: "a file"))"
        case "apply_patch": "Applying a patch"
        case "Read": "Reading \(line(fileName, or: "a file"))"
        case "Grep", "Glob": "Searching \(line(text("pattern"), or: "files"))"
        case "WebFetch": "Fetching \(line(text("url"), or: "a page"))"
        case "WebSearch": "Searching the web for \(line(text("query"), or: "something"))"
        case "Agent", "Task": "Working with a subagent: \(line(text("description"), or: "a task"))"
        case "TodoWrite", "TaskCreate", "TaskUpdate", "TaskList", "TaskGet": nil
        default:
            if let mcp {
                "Using \(line(mcp.tool, or: "a tool")) of \(line(mcp.server, or: "a server"))"
            } else {
                "Using \(line(name, or: "a tool"))"
            }
        }
    }

    private func line(_ text: String?, or fallback: String) -> String {
        text.map { ShownText.line($0, characters: 80) }.flatMap { $0.isEmpty ? nil : $0 } ?? fallback
    }
}
