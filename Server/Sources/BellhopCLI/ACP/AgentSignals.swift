import Foundation
import Synchronization
import UnixSignals

/// The signals that end programs, on their way to an agent: from its start until it has ended, also when it says and
/// hears nothing any more. Those that come before wait for it.
final class AgentSignals: Sendable {
    typealias Send = @Sendable (Int32) -> Void

    private struct State {
        var send: Send?
        var early: [Int32] = []
    }

    private let state = Mutex(State())
    private let first: AsyncStream<Never>
    private let firstCame: AsyncStream<Never>.Continuation

    init() { (first, firstCame) = AsyncStream.makeStream() }

    /// - Parameter send: sends a signal, by its number, to the agent.
    func begin(_ send: @escaping Send) {
        let early = state.withLock { state in
            state.send = send
            return state.early
        }
        for number in early { send(number) }
    }

    func end() { state.withLock { $0.send = nil } }

    func pass(_ number: Int32) {
        firstCame.finish()
        let send = state.withLock { state in
            if state.send == nil { state.early.append(number) }
            return state.send
        }
        send?(number)
    }

    /// Returns when the first signal has come, and when the task is cancelled. To be called once.
    func untilFirst() async { for await _ in first {} }

    /// Passes on the signals of this process, by their numbers, until the task is cancelled.
    static let ofThisProcess: @Sendable (Send) async -> Void = { send in
        for await signal in await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup) { send(signal.number) }
    }
}

extension UnixSignal {
    /// Of those that end programs.
    fileprivate var number: Int32 {
        switch self {
        case .sigint: SIGINT
        case .sighup: SIGHUP
        default: SIGTERM
        }
    }
}
