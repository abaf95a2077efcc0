import NIOCore

/// Decides for one pool of connections: who is sent where, who waits, who has waited too long, when to connect, and
/// when to leave a connection. Pure: an event and the time go in, effects come out, and ``PoolLoop`` carries them out.
struct PoolMachine {
    let limits: Limits
    let backoff: Backoff

    var requests: [RequestID: Request] = [:]
    var connections: [Connection] = []

    /// First in, first out. May name requests that have ended meanwhile.
    private(set) var queue = CircularBuffer<RequestID>()
    private(set) var waiting = 0
    /// In order of their deadlines, which is the order they came in. The first is always alive.
    private(set) var deadlines = CircularBuffer<RequestID>()

    private var failures = 0
    private var connectNotBefore = NIODeadline.uptimeNanoseconds(0)
    /// The same for urgent requests.
    private var urgentNotBefore = NIODeadline.uptimeNanoseconds(0)
    private var nextConnection = 1
    private(set) var isStopping = false

    init(limits: Limits = Limits(), backoff: Backoff = Backoff()) {
        self.limits = limits
        self.backoff = backoff
    }

    mutating func handle(_ event: Event, at now: NIODeadline, into effects: inout [Effect]) {
        switch event {
        case .submitted(let id, let isUrgent): submit(id, isUrgent: isUrgent, at: now, into: &effects)
        case .abandoned(let id): end(id, .abandoned, into: &effects)
        case .connection(let id, let signal): receive(signal, from: id, at: now, into: &effects)
        case .timePassed: checkTimes(at: now, into: &effects)
        case .stopping(let gracefully): return stop(gracefully: gracefully, into: &effects)
        }
        if isStopping {
            settle(into: &effects)
        } else {
            dispatch(at: now, into: &effects)
        }
    }

    /// The moment at which `timePassed` is due; too early does no harm.
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

extension PoolMachine {
    private mutating func submit(
        _ id: RequestID, isUrgent: Bool, at now: NIODeadline, into effects: inout [Effect]
    ) {
        guard !isStopping else { return effects.append(.end(id, .shuttingDown)) }
        guard waiting < limits.waiting else { return effects.append(.end(id, .overloaded)) }
        requests[id] = Request(started: now, isUrgent: isUrgent)
        deadlines.append(id)
        queue.append(id)
        waiting += 1
    }

    /// Ends a request that has had no answer, wherever it stands.
    mutating func end(_ id: RequestID, _ ending: Ending, into effects: inout [Effect]) {
        guard let request = requests.removeValue(forKey: id) else { return }
        if let connection = request.connection {
            effects.append(.reset(id, on: connection))
            streamClosed(on: connection, into: &effects)
        } else {
            waiting -= 1
        }
        effects.append(.end(id, ending))
        forgetEnded()
    }

    /// Ends a request whose stream has ended: there is nothing left to reset.
    mutating func endUnanswered(_ id: RequestID, wasProcessed: Bool, at now: NIODeadline, into effects: inout [Effect])
    {
        guard var request = requests[id], let connection = request.connection else { return }
        streamClosed(on: connection, into: &effects)
        if !wasProcessed, !isStopping, request.moves < limits.moves {
            request.moves += 1
            request.connection = nil
            requests[id] = request
            // It has waited the longest.
            queue.prepend(id)
            waiting += 1
        } else {
            requests[id] = nil
            effects.append(.end(id, wasProcessed || !isStopping ? .connectionLost : .shuttingDown))
            forgetEnded()
        }
    }

    /// - Returns: The connection that the request was on; `nil` when nobody waits for the answer any longer.
    mutating func endAnswered(_ id: RequestID, into effects: inout [Effect]) -> ConnectionID? {
        guard let request = requests[id], let connection = request.connection else { return nil }
        requests[id] = nil
        streamClosed(on: connection, into: &effects)
        forgetEnded()
        return connection
    }

    private mutating func endWaiting(_ ending: Ending, into effects: inout [Effect]) {
        while let id = popWaiting() {
            requests[id] = nil
            effects.append(.end(id, ending))
        }
        forgetEnded()
    }

    private mutating func popWaiting() -> RequestID? {
        while let id = queue.popFirst() {
            if let request = requests[id], request.connection == nil {
                waiting -= 1
                return id
            }
        }
        return nil
    }

    /// The request that has been here the longest, waiting or sent.
    var oldest: (RequestID, Request)? { deadlines.first.flatMap { id in requests[id].map { (id, $0) } } }

    /// Keeps the first deadline alive, and the dead behind it, as in the queue, not many more than the living.
    private mutating func forgetEnded() {
        while let first = deadlines.first, requests[first] == nil { deadlines.removeFirst() }
        if deadlines.count > 2 * requests.count + 1024 {
            deadlines = CircularBuffer(deadlines.filter { requests[$0] != nil })
        }
        if queue.count > 2 * waiting + 1024 {
            queue = CircularBuffer(
                queue.filter { id in requests[id].map { $0.connection == nil } ?? false })
        }
    }
}

// MARK: - Sending

extension PoolMachine {
    private mutating func dispatch(at now: NIODeadline, into effects: inout [Effect]) {
        while waiting > 0 {
            guard let index = roomiestConnection else { return connectIfWorthwhile(at: now, into: &effects) }
            guard let id = popWaiting() else { return }
            requests[id]?.connection = connections[index].id
            connections[index].gate.opened()
            connections[index].streams += 1
            effects.append(.send(id, on: connections[index].id))
            if connections[index].streams >= limits.streamsPerConnection { leave(index, at: now, into: &effects) }
        }
    }

    private var roomiestConnection: Int? {
        var best: Int?
        for (index, connection) in connections.enumerated() where connection.phase == .open && connection.gate.hasRoom {
            if let other = best, connections[other].gate.open <= connection.gate.open { continue }
            best = index
        }
        return best
    }

    /// Opens one connection, if that would help those who wait and does not press a server that is in trouble.
    private mutating func connectIfWorthwhile(at now: NIODeadline, into effects: inout [Effect]) {
        var serving = 0
        for connection in connections where connection.isServing {
            // One that is on its way, or not yet trusted, will soon take more. One that is held to a single stream is
            // held back on purpose: opening others would go round it.
            if connection.phase == .connecting || connection.gate.limit <= 1 { return }
            serving += 1
        }
        guard serving < limits.connections else { return }
        guard now >= connectNotBefore || now >= urgentNotBefore && serving == 0 && isUrgentWaiting else {
            if serving == 0 { endUnreachable(into: &effects) }
            return
        }
        let id = ConnectionID(number: nextConnection)
        nextConnection += 1
        connections.append(Connection(id: id, since: now, heard: now))
        effects.append(.connect(id))
    }

    private var isUrgentWaiting: Bool {
        queue.contains { id in requests[id].map { $0.isUrgent && $0.connection == nil } ?? false }
    }

    private mutating func endUnreachable(into effects: inout [Effect]) {
        while let id = popWaiting() {
            let isUrgent = requests.removeValue(forKey: id)?.isUrgent ?? false
            effects.append(.end(id, .unreachable(until: isUrgent ? urgentNotBefore : connectNotBefore)))
        }
        forgetEnded()
    }

    /// Notes that the connection was of no use for long, which puts off the next attempt.
    ///
    /// One that served, and then ended early, has a first replacement for nothing: a server may well be restarted.
    mutating func noteEnd(of connection: Connection, at now: NIODeadline) {
        guard connection.phase == .connecting || now < connection.since + limits.shortLife else { return }
        failures += 1
        let delay = backoff.delay(afterFailures: connection.gate.isProven ? failures - 1 : failures)
        connectNotBefore = max(connectNotBefore, now + delay)
        urgentNotBefore = min(connectNotBefore, now + limits.urgentPause)
    }

    mutating func noteSuccess(of connection: Connection, at now: NIODeadline) {
        if now >= connection.since + limits.shortLife { failures = 0 }
    }
}

// MARK: - Stopping

extension PoolMachine {
    private mutating func stop(gracefully: Bool, into effects: inout [Effect]) {
        isStopping = true
        endWaiting(.shuttingDown, into: &effects)
        for index in connections.indices {
            if gracefully, connections[index].phase != .connecting, connections[index].gate.open > 0 {
                connections[index].phase = .draining
            } else {
                close(index, into: &effects)
            }
        }
        settle(into: &effects)
    }

    private func settle(into effects: inout [Effect]) {
        if connections.isEmpty { effects.append(.stopped) }
    }
}
