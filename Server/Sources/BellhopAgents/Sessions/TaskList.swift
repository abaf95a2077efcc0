public import BellhopModel

/// An agent's own list of what it has to do, put together from its events, and how many tools it has used.
///
/// Claude Code sends the whole list with `TodoWrite`, or single entries with `TaskCreate` and `TaskUpdate`; newer models
/// have neither, and then only the count remains.
public struct TaskList: Codable, Hashable, Sendable {
    public private(set) var tasks: [Task]
    /// How many tools were used in this turn.
    public private(set) var calls: Int

    public struct Task: Codable, Hashable, Sendable {
        public var id: String
        public var text: String
        public var status: Status
    }

    public enum Status: String, Codable, Hashable, Sendable {
        case pending, completed
        case inProgress = "in_progress"
    }

    /// More are not kept; no screen would show them.
    static let longest = 200

    public init() {
        tasks = []
        calls = 0
    }

    /// Takes in what a `PostToolUse` says, and that a turn begins; anything else changes nothing.
    ///
    /// - Returns: whether the list has changed.
    @discardableResult
    public mutating func take(_ input: HookInput) -> Bool {
        let before = tasks
        switch (input.event, input.toolName) {
        case (.userPromptSubmit, _): beginTurn()
        case (.postToolUse, let tool?): take(tool, input)
        default: return false
        }
        return tasks != before
    }

    private mutating func take(_ tool: String, _ input: HookInput) {
        let entry = input.toolInput ?? [:]
        switch tool {
        // Each subagent has a list of its own; single tasks are shared.
        case "TodoWrite": if input.subagent == nil { replace(by: entry["todos"]?.array ?? []) }
        case "TaskCreate": add(input.fields["tool_response"]?["task"], entry)
        case "TaskUpdate": change(entry)
        default: calls += 1
        }
    }

    /// What was finished is nothing that the new turn has to do.
    private mutating func beginTurn() {
        calls = 0
        if tasks.allSatisfy({ $0.status == .completed }) { tasks = [] }
    }

    /// What the session shows; `nil` without a list.
    public var progress: AgentSession.Progress? {
        guard !tasks.isEmpty else { return nil }
        return AgentSession.Progress(
            completed: tasks.count { $0.status == .completed }, total: tasks.count,
            currentTask: tasks.first { $0.status == .inProgress }?.text)
    }

    private mutating func replace(by todos: [JSONValue]) {
        tasks = todos.prefix(Self.longest).enumerated().compactMap { index, todo in
            guard let status = Self.status(of: todo), let text = Self.text(of: todo, status) else { return nil }
            return Task(id: String(index), text: text, status: status)
        }
    }

    private mutating func add(_ created: JSONValue?, _ entry: [String: JSONValue]) {
        guard tasks.count < Self.longest, let id = created?["id"]?.lenientText,
            let text = Self.text(of: created ?? .null, .pending) ?? Self.text(of: .object(entry), .pending)
        else { return }
        tasks.removeAll { $0.id == id }
        tasks.append(Task(id: id, text: text, status: .pending))
    }

    private mutating func change(_ entry: [String: JSONValue]) {
        guard let id = entry["taskId"]?.lenientText, let index = tasks.firstIndex(where: { $0.id == id }) else {
            return
        }
        if entry["status"]?.lenientText == "deleted" {
            tasks.remove(at: index)
            return
        }
        if let status = Self.status(of: .object(entry)) { tasks[index].status = status }
        if let text = Self.text(of: .object(entry), tasks[index].status) { tasks[index].text = text }
    }

    private static func status(of todo: JSONValue) -> Status? {
        todo["status"]?.lenientText.flatMap(Status.init)
    }

    private static func text(of todo: JSONValue, _ status: Status) -> String? {
        let active = status == .inProgress ? todo["activeForm"]?.lenientText : nil
        let text = active ?? todo["content"]?.lenientText ?? todo["subject"]?.lenientText
        return text.map { DisplayText.line($0, characters: 120) }.flatMap { $0.isEmpty ? nil : $0 }
    }
}
