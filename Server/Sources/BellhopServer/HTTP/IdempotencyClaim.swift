import BellhopModel
import BellhopStore
import Crypto

/// A caller's wish that a request happen once: its `Idempotency-Key` and what the request was.
struct IdempotencyClaim: Sendable {
    let scope: KeyID
    let key: String
    let requestDigest: [UInt8]
    let at: Timestamp

    /// - Throws: ``APIError`` `invalid_request` unless the key has 1 to 255 printable characters.
    init(scope: KeyID, key: String, method: String, path: String, body: [UInt8], at time: Timestamp) throws {
        guard (1...255).contains(key.utf8.count), key.utf8.allSatisfy({ (0x21...0x7E).contains($0) }) else {
            throw APIError(.invalidRequest, "Idempotency-Key: 1 to 255 printable ASCII characters expected.")
        }
        self.scope = scope
        self.key = key
        at = time
        var hash = SHA256()
        hash.update(data: Array("\(method) \(path)\n".utf8))
        hash.update(data: body)
        requestDigest = Array(hash.finalize())
    }

    func record(status: Int, body: [UInt8]) -> IdempotencyRecord {
        IdempotencyRecord(
            scope: scope, key: key, requestDigest: requestDigest, status: status, body: body, createdAt: at)
    }

    /// The reply that `record` holds, if it was made for this very request.
    /// - Throws: ``APIError`` `idempotency_key_reused` if it was made for another one.
    func reply(from record: IdempotencyRecord) throws -> Reply {
        guard record.requestDigest == requestDigest else { throw APIError(.idempotencyKeyReused) }
        return .repeated(record.status, record.body)
    }
}
