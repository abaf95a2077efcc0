import NIOCore

/// What the machine does about its connections.
extension PoolMachine {
    mutating func receive(
        _ signal: Signal, from id: ConnectionID, at now: NIODeadline, into effects: inout [Effect]
    ) {
        guard let index = connections.firstIndex(where: { $0.id == id }) else { return }
        connections[index].heard = now
        switch signal {
        case .opened:
            guard connections[index].phase == .connecting else { return }
            connections[index].phase = .open
            connections[index].since = now
        case .streamLimit(let limit):
            connections[index].gate.peerSaid(limit: limit)
        case .answered(let request, let standing):
            guard endAnswered(request, into: &effects) == id else { return }
            judge(index, by: standing, at: now, into: &effects)
        case .unanswered(let request, let wasProcessed):
            endUnanswered(request, wasProcessed: wasProcessed, at: now, into: &effects)
        case .goingAway:
            leave(index, at: now, into: &effects)
        case .pong:
            connections[index].pinged = nil
        case .closed:
            closed(index, at: now, into: &effects)
        }
    }

    private mutating func judge(
        _ index: Int, by standing: Verdict.Standing, at now: NIODeadline, into effects: inout [Effect]
    ) {
        switch standing {
        case .proven:
            connections[index].gate.proved()
            noteSuccess(of: connections[index], at: now)
        case .unproven:
            break
        case .spent:
            leave(index, at: now, into: &effects)
        }
    }

    /// Gives the connection no more requests, and closes it once those it has are over.
    mutating func leave(_ index: Int, at now: NIODeadline, into effects: inout [Effect]) {
        guard connections[index].isServing else { return }
        noteEnd(of: connections[index], at: now)
        if connections[index].gate.open == 0 {
            close(index, into: &effects)
        } else {
            connections[index].phase = .draining
        }
    }

    mutating func close(_ index: Int, into effects: inout [Effect]) {
        guard connections[index].phase != .closing else { return }
        connections[index].phase = .closing
        effects.append(.close(connections[index].id))
    }

    mutating func streamClosed(on id: ConnectionID, into effects: inout [Effect]) {
        guard let index = connections.firstIndex(where: { $0.id == id }) else { return }
        connections[index].gate.closed()
        if connections[index].phase == .draining, connections[index].gate.open == 0 { close(index, into: &effects) }
    }

    private mutating func closed(_ index: Int, at now: NIODeadline, into effects: inout [Effect]) {
        let connection = connections.remove(at: index)
        if connection.isServing { noteEnd(of: connection, at: now) }
        guard connection.gate.open > 0 else { return }
        // The transport tells of each before it closes; should it ever not, nobody may be left waiting.
        for (id, request) in requests where request.connection == connection.id {
            endUnanswered(id, wasProcessed: true, at: now, into: &effects)
        }
    }
}

/// What time does to requests and connections.
extension PoolMachine {
    mutating func checkTimes(at now: NIODeadline, into effects: inout [Effect]) {
        while let (id, request) = oldest, now >= request.started + limits.requestDeadline {
            end(id, .timeout, into: &effects)
            suspect(request.connection, since: request.started, at: now, into: &effects)
        }
        for index in connections.indices {
            guard let due = dueTime(of: connections[index]), now >= due else { continue }
            if connections[index].phase == .open, connections[index].pinged == nil {
                ping(index, at: now, into: &effects)
            } else {
                // It did not open in time, or did not answer in time. What is on it will not be answered either.
                if connections[index].isServing { noteEnd(of: connections[index], at: now) }
                close(index, into: &effects)
            }
        }
    }

    /// When time has something to say to a connection.
    func dueTime(of connection: Connection) -> NIODeadline? {
        switch (connection.phase, connection.pinged) {
        case (.connecting, _): connection.since + limits.connectDeadline
        case (.open, nil): connection.heard + limits.pingInterval
        case (.open, .some(let moment)), (.draining, .some(let moment)): moment + limits.pingDeadline
        case (.draining, nil), (.closing, _): nil
        }
    }

    /// A request on this connection had no answer in time. If nothing at all was heard meanwhile, the connection may be
    /// dead without anyone having said so, and every further request would wait in vain.
    private mutating func suspect(
        _ id: ConnectionID?, since: NIODeadline, at now: NIODeadline, into effects: inout [Effect]
    ) {
        guard let index = connections.firstIndex(where: { $0.id == id }), connections[index].phase == .open,
            connections[index].pinged == nil, connections[index].heard <= since
        else { return }
        ping(index, at: now, into: &effects)
    }

    private mutating func ping(_ index: Int, at now: NIODeadline, into effects: inout [Effect]) {
        connections[index].pinged = now
        effects.append(.ping(connections[index].id))
    }
}
