import BellhopHTTP2
import NIOCore

/// The state machine of a connection pool: assigns requests to connections, times them out, and opens and closes
/// connections. Pure: an event and the time go in, effects come out, and ``PoolDriver`` executes them.
struct PoolStateMachine {
    let limits: Limits
    let backoff: ReconnectBackoff

    var requests = RequestTable()
    var connections: [Connection] = []

    /// The requests that wait for a stream: the urgent ones overtake the others. FIFO. May contain ids of requests that
    /// have ended.
    private(set) var urgentQueue = CircularBuffer<RequestID>()
    private(set) var queue = CircularBuffer<RequestID>()
    private(set) var waiting = 0
    /// In order of deadline, which is the order of submission. The first request is always alive.
    private(set) var deadlines = CircularBuffer<RequestID>()

    private var failures = 0
    private var connectNotBefore = NIODeadline.uptimeNanoseconds(0)
    /// The earliest time of the next attempt to connect for an urgent request.
    private var urgentNotBefore = NIODeadline.uptimeNanoseconds(0)
    private var nextConnection = 1
    private(set) var isStopping = false

    init(limits: Limits = Limits(), backoff: ReconnectBackoff = ReconnectBackoff()) {
        self.limits = limits
        self.backoff = backoff
    }

    mutating func handle(_ event: Event, at now: NIODeadline, into effects: inout [Effect]) {
        switch event {
        case .submitted(let id, let isUrgent): submit(id, isUrgent: isUrgent, at: now, into: &effects)
        case .cancelled(let id): fail(id, .cancelled, into: &effects)
        case .connection(let id, let signal): receive(signal, from: id, at: now, into: &effects)
        case .timePassed: checkTimes(at: now, into: &effects)
        case .crowded: expand(at: now, into: &effects)
        case .stopping(let gracefully): return stop(gracefully: gracefully, into: &effects)
        }
        if isStopping {
            reportWhenStopped(into: &effects)
        } else {
            dispatch(at: now, into: &effects)
        }
    }

    /// The time at which `timePassed` is due; an early event is harmless.
    var nextWake: NIODeadline? {
        var wake = oldest.map { $0.1.started + limits.requestDeadline }
        for connection in connections {
            guard let moment = dueTime(of: connection) else { continue }
            wake = min(wake ?? moment, moment)
        }
        return wake
    }
}

// MARK: - Requests

extension PoolStateMachine {
    private mutating func submit(
        _ id: RequestID, isUrgent: Bool, at now: NIODeadline, into effects: inout [Effect]
    ) {
        guard !isStopping else { return effects.append(.fail(id, .shuttingDown)) }
        guard waiting < limits.waiting else { return effects.append(.fail(id, .overloaded)) }
        requests[id] = Request(started: now, sent: now, isUrgent: isUrgent)
        deadlines.append(id)
        if waiting == 0, let index = leastLoadedConnection { return send(id, on: index, at: now, into: &effects) }
        if isUrgent { urgentQueue.append(id) } else { queue.append(id) }
        waiting += 1
    }

    /// Fails a request, waiting or sent, that has had no response.
    mutating func fail(_ id: RequestID, _ failure: Failure, into effects: inout [Effect]) {
        guard let request = requests.remove(id) else { return }
        if let connection = request.connection {
            effects.append(.reset(id, on: connection))
            streamClosed(on: connection, into: &effects)
        } else {
            waiting -= 1
        }
        effects.append(.fail(id, failure))
        compact()
    }

    /// Handles a request whose stream has ended without a response: sends it again or fails it.
    mutating func retryOrFail(_ id: RequestID, _ cause: HTTP2StreamFailure, into effects: inout [Effect]) {
        guard var request = requests[id], let connection = request.connection else { return }
        streamClosed(on: connection, into: &effects)
        if cause == .notProcessed, !isStopping, request.retries < limits.retries {
            request.retries += 1
            request.connection = nil
            requests[id] = request
            // Prepended, because it has waited the longest.
            if request.isUrgent { urgentQueue.prepend(id) } else { queue.prepend(id) }
            waiting += 1
            return
        }
        requests[id] = nil
        let failure: Failure =
            switch cause {
            case .notProcessed: isStopping ? .shuttingDown : .refused
            case .interrupted: .connectionLost
            case .invalidRequest: .invalid
            }
        effects.append(.fail(id, failure))
        compact()
    }

    /// - Returns: The connection of the request; `nil` when the request has ended before.
    mutating func complete(_ id: RequestID, into effects: inout [Effect]) -> ConnectionID? {
        guard let connection = requests[id]?.connection else { return nil }
        _ = requests.remove(id)
        streamClosed(on: connection, into: &effects)
        compact()
        return connection
    }

    private mutating func failWaiting(_ failure: Failure, into effects: inout [Effect]) {
        while let id = popWaiting() {
            requests[id] = nil
            effects.append(.fail(id, failure))
        }
        compact()
    }

    private mutating func popWaiting() -> RequestID? {
        while let id = urgentQueue.popFirst() ?? queue.popFirst() {
            if let request = requests[id], request.connection == nil {
                waiting -= 1
                return id
            }
        }
        return nil
    }

    /// The oldest request, waiting or sent.
    var oldest: (RequestID, Request)? { deadlines.first.flatMap { id in requests[id].map { (id, $0) } } }

    /// Removes ended requests from the head of `deadlines`, and compacts both queues when most of their entries have
    /// ended.
    private mutating func compact() {
        while let first = deadlines.first, requests[first] == nil { deadlines.removeFirst() }
        if deadlines.count > 2 * requests.count + 1024 {
            deadlines = CircularBuffer(deadlines.filter { requests[$0] != nil })
        }
        if urgentQueue.count + queue.count > 2 * waiting + 1024 {
            urgentQueue = CircularBuffer(urgentQueue.filter(isWaiting))
            queue = CircularBuffer(queue.filter(isWaiting))
        }
    }

    private func isWaiting(_ id: RequestID) -> Bool { requests[id].map { $0.connection == nil } ?? false }
}

// MARK: - Sending

extension PoolStateMachine {
    private mutating func dispatch(at now: NIODeadline, into effects: inout [Effect]) {
        while waiting > 0 {
            guard let index = leastLoadedConnection else { return connectIfWorthwhile(at: now, into: &effects) }
            guard let id = popWaiting() else { return }
            send(id, on: index, at: now, into: &effects)
        }
    }

    private mutating func send(_ id: RequestID, on index: Int, at now: NIODeadline, into effects: inout [Effect]) {
        requests.sent(id, on: connections[index].id, at: now)
        connections[index].capacity.opened()
        connections[index].streams += 1
        effects.append(.send(id, on: connections[index].id))
        if connections[index].streams >= limits.streamsPerConnection { leave(index, at: now, into: &effects) }
    }

    private var leastLoadedConnection: Int? {
        var best: Int?
        for (index, connection) in connections.enumerated()
        where connection.phase == .open && connection.capacity.hasRoom {
            if let other = best, connections[other].capacity.open <= connection.capacity.open { continue }
            best = index
        }
        return best
    }

    /// Indicates whether a request of a batch can be submitted: nothing waits, and a connection has room beside the
    /// streams that are reserved for other requests, or there is none and one must be opened.
    var admitsBatch: Bool {
        guard !isStopping else { return true }
        guard waiting == 0 else { return false }
        var isServing = false
        for connection in connections where connection.isServing {
            if connection.phase == .open, connection.capacity.hasRoomForBatch { return true }
            isServing = true
        }
        return !isServing
    }

    /// Opens a further connection for a batch.
    private mutating func expand(at now: NIODeadline, into effects: inout [Effect]) {
        guard !isStopping, connections.contains(where: \.isServing) else { return }
        connectIfWorthwhile(at: now, into: &effects)
    }

    /// Opens a connection, if that helps the waiting requests and no backoff is in effect.
    private mutating func connectIfWorthwhile(at now: NIODeadline, into effects: inout [Effect]) {
        var serving = 0
        for connection in connections where connection.isServing {
            // A connection that is opening, or not yet authenticated, will soon take more requests. One that APNs
            // limits to a single stream is throttled on purpose: opening others would evade that.
            if connection.phase == .connecting || connection.capacity.limit <= 1 { return }
            serving += 1
        }
        guard serving < limits.connections else { return }
        guard now >= connectNotBefore || now >= urgentNotBefore && serving == 0 && isUrgentWaiting else {
            if serving == 0 { failUnreachable(into: &effects) }
            return
        }
        let id = ConnectionID(number: nextConnection)
        nextConnection += 1
        connections.append(Connection(id: id, since: now, lastResponse: now, lastReceived: now))
        effects.append(.connect(id))
    }

    private var isUrgentWaiting: Bool { urgentQueue.contains(where: isWaiting) }

    private mutating func failUnreachable(into effects: inout [Effect]) {
        while let id = popWaiting() {
            let isUrgent = requests.remove(id)?.isUrgent ?? false
            effects.append(.fail(id, .unreachable(until: isUrgent ? urgentNotBefore : connectNotBefore)))
        }
        compact()
    }

    /// Records the early end of a connection, which delays the next attempt.
    ///
    /// The first replacement of a connection that had authenticated is not delayed: the server may have restarted.
    mutating func recordEnd(of connection: Connection, at now: NIODeadline) {
        guard connection.phase == .connecting || now < connection.since + limits.shortLifetime else { return }
        failures += 1
        let delay = backoff.delay(afterFailures: connection.capacity.isAuthenticated ? failures - 1 : failures)
        connectNotBefore = max(connectNotBefore, now + delay)
        urgentNotBefore = min(connectNotBefore, now + limits.urgentPause)
    }

    mutating func recordSuccess(of connection: Connection, at now: NIODeadline) {
        if now >= connection.since + limits.shortLifetime { failures = 0 }
    }
}

// MARK: - Stopping

extension PoolStateMachine {
    private mutating func stop(gracefully: Bool, into effects: inout [Effect]) {
        isStopping = true
        failWaiting(.shuttingDown, into: &effects)
        for index in connections.indices {
            if gracefully, connections[index].phase != .connecting, connections[index].capacity.open > 0 {
                connections[index].phase = .draining
            } else {
                close(index, into: &effects)
            }
        }
        reportWhenStopped(into: &effects)
    }

    private func reportWhenStopped(into effects: inout [Effect]) {
        if connections.isEmpty { effects.append(.stopped) }
    }
}
