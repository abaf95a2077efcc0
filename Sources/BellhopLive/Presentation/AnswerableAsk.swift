public import BellhopModel

/// An ask that can be answered from a Live Activity: nothing that an answer has to name is missing.
public struct AnswerableAsk: Hashable, Sendable {
    public let id: AskID
    public let title: String
    /// All of what is decided on; `nil` where the activity cannot show it.
    public let body: String?
    public let inputDigest: String
    public let deadline: Timestamp
    /// When this was drawn: what the time that is left counts down from.
    let drawnAt: Timestamp

    /// Only what is shown whole can be approved here.
    public var canBeApproved: Bool { body != nil }

    /// - Parameter isStale: the activity has had no news for so long that what it shows may be over.
    /// - Returns: `nil` when there is nothing that may be answered now.
    init?(_ ask: LiveActivityState.WaitingAsk?, isStale: Bool, at now: Timestamp) {
        guard !isStale, let ask, let id = ask.askID, !ask.inputDigest.isEmpty else { return nil }
        let deadline = Timestamp(milliseconds: ask.deadline)
        guard now < deadline else { return nil }
        self.id = id
        self.deadline = deadline
        drawnAt = now
        title = ask.title
        body = ask.body
        inputDigest = ask.inputDigest
    }
}
