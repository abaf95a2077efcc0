/// The stream limit of one connection. A pure value that decides when a new limit is announced.
struct StreamLimit: Sendable {
    private let policy: StreamLimitPolicy
    /// The last announced limit.
    private(set) var announced: Int
    /// True if a request with a valid token was received.
    private(set) var isAuthenticated = false

    init(_ policy: StreamLimitPolicy) {
        self.policy = policy
        announced = policy.initial
    }

    /// Applies a response that is about to be sent.
    ///
    /// - Parameter refusal: `nil` for success.
    /// - Returns: The new limit, to be announced before the response; `nil` when it is unchanged.
    mutating func update(isAuthenticated: Bool, refusal: APNsRefusal?) -> Int? {
        var limit = announced
        if isAuthenticated, !self.isAuthenticated {
            self.isAuthenticated = true
            limit = policy.authenticated
        }
        switch refusal {
        case nil: limit = policy.authenticated
        case .some(let refusal) where refusal.isErrorCondition && policy.fallsAfterError: limit = 1
        default: break
        }
        guard limit != announced else { return nil }
        announced = limit
        return limit
    }
}
