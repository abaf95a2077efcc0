import BellhopHTTP2
import NIOCore

extension PoolStateMachine {
    /// The limits and timeouts of a pool.
    struct Limits: Sendable {
        var connections = 4
        var waiting = 10_000
        var requestDeadline: TimeAmount = .seconds(10)
        var connectDeadline: TimeAmount = .seconds(5)
        var pingInterval: TimeAmount = .hours(1)
        var pingDeadline: TimeAmount = .seconds(5)
        /// A connection that ends earlier than this after opening counts as a failed attempt.
        var shortLifetime: TimeAmount = .seconds(10)
        /// The minimum time between a failed attempt to connect and the next one for an urgent request.
        var urgentPause: TimeAmount = .seconds(1)
        /// The maximum number of retries of a request on another stream. Only a request that APNs certainly did not process
        /// is retried.
        var retries = 2
        /// The number of streams after which a connection is replaced: stream ids are odd and end at 2^31 - 1 (RFC 9113
        /// §5.1.1).
        var streamsPerConnection = (1 << 30) - 1
    }

    enum Event {
        /// A request was submitted. An urgent one does not wait for the whole backoff.
        case submitted(RequestID, isUrgent: Bool = false)
        /// The request's task was cancelled, or the request cannot be sent.
        case cancelled(RequestID)
        case connection(ConnectionID, Signal)
        /// The time in ``PoolStateMachine/nextWake`` was reached.
        case timePassed
        /// A batch has more requests than ``PoolStateMachine/admitsBatch`` permits.
        case crowded
        /// The pool stops accepting requests. If `gracefully`, requests in flight may finish.
        case stopping(gracefully: Bool)
    }

    /// The part of an ``HTTP2Connection/Event`` that the pool needs.
    enum Signal {
        case opened
        case streamLimit(Int)
        case responded(RequestID, APNsResult.ConnectionStatus)
        case failed(RequestID, HTTP2StreamFailure)
        case goingAway
        case pong
        case closing
        case closed
    }

    enum Effect: Hashable {
        case connect(ConnectionID)
        case send(RequestID, on: ConnectionID)
        case reset(RequestID, on: ConnectionID)
        case ping(ConnectionID)
        case close(ConnectionID)
        /// The request failed without a response.
        case fail(RequestID, Failure)
        /// After `stopping`: the last connection was closed.
        case stopped
    }

    enum Failure: Hashable {
        case timeout
        case connectionLost
        /// APNs refused the request's stream too often.
        case refused
        /// The request cannot be sent: its header fields exceed the peer's limit.
        case invalid
        /// No attempt to connect is made before this time.
        case unreachable(until: NIODeadline)
        case overloaded
        case shuttingDown
        case cancelled
    }

    struct Connection {
        enum Phase: Hashable {
            case connecting
            case open
            /// The connection takes no more requests, and is closed when its last one has completed.
            case draining
            case closing
        }

        let id: ConnectionID
        var phase = Phase.connecting
        var capacity = StreamCapacity()
        /// The time at which it began to connect, then the time at which it opened.
        var since: NIODeadline
        /// The time of the last response.
        var lastResponse: NIODeadline
        /// The time of the last event from the peer.
        var lastReceived: NIODeadline
        var pinged: NIODeadline?
        /// The number of streams it has opened.
        var streams = 0

        /// True if the connection takes requests, now or once it is open.
        var isServing: Bool { phase == .connecting || phase == .open }
    }

    struct Request {
        let started: NIODeadline
        /// The time at which it was last sent; equal to `started` until then.
        var sent: NIODeadline
        var isUrgent = false
        /// The connection it was sent on; `nil` while it waits.
        var connection: ConnectionID?
        var retries = 0
    }
}

/// The id of a connection, unique within a pool.
struct ConnectionID: Hashable, Sendable {
    let number: Int
}

extension PoolStateMachine.Limits {
    init(_ configuration: APNsConfiguration) {
        connections = max(configuration.maxConnections, 1)
        waiting = max(configuration.queueLimit, 1)
        requestDeadline = TimeAmount(configuration.requestDeadline)
        connectDeadline = TimeAmount(configuration.connectDeadline)
        pingInterval = TimeAmount(configuration.pingInterval)
        pingDeadline = TimeAmount(configuration.pingDeadline)
    }
}
