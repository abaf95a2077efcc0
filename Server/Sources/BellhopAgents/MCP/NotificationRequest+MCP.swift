import BellhopModel

extension NotificationRequest {
    /// What a call of `notify` tells.
    init(_ arguments: [String: JSONValue], from caller: MCPCaller) throws(MCPArgumentProblem) {
        func text(_ field: String) throws(MCPArgumentProblem) -> String {
            guard let text = arguments[field]?.lenientText, !text.isEmpty else {
                throw MCPArgumentProblem("\(field): give a text")
            }
            return text
        }
        let name = arguments["level"]?.string ?? NoticeLevel.info.rawValue
        guard let level = NoticeLevel(rawValue: name) else {
            let known = NoticeLevel.allCases.map(\.rawValue).joined(separator: ", ")
            throw MCPArgumentProblem("level: give one of \(known)")
        }
        let title = DisplayText.line(try text("title"), characters: APILimits.title)
        let body = DisplayText.paragraph(try text("body"), characters: 1000)
        self.init(title: title, subtitle: caller.origin.subtitle, body: body, category: level.category)
    }
}
