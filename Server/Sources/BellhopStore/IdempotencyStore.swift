public import BellhopModel

/// The first response to a request with an `Idempotency-Key`, stored so that a repetition gets the same response.
public struct IdempotencyRecord: Hashable, Sendable {
    /// The caller's key; different callers may use the same idempotency key.
    public var scope: KeyID
    public var key: String
    /// SHA-256 of method, path and body: the same key with another request is rejected.
    public var requestDigest: [UInt8]
    public var status: Int
    public var body: [UInt8]
    public var createdAt: Timestamp

    public init(scope: KeyID, key: String, requestDigest: [UInt8], status: Int, body: [UInt8], createdAt: Timestamp) {
        self.scope = scope
        self.key = key
        self.requestDigest = requestDigest
        self.status = status
        self.body = body
        self.createdAt = createdAt
    }
}

public protocol IdempotencyStore: Sendable {
    /// The record of an earlier request with this key.
    func idempotencyRecord(scope: KeyID, key: String) async throws -> IdempotencyRecord?

    /// Stores `record` unless its key has one. Returns the stored record.
    func keep(_ record: IdempotencyRecord) async throws -> IdempotencyRecord

    /// Deletes up to `limit` records made before `time`. The limit bounds the wait of writers.
    /// - Returns: the number of deleted records.
    func forgetIdempotencyRecords(before time: Timestamp, limit: Int) async throws -> Int
}

/// The result of a write that is done once per idempotency key.
public enum IdempotentWriteResult: Hashable, Sendable {
    /// The write is durable, with the record of the response if one was given.
    case stored
    /// The key was used before, and nothing was stored. The record is that of the first response.
    case repeated(IdempotencyRecord)
}
