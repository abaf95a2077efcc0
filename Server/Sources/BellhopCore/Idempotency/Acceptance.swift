public import BellhopStore

/// What came of a request that may be a repetition.
public enum Acceptance<Value: Sendable>: Sendable {
    /// It is new, and durable now.
    case accepted(Value)
    /// It came before under the same idempotency key: nothing was done. The record holds the first response; whether
    /// the request is the same as the first is for the caller to compare.
    case repeated(IdempotencyRecord)
}
