import BellhopModel

/// A tool that `bellhop mcp` offers.
enum MCPTool: String, CaseIterable {
    case ask, notify, approve

    /// As `tools/list` says it to a client that talks in `version`.
    func json(in version: MCPVersion) -> JSONValue {
        var tool: [String: JSONValue] = [
            "name": .string(rawValue), "description": .string(description), "inputSchema": inputSchema,
        ]
        if version >= .annotated { tool["annotations"] = annotations }
        if version >= .structured {
            tool["title"] = .string(title)
            tool["outputSchema"] = outputSchema
        }
        return .object(tool)
    }

    private var title: String {
        switch self {
        case .ask: "Ask the person on their phone"
        case .notify: "Tell the person on their phone"
        case .approve: "Get a tool use approved on the phone"
        }
    }

    private var description: String {
        switch self {
        case .ask:
            """
            Asks the person, who may be away from this computer, one question or several, and waits for the answer. Use \
            it when you cannot go on without a decision or a fact that only the person has. Offer options where you \
            can; the person may always type an answer of their own unless allow_text is false.
            """
        case .notify:
            """
            Tells the person something on their phone and does not wait: that long work is done, or has failed. For what \
            needs an answer use ask.
            """
        case .approve:
            """
            Asks the person to approve or deny the use of a tool. Made for Claude Code's --permission-prompt-tool; it \
            answers {"behavior":"allow","updatedInput":…} or {"behavior":"deny","message":…} and denies whenever no \
            approval was given.
            """
        }
    }

    private var annotations: JSONValue {
        switch self {
        case .ask, .approve: ["title": .string(title), "readOnlyHint": true, "openWorldHint": true]
        case .notify:
            [
                "title": .string(title), "readOnlyHint": false, "destructiveHint": false, "idempotentHint": false,
                "openWorldHint": true,
            ]
        }
    }
}
