import BellhopHTTP2
import BellhopModel
import BellhopPush
import NIOConcurrencyHelpers

/// The access token of one service account, requested on demand and shared by all pushes.
final class AccessTokens: Sendable {
    /// The result of a request for a token: a token, or the outcome of a push without one.
    enum TokenResult: Sendable, Equatable {
        case token(AccessToken)
        case none(Outcome)
    }

    private struct State {
        var schedule = AccessTokenSchedule()
        var waiting: [UInt64: CheckedContinuation<Void, Never>] = [:]
        var next: UInt64 = 0
    }

    private let state = NIOLockedValueBox(State())
    private let clock: @Sendable () -> Timestamp
    private let fetch: @Sendable () async throws -> TokenResult

    /// - Parameter fetch: Requests a token once; throws only `CancellationError`.
    init(clock: @escaping @Sendable () -> Timestamp, fetch: @escaping @Sendable () async throws -> TokenResult) {
        self.clock = clock
        self.fetch = fetch
    }

    /// - Parameter deadline: The time at which waiting ends with a deferral. A request that is still running is then
    ///   abandoned, and the next push starts another.
    /// - Throws: `CancellationError`.
    func token(until deadline: ContinuousClock.Instant) async throws -> TokenResult {
        while true {
            try Task.checkCancellation()
            switch state.withLockedValue({ $0.schedule.nextAction(at: clock()) }) {
            case .use(let token): return .token(token)
            case .fail(let outcome): return .none(outcome)
            case .wait:
                let isOver: Void? = try await withinTimeLimit(deadline - .now) { await self.requestCompleted() }
                if isOver == nil { return Self.timedOut }
            case .fetch(let fallback): return try await request(fallback, until: deadline)
            }
        }
    }

    /// Discards a token that FCM responded 401 to.
    func discard(_ token: AccessToken) { state.withLockedValue { $0.schedule.discard(token) } }

    private static let timedOut = TokenResult.none(.deferred(Deferral(reason: .timeout)))

    private func request(_ fallback: AccessToken?, until deadline: ContinuousClock.Instant) async throws -> TokenResult
    {
        let result: TokenResult
        do {
            guard let fetched = try await withinTimeLimit(deadline - .now, fetch) else {
                complete { $0.abandoned() }
                return fallback.map(TokenResult.token) ?? Self.timedOut
            }
            result = fetched
        } catch {
            complete { $0.abandoned() }
            throw error
        }
        switch result {
        case .token(let token):
            complete { $0.fetched(token) }
        case .none(let outcome):
            complete { $0.failed(outcome, at: clock()) }
            if let fallback { return .token(fallback) }
        }
        return result
    }

    /// Records the end of a request, and resumes the waiting pushes.
    private func complete(_ note: (inout AccessTokenSchedule) -> Void) {
        let waiting = state.withLockedValue { state in
            note(&state.schedule)
            defer { state.waiting = [:] }
            return state.waiting.values
        }
        for continuation in waiting { continuation.resume() }
    }

    /// Returns when no request is running, or the task is cancelled.
    private func requestCompleted() async {
        let id = state.withLockedValue { state in
            defer { state.next += 1 }
            return state.next
        }
        await withTaskCancellationHandler {
            await withCheckedContinuation { continuation in
                let isOver = state.withLockedValue { state in
                    // The task is marked as cancelled before its handler runs, and the handler needs the lock held
                    // here.
                    guard state.schedule.isFetching, !Task.isCancelled else { return true }
                    state.waiting[id] = continuation
                    return false
                }
                if isOver { continuation.resume() }
            }
        } onCancel: {
            state.withLockedValue { $0.waiting.removeValue(forKey: id) }?.resume()
        }
    }
}

/// An OAuth access token for FCM, valid for about an hour.
struct AccessToken: Sendable, Equatable {
    /// The time of issue by this machine's clock; the server's clock is irrelevant.
    let issuedAt: Timestamp
    let endsAt: Timestamp
    private let secret: Secret

    init(_ secret: Secret, issuedAt: Timestamp, lifetime: Duration) {
        self.secret = secret
        self.issuedAt = issuedAt
        endsAt = issuedAt + lifetime
    }

    /// The value of the `authorization` field.
    var authorization: String { "Bearer \(secret.reveal())" }

    /// The time from which a new token is requested, while this one remains usable.
    var renewAt: Timestamp { endsAt - min(.seconds(300), (endsAt - issuedAt) / 2) }
}
