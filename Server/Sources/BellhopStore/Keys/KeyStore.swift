public import BellhopModel

public protocol KeyStore: Sendable {
    /// Keeps a key's record and the SHA-256 of its text, and the record of the response with them.
    func addKey(_ record: KeyRecord, hash: [UInt8], idempotency: IdempotencyRecord?) async throws -> IdempotentWriteResult

    /// The record of the key with this hash, revoked or not.
    func key(hash: [UInt8]) async throws -> KeyRecord?

    /// All keys, oldest first.
    func keys() async throws -> [KeyRecord]

    /// - Returns: whether there is such a key. Revoking again changes nothing.
    func revokeKey(_ id: KeyID, at time: Timestamp) async throws -> Bool
}
