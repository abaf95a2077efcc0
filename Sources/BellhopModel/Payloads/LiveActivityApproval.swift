/// The approval that a session waits for, as its Live Activity shows it with Approve and Deny.
///
/// Every key may be missing, so that an older or newer server does not freeze the activity: without the first three
/// there is nothing that could be answered, and no button.
public struct LiveActivityApproval: Codable, Hashable, Sendable {
    public var askID: AskID?
    /// What the answer names; see ``AskRequest/Content/inputDigest``.
    public var inputDigest: String?
    /// RFC 3339. From then on it is too late.
    public var deadline: Timestamp?
    /// What the agent wants to do, made fit to be shown.
    public var summary: String?

    public init(askID: AskID?, inputDigest: String?, deadline: Timestamp?, summary: String?) {
        self.askID = askID
        self.inputDigest = inputDigest
        self.deadline = deadline
        self.summary = summary
    }
}

extension LiveActivityApproval {
    /// How many characters of a command are shown: an activity has few lines, and its update 4 KB.
    static let summaryLength = 160

    /// - Returns: `nil` for a question, which needs more room than an activity has, and for an ask that has ended.
    public init?(_ ask: Ask) {
        guard ask.request.isApproval, ask.state == .pending else { return nil }
        self.init(
            askID: ask.id, inputDigest: ask.request.inputDigest, deadline: ask.deadline,
            summary: ShownText.evidence(ask.request.body, characters: Self.summaryLength))
    }

    var json: JSONValue {
        var object: [String: JSONValue] = [:]
        if let askID { object["askID"] = .string(askID.description) }
        if let inputDigest { object["inputDigest"] = .string(inputDigest) }
        if let deadline { object["deadline"] = .string(deadline.description) }
        if let summary { object["summary"] = .string(summary) }
        return .object(object)
    }
}
