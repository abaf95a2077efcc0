public import BellhopModel

/// An approval that can be answered from a Live Activity: nothing that an answer has to name is missing.
public struct AnswerableApproval: Hashable, Sendable {
    public let askID: AskID
    public let inputDigest: String
    public let deadline: Timestamp
    public let summary: String

    /// - Parameter isStale: the activity has had no news for so long that what it shows may be over.
    /// - Returns: `nil` when there is nothing that may be answered now.
    init?(_ approval: LiveActivityApproval?, isStale: Bool, at now: Timestamp) {
        guard !isStale, let approval, let id = approval.askID, let digest = approval.inputDigest, !digest.isEmpty,
            let deadline = approval.deadline, now < deadline
        else { return nil }
        askID = id
        inputDigest = digest
        self.deadline = deadline
        summary = approval.summary ?? ""
    }
}
