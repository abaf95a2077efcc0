/// Where an ask comes from: shown to the person, who may run several agents on several machines.
public struct Origin: Codable, Hashable, Sendable {
    public var agent: String?
    public var host: String?
    public var project: String?
    /// The folder the agent works in.
    public var folder: String?

    public init(agent: String? = nil, host: String? = nil, project: String? = nil, folder: String? = nil) {
        self.agent = agent
        self.host = host
        self.project = project
        self.folder = folder
    }

    /// `project · host`, as they were given; `nil` when neither is known.
    public var line: String? {
        let parts = [project, host].compactMap(\.self)
        return parts.isEmpty ? nil : parts.joined(separator: " · ")
    }
}
