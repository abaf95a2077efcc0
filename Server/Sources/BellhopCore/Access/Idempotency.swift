public import BellhopModel
public import BellhopStore
import Crypto
public import Logging
import Synchronization

/// Runs requests that name an `Idempotency-Key` once, and gives a repetition the first response.
///
/// Concurrent requests under the same key run one after the other, in the order of their arrival. A use case that stores
/// something stores the ``BellhopStore/IdempotencyRecord`` in the same transaction; the records of all other responses
/// are stored here, after the work.
public final class IdempotencyService: Sendable {
    private struct Scope: Hashable {
        var caller: KeyID
        var key: String
    }

    private let store: Store
    /// The requests that wait for the running one, by scope; a scope without a running request has no entry.
    private let waiting = Mutex<[Scope: [CheckedContinuation<Void, Never>]]>([:])

    public init(store: Store) { self.store = store }

    /// Runs `body`, or returns the recorded response of an earlier request with the same key.
    ///
    /// - Parameters:
    ///   - replay: makes the response of a repetition from the record of the first one.
    ///   - record: makes the record of the response of `body`; `nil` when `body` has stored it already. A failure to store
    ///     the record is logged and does not fail the request, because its work is done.
    /// - Throws: `APIError` `idempotency_key_reused` when the key came with another request before; any error of `body`.
    public func run<Response: Sendable>(
        _ claim: IdempotencyClaim, logger: Logger, replay: (IdempotencyRecord) throws -> Response,
        record: (Response) -> IdempotencyRecord?, _ body: () async throws -> Response
    ) async throws -> Response {
        let scope = Scope(caller: claim.scope, key: claim.key)
        await enter(scope)
        defer { leave(scope) }
        if let first = try await store.idempotencyRecord(scope: claim.scope, key: claim.key) {
            try claim.check(first)
            return try replay(first)
        }
        let response = try await body()
        if let record = record(response) {
            do {
                _ = try await store.keep(record)
            } catch {
                logger.error(
                    "a response could not be recorded: the request is executed again if it is repeated",
                    metadata: ["reason": "\(error)"])
            }
        }
        return response
    }

    private func enter(_ scope: Scope) async {
        await withCheckedContinuation { continuation in
            let isFree = waiting.withLock { waiting in
                guard waiting[scope] != nil else {
                    waiting[scope] = []
                    return true
                }
                waiting[scope]?.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    private func leave(_ scope: Scope) {
        let next: CheckedContinuation<Void, Never>? = waiting.withLock { waiting in
            guard waiting[scope]?.isEmpty == false else {
                waiting[scope] = nil
                return nil
            }
            return waiting[scope]?.removeFirst()
        }
        next?.resume()
    }
}

/// The `Idempotency-Key` of a request, and a digest of the request.
public struct IdempotencyClaim: Sendable {
    let scope: KeyID
    let key: String
    let requestDigest: [UInt8]
    let at: Timestamp

    /// - Throws: `APIError` `invalid_request` unless the key has 1 to 255 printable ASCII characters.
    public init(scope: KeyID, key: String, method: String, path: String, body: [UInt8], at time: Timestamp) throws {
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

    public func record(status: Int, body: [UInt8]) -> IdempotencyRecord {
        IdempotencyRecord(
            scope: scope, key: key, requestDigest: requestDigest, status: status, body: body, createdAt: at)
    }

    /// - Throws: `APIError` `idempotency_key_reused` when `record` belongs to another request.
    public func check(_ record: IdempotencyRecord) throws {
        guard record.requestDigest == requestDigest else { throw APIError(.idempotencyKeyReused) }
    }
}

/// Makes the record of the response to a request, which is stored in the same transaction as the result.
public typealias ResponseRecorder<Value> = @Sendable (Value) throws -> IdempotencyRecord

/// The result of a request that may be a repetition.
public enum IdempotentResult<Value: Sendable>: Sendable {
    /// The request was new, and its result is durable.
    case accepted(Value)
    /// A request under the same idempotency key came before, and nothing was done. The caller must check with
    /// ``IdempotencyClaim/check(_:)`` that it was the same request.
    case repeated(IdempotencyRecord)

    init(_ result: IdempotentWriteResult, _ value: Value) {
        switch result {
        case .stored: self = .accepted(value)
        case .repeated(let record): self = .repeated(record)
        }
    }
}
