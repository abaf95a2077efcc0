import BellhopModel

/// The `result` of an elicitation.
enum ElicitationResult {
    static func accepted(_ content: JSONValue, _ dialect: AgentPrompt.Dialect) -> JSONValue {
        result("accept", content, dialect)
    }

    static func refusal(_ dialect: AgentPrompt.Dialect) -> AgentPrompt.Refusal {
        .init(no: result("decline", nil, dialect), cancelled: result("cancel", nil, dialect))
    }

    /// Codex wants all three members there.
    private static func result(
        _ action: String, _ content: JSONValue?, _ dialect: AgentPrompt.Dialect
    ) -> JSONValue {
        var result: [String: JSONValue] = ["action": .string(action)]
        result["content"] = content
        if dialect == .codex {
            result["content"] = content ?? .null
            result["_meta"] = .null
        }
        return .object(result)
    }
}
