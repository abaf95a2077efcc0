import BellhopModel
import Synchronization

/// Has requests under one `Idempotency-Key` wait for each other: the second finds the first one's response instead of
/// doing the work again. Requests under different keys know nothing of each other.
final class KeyTurns: Sendable {
    private struct Place: Hashable {
        var scope: KeyID
        var key: String
    }

    /// Who waits, for each place where somebody works.
    private let waiting = Mutex<[Place: [CheckedContinuation<Void, Never>]]>([:])

    /// Runs `body` when nobody else does under the claim's key.
    func run<Value: Sendable>(_ claim: IdempotencyClaim, _ body: () async throws -> Value) async rethrows -> Value {
        let place = Place(scope: claim.scope, key: claim.key)
        await enter(place)
        defer { leave(place) }
        return try await body()
    }

    private func enter(_ place: Place) async {
        await withCheckedContinuation { continuation in
            let isFree = waiting.withLock { waiting in
                guard waiting[place] != nil else {
                    waiting[place] = []
                    return true
                }
                waiting[place]?.append(continuation)
                return false
            }
            if isFree { continuation.resume() }
        }
    }

    /// Hands the place to whoever has waited longest.
    private func leave(_ place: Place) {
        let next: CheckedContinuation<Void, Never>? = waiting.withLock { waiting in
            guard waiting[place]?.isEmpty == false else {
                waiting[place] = nil
                return nil
            }
            return waiting[place]?.removeFirst()
        }
        next?.resume()
    }
}
