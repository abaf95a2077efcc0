import BellhopFoundation
import Synchronization
import UnixSignals

/// Forwards termination signals to an agent from its start to its end, also after its streams are closed. Signals that
/// arrive before the start are queued.
final class AgentSignals: Sendable {
    typealias Send = @Sendable (Int32) -> Void

    private struct State {
        var send: Send?
        var early: [Int32] = []
    }

    private let state = Mutex(State())
    private let first: AsyncStream<Never>
    private let firstArrived: AsyncStream<Never>.Continuation

    init() { (first, firstArrived) = AsyncStream.makeStream() }

    /// - Parameter send: sends a signal, by its number, to the agent.
    func start(_ send: @escaping Send) {
        let early = state.withLock { state in
            state.send = send
            return state.early
        }
        for number in early { send(number) }
    }

    func stop() { state.withLock { $0.send = nil } }

    func forward(_ number: Int32) {
        firstArrived.finish()
        let send = state.withLock { state in
            if state.send == nil { state.early.append(number) }
            return state.send
        }
        send?(number)
    }

    /// Returns when the first signal has arrived, or the task is cancelled. Must be called only once.
    func waitForFirst() async { for await _ in first {} }

    /// Forwards the termination signals of this process, by number, until the task is cancelled.
    static let ofThisProcess: @Sendable (Send) async -> Void = { send in
        for await signal in await UnixSignalsSequence(trapping: .sigterm, .sigint, .sighup) { send(signal.number) }
    }
}

extension UnixSignal {
    /// The number of a termination signal.
    fileprivate var number: Int32 {
        switch self {
        case .sigint: SIGINT
        case .sighup: SIGHUP
        default: SIGTERM
        }
    }
}
