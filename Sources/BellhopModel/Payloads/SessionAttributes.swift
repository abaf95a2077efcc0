/// What stays the same while a session's Live Activity is shown: its `ActivityAttributes`.
///
/// ActivityKit decodes it with Swift's own strategies, so the keys are the properties' names and nothing here may be
/// renamed without a new app.
public struct SessionAttributes: Codable, Hashable, Sendable {
    /// Under which `aps.attributes-type` a push starts one.
    public static let typeName = "SessionAttributes"

    public var sessionID: SessionID
    /// What the session is about, in a few words.
    public var title: String
    /// The name of the project it works in.
    public var project: String?
    /// Counts the elapsed time without updates.
    public var startedAt: Timestamp?

    public init(sessionID: SessionID, title: String, project: String? = nil, startedAt: Timestamp? = nil) {
        self.sessionID = sessionID
        self.title = title
        self.project = project
        self.startedAt = startedAt
    }

    public init(_ session: AgentSession) {
        self.init(
            sessionID: session.id, title: DisplayText.line(session.title, characters: 80),
            project: session.origin.project.map { DisplayText.line($0, characters: 80) }, startedAt: session.startedAt)
    }

    public var json: JSONValue {
        var object: [String: JSONValue] = ["sessionID": .string(sessionID.description), "title": .string(title)]
        if let project { object["project"] = .string(project) }
        if let startedAt { object["startedAt"] = .string(startedAt.description) }
        return .object(object)
    }
}
