import BellhopModel
import BellhopStore
import Crypto
import Synchronization

/// The `Idempotency-Key` of a request, with the digest of the request.
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

    /// The reply that `record` holds.
    ///
    /// - Throws: ``APIError`` `idempotency_key_reused` if the record is of another request.
    func reply(from record: IdempotencyRecord) throws -> Reply {
        guard record.requestDigest == requestDigest else { throw APIError(.idempotencyKeyReused) }
        return .repeated(record.status, record.body)
    }
}

/// A FIFO lock for each `Idempotency-Key`: a repetition waits for the first request, and finds its response instead of
/// doing the work again.
final class IdempotencyLocks: Sendable {
    private struct LockedKey: Hashable {
        var scope: KeyID
        var key: String
    }

    /// The waiting requests of each key that is locked.
    private let waiting = Mutex<[LockedKey: [CheckedContinuation<Void, Never>]]>([:])

    /// Runs `body` while no other request runs under the claim's key.
    func run<Value: Sendable>(_ claim: IdempotencyClaim, _ body: () async throws -> Value) async rethrows -> Value {
        let key = LockedKey(scope: claim.scope, key: claim.key)
        await enter(key)
        defer { leave(key) }
        return try await body()
    }

    private func enter(_ key: LockedKey) async {
        await withCheckedContinuation { continuation in
            let isFree = waiting.withLock { waiting in
                guard waiting[key] != nil else {
                    waiting[key] = []
                    return true
                }
                waiting[key]?.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    /// Resumes the request that has waited longest.
    private func leave(_ key: LockedKey) {
        let next: CheckedContinuation<Void, Never>? = waiting.withLock { waiting in
            guard waiting[key]?.isEmpty == false else {
                waiting[key] = nil
                return nil
            }
            return waiting[key]?.removeFirst()
        }
        next?.resume()
    }
}
