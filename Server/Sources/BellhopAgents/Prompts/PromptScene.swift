import BellhopModel

/// What is known of an agent besides the request itself.
struct PromptScene {
    var agent: String
    var host: String?
    /// The folder that the request's session works in.
    var folder: String?
    /// The tool call or item that the request is about, as the agent told of it before.
    var item: [String: JSONValue] = [:]

    var origin: Origin { Origin(agent: agent, folder: folder, host: host) }
}
