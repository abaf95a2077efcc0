/// What is wrong with a tool's arguments: one sentence, for the model that wrote them.
struct MCPArgumentProblem: Error, Hashable {
    let text: String
    init(_ text: String) { self.text = text }
}
