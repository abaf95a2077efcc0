import BellhopModel

/// One answer in the journal: first what the person said, later what came of it. One for each ask, so that the second
/// can never stand without the first.
struct AnswerRecord: Codable, Hashable, Sendable {
    let askID: AskID
    let answer: Answer
    let inputDigest: String
    let deadline: Timestamp
    /// Whose answer it is: the device may change hands while it waits.
    let userID: UserID
    /// The latest time that was seen while it waited.
    var seen: Timestamp
    /// The end, once there is one.
    var result: AnswerResult?
    /// The server may have the answer although the deadline passed without a receipt.
    var isUnverified = false
    /// The person was told the end.
    var isTold = false

    init(_ draft: AnswerDraft, of userID: UserID, at now: Timestamp) {
        askID = draft.askID
        answer = draft.answer
        inputDigest = draft.inputDigest
        deadline = draft.deadline
        self.userID = userID
        seen = now
    }

    var key: RecordKey { RecordKey(unchecked: .answers, askID.description) }
}

extension AnswerRecord {
    /// What an answer on its way needs next.
    enum Step: Hashable, Sendable {
        case send
        case expire
        /// Ask the server whether it did get the answer.
        case verify
        case rest
    }

    /// How long the end of an answer is of any use: for a repeated tap, and to look for a lost receipt.
    static let retention: Duration = .seconds(24 * 3600)

    func step(at now: Timestamp) -> Step {
        guard result != nil else { return now < deadline ? .send : .expire }
        return isUnverified && now < deadline + Self.retention ? .verify : .rest
    }

    /// Whether `newer` says more than what is known.
    func isSurpassed(by newer: AnswerResult) -> Bool {
        switch (result, newer) {
        case (nil, _): true
        case (.sent, .agentWentOn): true
        case (.expiredOffline, .sent), (.expiredOffline, .agentWentOn): isUnverified
        default: false
        }
    }

    /// How long an agent may take to go on, and it is still worth asking whether it has.
    static let interest: Duration = .seconds(3600)

    /// The server has the answer, and whether the agent went on with it was not heard.
    func mayGoOn(at now: Timestamp) -> Bool {
        guard case .sent = result else { return false }
        return now < seen + Self.interest
    }

    func isForgettable(at now: Timestamp) -> Bool {
        guard result != nil else { return false }
        return now >= deadline + (isTold ? Self.retention : Self.retention * 7)
    }

    /// What a further answer to the same ask means.
    enum Repetition: Hashable, Sendable {
        /// The same again: what came, or will come, of the first is what comes of it.
        case same
        case settled(AnswerResult)
        /// The first came to nothing, so this one is as good as a first.
        case fresh
    }

    func repetition(with other: Answer) -> Repetition {
        if case .refused = result { return .fresh }
        if other == answer { return .same }
        switch result {
        case nil, .sent, .agentWentOn: return .settled(.refused(message: AnswerWording.alreadyAnswered(answer)))
        case .some(let result): return .settled(result)
        }
    }
}
