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

    /// Must be called after the commit of a revocation, before its caller is told.
    func clear() {
        state.withLock { state in
            state.records = [:]
            state.revocations += 1
        }
    }
}
