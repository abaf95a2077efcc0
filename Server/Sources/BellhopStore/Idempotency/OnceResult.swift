/// What came of a write that is done once for an idempotency key.
public enum IdempotentWriteResult: Hashable, Sendable {
    /// It is durable, together with the record of the response, if there was one.
    case stored
    /// The key came before: nothing was stored. The record is that of the first response.
    case repeated(IdempotencyRecord)
}
