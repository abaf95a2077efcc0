public import BellhopModel

extension MCPServer {
    /// What a call of a tool asks Bellhop to do.
    public enum Work: Hashable, Sendable {
        /// Ask the person, and answer with what was said.
        case ask(AskRequest.Content)
        /// The same whether this call may be made, unless a hook of the session asks it.
        case approve(AskRequest.Content, ToolCall?)
        case notify(NotificationRequest)
    }
}
