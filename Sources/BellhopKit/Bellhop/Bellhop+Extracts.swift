public import BellhopModel

extension Bellhop {
    /// Answers from a place that shows an extract of an ask, such as a Live Activity: the answer is written down before
    /// it is sent, also when the whole ask cannot be loaded.
    ///
    /// - Parameters:
    ///   - inputDigest: of what was shown; see ``AskRequest/Content/inputDigest``.
    ///   - deadline: of the ask.
    public func answer(
        _ id: AskID, _ answer: Answer, inputDigest: String, deadline: Timestamp
    ) async {
        await self.answer(AskNotice(askID: id, inputDigest: inputDigest, deadline: deadline), answer)
    }
}

extension AskNotice {
    init(askID: AskID, inputDigest: String, deadline: Timestamp) {
        self.askID = askID
        sessionID = nil
        toolName = nil
        self.inputDigest = inputDigest
        self.deadline = deadline
    }
}
