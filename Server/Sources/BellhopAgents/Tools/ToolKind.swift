/// What a tool is for, by whatever name its agent has for it.
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
