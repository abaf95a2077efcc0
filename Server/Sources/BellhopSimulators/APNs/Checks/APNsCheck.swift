/// One rule of APNs, and the refusal of a request that breaks it.
struct APNsCheck: Sendable {
    /// What a check looks at. Stages run in this order.
    enum Stage: Int, Sendable, Comparable, CaseIterable {
        case route, credential, headers, payload, device

        static func < (a: Self, b: Self) -> Bool { a.rawValue < b.rawValue }
    }

    var stage: Stage
    /// The rule in words.
    var rule: String
    /// `nil` when the request keeps the rule.
    var refusal: @Sendable (APNsInspection) -> APNsRefusal?

    init(_ stage: Stage, _ rule: String, _ refusal: @escaping @Sendable (APNsInspection) -> APNsRefusal?) {
        self.stage = stage
        self.rule = rule
        self.refusal = refusal
    }
}
