/// How a ``Courier`` goes about it.
struct CourierManner: Sendable {
    var drawer: RecordKey.Drawer
    var backoff: Backoff
    /// How long one attempt may take; `nil` when the attempt itself knows.
    var patience: Duration?
    /// How long the end of an errand is known: for a repetition of it, and for the person.
    var retention: Duration
    /// One that fails holds up those behind it, because they go to the same place.
    var isOrdered: Bool
}
