import NIOCore

extension PoolMachine {
    /// The numbers a pool lives by.
    struct Limits: Sendable {
        var connections = 4
        var waiting = 10_000
        var requestDeadline: TimeAmount = .seconds(10)
        var connectDeadline: TimeAmount = .seconds(5)
        var pingInterval: TimeAmount = .hours(1)
        var pingDeadline: TimeAmount = .seconds(5)
        /// A connection that ends sooner than this after it opened counts as a failed attempt.
        var shortLife: TimeAmount = .seconds(10)
        /// The least time between a failed attempt to connect and the next, for a request that is urgent.
        var urgentPause: TimeAmount = .seconds(1)
        /// How often a request that was surely not processed moves to another stream.
        var moves = 2
        /// Stream ids are odd and end at 2^31 - 1 (RFC 9113 §5.1.1): the connection is replaced before.
        var streamsPerConnection = (1 << 30) - 1
    }

    enum Event {
        /// An urgent one does not wait for the whole backoff.
        case submitted(RequestID, isUrgent: Bool = false)
        /// Its task was cancelled, or it cannot be sent after all.
        case abandoned(RequestID)
        case connection(ConnectionID, Signal)
        /// The moment that ``PoolMachine/nextWake`` named has come.
        case timePassed
        /// No new requests. Gracefully: those that were sent may finish.
        case stopping(gracefully: Bool)
    }

    /// What the pool needs to know of a ``ConnectionEvent``.
    enum Signal {
        case opened
        case streamLimit(Int)
        case answered(RequestID, Verdict.Standing)
        case unanswered(RequestID, wasProcessed: Bool)
        case goingAway
        case pong
        case closed
    }

    enum Effect: Hashable {
        case connect(ConnectionID)
        case send(RequestID, on: ConnectionID)
        case reset(RequestID, on: ConnectionID)
        case ping(ConnectionID)
        case close(ConnectionID)
        /// The request is over without an answer.
        case end(RequestID, Ending)
        /// After `stopping`: the last connection is gone.
        case stopped
    }

    enum Ending: Hashable {
        case timeout
        case connectionLost
        /// No attempt to connect is made before this moment.
        case unreachable(until: NIODeadline)
        case overloaded
        case shuttingDown
        case abandoned
    }

    struct Connection {
        enum Phase: Hashable {
            case connecting
            case open
            /// It gets no more requests, and is closed when the last of its own has ended.
            case draining
            case closing
        }

        let id: ConnectionID
        var phase = Phase.connecting
        var gate = StreamGate()
        /// When it began to connect, then when it opened.
        var since: NIODeadline
        /// When it last gave a sign of life.
        var heard: NIODeadline
        var pinged: NIODeadline?
        /// How many streams it has had.
        var streams = 0

        /// It takes requests, now or soon.
        var isServing: Bool { phase == .connecting || phase == .open }
    }

    struct Request {
        let started: NIODeadline
        var isUrgent = false
        /// `nil` while it waits.
        var connection: ConnectionID?
        var moves = 0
    }
}
