import BellhopModel
import BellhopPush
import Synchronization

/// The access token of one service account, asked for when it is due and shared by all pushes.
final class AccessTokens: Sendable {
    /// What came of asking: a token, or what to make of a push without one.
    enum Answer: Sendable, Equatable {
        case token(AccessToken)
        case none(Outcome)
    }

    private struct State {
        var schedule = TokenSchedule()
        var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var next: UInt64 = 0
    }

    private let state = Mutex(State())
    private let clock: @Sendable () -> Timestamp
    private let fetch: @Sendable () async throws -> Answer

    /// - Parameter fetch: asks the token endpoint once; throws `CancellationError` alone.
    init(clock: @escaping @Sendable () -> Timestamp, fetch: @escaping @Sendable () async throws -> Answer) {
        self.clock = clock
        self.fetch = fetch
    }

    /// - Parameter deadline: whoever has waited until then is told to come back; who asked leaves that to the next.
    /// - Throws: `CancellationError`.
    func token(until deadline: ContinuousClock.Instant) async throws -> Answer {
        while true {
            try Task.checkCancellation()
            switch state.withLock({ $0.schedule.advice(at: clock()) }) {
            case .use(let token): return .token(token)
            case .fail(let outcome): return .none(outcome)
            case .wait:
                let isOver: Void? = try await within(deadline - .now) { await self.flightEnds() }
                if isOver == nil { return Self.late }
            case .fetch(let fallback): return try await ask(fallback, until: deadline)
            }
        }
    }

    /// FCM answered 401 to a message with this token.
    func discard(_ token: AccessToken) { state.withLock { $0.schedule.discard(token) } }

    private static let late = Answer.none(.deferred(Deferral(reason: .timeout)))

    private func ask(_ fallback: AccessToken?, until deadline: ContinuousClock.Instant) async throws -> Answer {
        let answer: Answer
        do {
            guard let fetched = try await within(deadline - .now, fetch) else {
                land { $0.gaveUp() }
                return fallback.map(Answer.token) ?? Self.late
            }
            answer = fetched
        } catch {
            land { $0.gaveUp() }
            throw error
        }
        switch answer {
        case .token(let token):
            land { $0.fetched(token) }
        case .none(let outcome):
            land { $0.failed(outcome, at: clock()) }
            if let fallback { return .token(fallback) }
        }
        return answer
    }

    /// Notes the end of the flight, and wakes whoever waits for it.
    private func land(_ note: (inout TokenSchedule) -> Void) {
        let waiting = state.withLock { state in
            note(&state.schedule)
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for waiter in waiting { waiter.resume() }
    }

    /// Returns when nobody asks any more, or the task is cancelled.
    private func flightEnds() async {
        let id = state.withLock { state in
            defer { state.next += 1 }
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLock { state in
                    // Cancellation is marked before its handler runs, and the handler needs the lock that is held here.
                    guard state.schedule.isFetching, !Task.isCancelled else { return true }
                    state.waiting[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLock { $0.waiting.removeValue(forKey: id) }?.resume()
        }
    }
}
