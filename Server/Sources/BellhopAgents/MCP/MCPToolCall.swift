import BellhopModel

/// A tool call with valid arguments.
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

    /// The same call with a nonce for its ask.
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

extension NotificationRequest {
    /// The notification of a call of `notify`.
    init(_ arguments: [String: JSONValue], from caller: MCPCaller) throws(MCPArgumentProblem) {
        func text(_ field: String) throws(MCPArgumentProblem) -> String {
            guard let text = arguments[field]?.lenientText, !text.isEmpty else {
                throw MCPArgumentProblem("\(field): give a text")
            }
            return text
        }
        let name = arguments["level"]?.string ?? NotificationLevel.info.rawValue
        guard let level = NotificationLevel(rawValue: name) else {
            let known = NotificationLevel.allCases.map(\.rawValue).joined(separator: ", ")
            throw MCPArgumentProblem("level: give one of \(known)")
        }
        let title = DisplayText.line(try text("title"), characters: APILimits.title)
        let body = DisplayText.paragraph(try text("body"), characters: 1000)
        self.init(title: title, subtitle: caller.origin.subtitle, body: body, category: level.category)
    }
}

/// The level of a notification sent by `notify`.
enum NotificationLevel: String, CaseIterable {
    case info, success, error

    /// `nil` for the server's default.
    var category: CategoryID? {
        switch self {
        case .info: nil
        case .success: .taskComplete
        case .error: .taskError
        }
    }
}

/// The MCP client and its origin.
struct MCPCaller {
    /// The client's name, to be shown.
    var name: String
    var host: String?
    var folder: String?

    var origin: Origin { Origin(agent: name, folder: folder, host: host) }
}

/// The problem of a tool call's arguments: one sentence for the model that wrote them.
struct MCPArgumentProblem: Error, Hashable {
    let text: String
    init(_ text: String) { self.text = text }
}
