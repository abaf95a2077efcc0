public import BellhopModel

/// The first response to a request that named an `Idempotency-Key`, kept so that a repetition gets the same.
public struct IdempotencyRecord: Hashable, Sendable {
    /// Whose key space: two callers may choose the same text.
    public var scope: KeyID
    public var key: String
    /// SHA-256 of method, path and body: the same key with another request is refused.
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
    /// The record under this key, if the request came before.
    func idempotencyRecord(scope: KeyID, key: String) async throws -> IdempotencyRecord?

    /// Keeps `record` unless there is one under its key. Returns the one that is kept then.
    func keep(_ record: IdempotencyRecord) async throws -> IdempotencyRecord

    /// Forgets records made before `time`. At most `limit` at once, so that writers are not held up.
    /// - Returns: how many were forgotten.
    func forgetIdempotencyRecords(before time: Timestamp, limit: Int) async throws -> Int
}
