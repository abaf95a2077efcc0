import BellhopModel

/// A call whose arguments are good, and how its answer is to be written.
enum MCPToolCall: Hashable {
    case ask(QuestionCall)
    case notify(NotificationRequest)
    case approve(ApproveCall)

    init(_ tool: MCPTool, _ arguments: [String: JSONValue], from caller: MCPCaller) throws(MCPArgumentProblem) {
        switch tool {
        case .ask: self = .ask(try QuestionCall(arguments, from: caller))
        case .notify: self = .notify(try NotificationRequest(arguments, from: caller))
        case .approve: self = .approve(try ApproveCall(arguments, from: caller))
        }
    }

    /// The same call, whose ask is made under a nonce.
    func bound(to nonce: String) -> MCPToolCall {
        switch self {
        case .ask(var call):
            call.content = call.content.bound(to: nonce)
            return .ask(call)
        case .approve(var call):
            call.draft = call.draft.bound(to: nonce)
            return .approve(call)
        case .notify: return self
        }
    }

    var work: MCPServer.Work {
        switch self {
        case .ask(let call): .ask(call.content)
        case .notify(let request): .notify(request)
        case .approve(let call): .approve(call.draft.content, call.call)
        }
    }
}
