public import BellhopModel

extension Timestamp {
    /// The moment that a `Retry-After` field names (RFC 9110 §10.2.3): seconds from now, or an HTTP date in the form
    /// that is to be generated, such as `Wed, 21 Oct 2026 07:28:00 GMT` (§5.6.7).
    ///
    /// Never before `now`, and never more than a day after it: a gateway's slip of the pen must not park a push for
    /// a year.
    ///
    /// - Returns: `nil` when `field` is neither.
    public init?(retryAfter field: String, now: Timestamp) {
        let moment: Timestamp
        if let seconds = Int64(field), seconds >= 0 {
            moment = now + .seconds(min(seconds, 86_400))
        } else if let date = Timestamp(httpDate: field) {
            moment = date
        } else {
            return nil
        }
        self = min(max(moment, now), now + .seconds(86_400))
    }
}
