public import BellhopPush
import Synchronization

/// A gateway that responds by a script and records the pushes.
public final class ScriptedGateway: Gateway {
    public typealias Answer = @Sendable (Push) throws -> Outcome

    private struct State {
        var pushes: [Push] = []
        var script: [Answer] = []
        var answer: Answer
        var isHolding: Bool
        var held: [UInt64: CheckedContinuation<Void, any Error>] = [:]
        var next: UInt64 = 0
        var underWay = 0
        var mostUnderWay = 0
    }

    private let state: Mutex<State>
    private let arrivals = Tally()

    /// - Parameters:
    ///   - holding: `true` to hold sends until ``release()``.
    ///   - answer: the outcome after the script's end; by default every push is accepted.
    public init(holding: Bool = false, answer: @escaping Answer = { _ in .accepted(AcceptedPush()) }) {
        state = Mutex(State(answer: answer, isHolding: holding))
    }

    /// Sets the outcomes of the next pushes, in this order.
    public func script(_ outcomes: Outcome...) {
        state.withLock { $0.script.append(contentsOf: outcomes.map { outcome -> Answer in { _ in outcome } }) }
    }

    /// All attempts in order of arrival.
    public var pushes: [Push] { state.withLock { $0.pushes } }

    /// The maximum number of concurrent sends.
    public var mostUnderWay: Int { state.withLock { $0.mostUnderWay } }

    /// Returns once `count` pushes have arrived in total.
    public func arrived(_ count: Int) async { await arrivals.reach(count) }

    /// Releases all held sends, and holds no further ones.
    public func release() {
        let held = state.withLock { state in
            state.isHolding = false
            defer { state.held = [:] }
            return state.held.values
        }
        for continuation in held { continuation.resume() }
    }

    public func send(_ push: Push) async throws -> Outcome {
        let (id, answer) = state.withLock { state in
            state.pushes.append(push)
            state.underWay += 1
            state.mostUnderWay = max(state.mostUnderWay, state.underWay)
            state.next += 1
            return (state.next, state.script.isEmpty ? state.answer : state.script.removeFirst())
        }
        defer { state.withLock { $0.underWay -= 1 } }
        arrivals.add()
        try await hold(id)
        return try answer(push)
    }

    private func hold(_ id: UInt64) async throws {
        try await withTaskCancellationHandler {
            try await withCheckedThrowingContinuation { continuation in
                let result: Result<Void, any Error>? = state.withLock { state in
                    if Task.isCancelled { return .failure(CancellationError()) }
                    guard state.isHolding else { return .success(()) }
                    state.held[id] = continuation
                    return nil
                }
                if let result { continuation.resume(with: result) }
            }
        } onCancel: {
            state.withLock { $0.held.removeValue(forKey: id) }?.resume(throwing: CancellationError())
        }
    }
}
