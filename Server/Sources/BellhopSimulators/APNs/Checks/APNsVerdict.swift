/// What the checks make of a request.
struct APNsVerdict: Sendable, Hashable {
    /// `nil` when every rule is kept.
    var refusal: APNsRefusal?
    /// Whether the provider token passed, whatever became of the rest: that is what frees the connection's streams.
    var isAuthenticated: Bool

    /// Applies the rules of the service that the path belongs to, up to the first refusal.
    init(_ inspection: APNsInspection) {
        for check in APNsCheck.rules(for: inspection.request.channelTarget) {
            guard let refusal = check.refusal(inspection) else { continue }
            self.refusal = refusal
            isAuthenticated = check.stage > .credential
            return
        }
        isAuthenticated = true
    }
}
