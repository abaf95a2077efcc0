import BellhopCore
import BellhopModel
import BellhopStore
import Synchronization

/// Checks whether the store can write, with at most one write a second for any number of callers.
final class StoreProbe: Sendable {
    private struct State {
        var isWorking = true
        var checkedAt: Timestamp?
        var runningSince: Timestamp?
    }

    private static let interval: Duration = .seconds(1)

    private let store: Store
    private let time: any TimeSource
    private let state = Mutex(State())

    init(store: Store, time: any TimeSource) {
        self.store = store
        self.time = time
    }

    /// - Throws: errors of the store during this call's write.
    func isWorking() async throws -> Bool {
        let now = time.now
        let known: Bool? = state.withLock { state in
            // A slower write counts as a failure.
            if let since = state.runningSince { return state.isWorking && now - since < Self.interval }
            if let last = state.checkedAt, now - last < Self.interval { return state.isWorking }
            state.runningSince = now
            return nil
        }
        if let known { return known }
        do {
            try await store.ping()
            finish(true)
            return true
        } catch {
            finish(false)
            throw error
        }
    }

    private func finish(_ isWorking: Bool) {
        state.withLock { $0 = State(isWorking: isWorking, checkedAt: time.now) }
    }
}
