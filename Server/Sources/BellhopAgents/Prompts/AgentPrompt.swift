import BellhopModel

/// A request of an agent that a person decides, and how each answer is said in the agent's protocol.
struct AgentPrompt: Hashable {
    var content: AskRequest.Content
    /// The session or thread, as the agent names it.
    let session: String?
    let answers: Answers
    let refusal: Refusal

    /// What a yes is.
    enum Answers: Hashable {
        /// Approve leads to this result.
        case approval(JSONValue)
        /// One of the agent's own options, each standing for the result that picks it.
        case choice(ReplySheet<JSONValue>)
        /// Codex: the texts of each answer under the question's id.
        case inputs(ReplySheet<String>, ids: [String])
        case form(ElicitationForm, Dialect)

        var questions: [Question] {
            switch self {
            case .approval: []
            case .choice(let sheet): sheet.questions
            case .inputs(let sheet, _): sheet.questions
            case .form(let form, _): form.sheet.questions
            }
        }
    }

    /// What a no is, which never depends on what was asked.
    struct Refusal: Hashable {
        /// The agent goes on without.
        var no: JSONValue
        /// The turn is over.
        var cancelled: JSONValue

        init(no: JSONValue, cancelled: JSONValue) {
            self.no = no
            self.cancelled = cancelled
        }

        /// Where both are said alike.
        init(always answer: JSONValue) { self.init(no: answer, cancelled: answer) }
    }

    /// Whose protocol it is, where two differ.
    enum Dialect: Hashable { case acp, codex }

    /// The result for an answer; `nil` when it is not one that this prompt takes.
    func result(for answer: Answer) -> JSONValue? {
        switch (answer, answers) {
        case (.deny(_, let interrupt), _): interrupt ? refusal.cancelled : refusal.no
        case (.approve, .approval(let allow)): allow
        case (.replies(let replies), .choice(let sheet)): Self.onlyPick(sheet.picks(of: replies))
        case (.replies(let replies), .inputs(let sheet, let ids)): Self.inputs(sheet.picks(of: replies), ids)
        case (.replies(let replies), .form(let form, let dialect)):
            form.content(of: replies).map { ElicitationResult.accepted(.object($0), dialect) }
        case (.approve, _), (.approveAndRemember, _), (.replies, .approval): nil
        }
    }

    private static func onlyPick(_ picks: [ReplySheet<JSONValue>.Pick]?) -> JSONValue? {
        guard let pick = picks?.first, pick.chosen.count == 1, pick.text == nil else { return nil }
        return pick.chosen[0]
    }

    private static func inputs(_ picks: [ReplySheet<String>.Pick]?, _ ids: [String]) -> JSONValue? {
        guard let picks, picks.count == ids.count else { return nil }
        let answers = zip(ids, picks).map { id, pick in
            (id, JSONValue.object(["answers": .array(pick.words.map(JSONValue.string))]))
        }
        return ["answers": .object(Dictionary(answers) { $1 })]
    }
}
