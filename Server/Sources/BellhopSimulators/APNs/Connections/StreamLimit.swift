/// The stream limit of one connection: a pure machine that says when a new number has to be announced.
struct StreamLimit: Sendable {
    private let rule: StreamRule
    /// What was announced last.
    private(set) var announced: Int
    /// Whether a request with a valid token came.
    private(set) var isProven = false

    init(_ rule: StreamRule) {
        self.rule = rule
        announced = rule.initial
    }

    /// Takes in how a request is about to be answered.
    ///
    /// - Parameter refusal: `nil` for success.
    /// - Returns: the new limit, to be announced before the answer; `nil` when it stays as it is.
    mutating func answering(isAuthenticated: Bool, refusal: APNsRefusal?) -> Int? {
        var limit = announced
        if isAuthenticated, !isProven {
            isProven = true
            limit = rule.proven
        }
        switch refusal {
        case nil: limit = rule.proven
        case .some(let refusal) where refusal.isErrorCondition && rule.fallsAfterError: limit = 1
        default: break
        }
        guard limit != announced else { return nil }
        announced = limit
        return limit
    }
}
