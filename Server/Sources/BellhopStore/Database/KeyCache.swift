import BellhopModel
import Synchronization

/// The keys that were read since the last revocation, so that most requests need no read. Only for a database that no
/// other node uses.
final class KeyCache: Sendable {
    private static let capacity = 10_000

    private struct State {
        var records: [[UInt8]: KeyRecord] = [:]
        var revocations = 0
    }

    private let state = Mutex(State())

    /// - Parameter read: reads a record that is not here.
    func record(hash: [UInt8], read: () async throws -> KeyRecord?) async throws -> KeyRecord? {
        let (known, revocations) = state.withLock { ($0.records[hash], $0.revocations) }
        if let known { return known }
        guard let record = try await read() else { return nil }
        state.withLock { state in
            // Otherwise the record may have been read before the revocation.
            guard state.revocations == revocations else { return }
            if state.records.count >= Self.capacity { state.records = [:] }
            state.records[hash] = record
        }
        return record
    }

    /// Must be called after the commit of a revocation and before the response to its caller.
    func clear() {
        state.withLock { state in
            state.records = [:]
            state.revocations += 1
        }
    }
}

/// Joins the concurrent reads of a key in a database that other nodes use. Each caller gets a record that was read after
/// its call, so that a revocation has an effect at once, on all nodes. A failure of a read is that of all callers, so that
/// none waits for a second read while the database does not respond.
final class KeyReads: Sendable {
    private typealias Caller = CheckedContinuation<Turn, Never>

    private enum Turn {
        /// The caller reads, for itself and others that came before this read.
        case read(for: [Caller])
        case done(Result<KeyRecord?, any Error>)
    }

    /// The callers that came after the beginning of the running read, by hash; a key without a running read has no
    /// entry.
    private let waiting = Mutex<[[UInt8]: [Caller]]>([:])

    func record(hash: [UInt8], read: () async throws -> KeyRecord?) async throws -> KeyRecord? {
        switch await turn(hash) {
        case .read(let others):
            let result: Result<KeyRecord?, any Error>
            do {
                result = .success(try await read())
            } catch {
                result = .failure(error)
            }
            if case .failure(let error) = result, !(error is CancellationError) {
                for caller in removeWaiters(hash) { caller.resume(returning: .done(result)) }
            } else {
                resumeFirstWaiter(hash)
            }
            for other in others { other.resume(returning: .done(result)) }
            return try result.get()
        case .done(.failure(is CancellationError)):
            // The task that has read was cancelled, not this one.
            return try await read()
        case .done(let result):
            return try result.get()
        }
    }

    /// The number of callers that wait for a running read.
    func callers(of hash: [UInt8]) -> Int { waiting.withLock { $0[hash]?.count ?? 0 } }

    private func turn(_ hash: [UInt8]) async -> Turn {
        await withCheckedContinuation { caller in
            let isFirst = waiting.withLock { waiting in
                guard waiting[hash] != nil else {
                    waiting[hash] = []
                    return true
                }
                waiting[hash]?.append(caller)
                return false
            }
            if isFirst { caller.resume(returning: .read(for: [])) }
        }
    }

    /// Ends the running read. The next call begins another one.
    private func removeWaiters(_ hash: [UInt8]) -> [Caller] {
        waiting.withLock { $0.removeValue(forKey: hash) ?? [] }
    }

    /// Lets the first waiting caller read for all waiting ones.
    private func resumeFirstWaiter(_ hash: [UInt8]) {
        let callers = waiting.withLock { waiting in
            let callers = waiting[hash] ?? []
            waiting[hash] = callers.isEmpty ? nil : []
            return callers
        }
        callers.first?.resume(returning: .read(for: Array(callers.dropFirst())))
    }
}
