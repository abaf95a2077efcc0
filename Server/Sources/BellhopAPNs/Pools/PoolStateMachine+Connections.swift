import BellhopHTTP2
package import NIOCore

/// The transitions of connections.
extension PoolStateMachine {
    mutating func receive(
        _ signal: Signal, from id: ConnectionID, at now: NIODeadline, into effects: inout [Effect]
    ) {
        guard let index = connections.firstIndex(where: { $0.id == id }) else { return }
        connections[index].lastReceived = now
        switch signal {
        case .opened:
            guard connections[index].phase == .connecting else { return }
            connections[index].phase = .open
            connections[index].since = now
        case .streamLimit(let limit):
            connections[index].capacity.setPeerLimit(limit)
        case .responded(let request, let connection):
            guard complete(request, into: &effects) == id else { return }
            connections[index].lastResponse = now
            update(index, by: connection, at: now, into: &effects)
        case .failed(let request, let failure):
            retryOrFail(request, failure, into: &effects)
        case .goingAway:
            leave(index, at: now, into: &effects)
        case .pong:
            connections[index].pinged = nil
        case .closing:
            if connections[index].isServing { recordEnd(of: connections[index], at: now) }
            connections[index].phase = .closing
        case .closed:
            closed(index, at: now, into: &effects)
        }
    }

    private mutating func update(
        _ index: Int, by connection: APNsResult.ConnectionStatus, at now: NIODeadline, into effects: inout [Effect]
    ) {
        switch connection {
        case .authenticated:
            connections[index].capacity.authenticated()
            recordSuccess(of: connections[index], at: now)
        case .unknown:
            break
        case .unusable:
            leave(index, at: now, into: &effects)
        }
    }

    /// Stops using the connection, and closes it when its requests have completed.
    mutating func leave(_ index: Int, at now: NIODeadline, into effects: inout [Effect]) {
        guard connections[index].isServing else { return }
        recordEnd(of: connections[index], at: now)
        if connections[index].capacity.open == 0 {
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
        connections[index].capacity.closed()
        if connections[index].phase == .draining, connections[index].capacity.open == 0 { close(index, into: &effects) }
    }

    private mutating func closed(_ index: Int, at now: NIODeadline, into effects: inout [Effect]) {
        let connection = connections.remove(at: index)
        if connection.isServing { recordEnd(of: connection, at: now) }
        guard connection.capacity.open > 0 else { return }
        // The transport reports each request before it closes; this is a safeguard against requests that wait forever.
        for id in requests.ids(on: connection.id) { retryOrFail(id, .interrupted, into: &effects) }
    }
}

/// The transitions caused by time.
extension PoolStateMachine {
    mutating func checkTimes(at now: NIODeadline, into effects: inout [Effect]) {
        while let (id, request) = oldest, now >= request.started + limits.requestDeadline {
            fail(id, .timeout, into: &effects)
            leaveIfSilent(request.connection, since: request.sent, at: now, into: &effects)
        }
        for index in connections.indices {
            guard let due = dueTime(of: connections[index]), now >= due else { continue }
            if connections[index].phase == .open, connections[index].pinged == nil {
                ping(index, at: now, into: &effects)
            } else {
                // The connection did not open, or did not acknowledge a PING, in time.
                if connections[index].isServing { recordEnd(of: connections[index], at: now) }
                close(index, into: &effects)
            }
        }
    }

    /// The time of the connection's next timeout or PING; `nil` when it has none.
    func dueTime(of connection: Connection) -> NIODeadline? {
        switch (connection.phase, connection.pinged) {
        case (.connecting, _): connection.since + limits.connectDeadline
        case (.open, nil): connection.lastReceived + limits.pingInterval
        case (.open, .some(let moment)), (.draining, .some(let moment)): moment + limits.pingDeadline
        case (.draining, nil), (.closing, _): nil
        }
    }

    /// Replaces a connection whose request timed out, unless it has responded to a request since `since`, the time when
    /// that request was sent. The network may have dropped the connection, or the server behind it may be stuck although it
    /// acknowledges PINGs.
    private mutating func leaveIfSilent(
        _ id: ConnectionID?, since: NIODeadline, at now: NIODeadline, into effects: inout [Effect]
    ) {
        guard let index = connections.firstIndex(where: { $0.id == id }), connections[index].phase == .open,
            connections[index].lastResponse <= since
        else { return }
        leave(index, at: now, into: &effects)
    }

    private mutating func ping(_ index: Int, at now: NIODeadline, into effects: inout [Effect]) {
        connections[index].pinged = now
        effects.append(.ping(connections[index].id))
    }
}

/// The limit and the number of open streams of one connection. A pure value.
///
/// "APNs allows only one stream until you post a request with a valid authentication token" (Apple, Sending
/// notification requests to APNs). Afterwards the peer's SETTINGS apply: APNs lowers the limit after errors, down to 1,
/// and raises it again.
struct StreamCapacity: Hashable {
    /// The limit for a peer that announces none: the lowest limit that RFC 9113 §6.5.2 recommends.
    static let defaultLimit = 100

    private(set) var open = 0
    private(set) var isAuthenticated = false
    private var peerLimit = defaultLimit

    var limit: Int { isAuthenticated ? peerLimit : min(1, peerLimit) }
    var hasRoom: Bool { open < limit }
    /// True if a batch may use another stream. An eighth of the streams is reserved for other requests.
    var hasRoomForBatch: Bool { open < limit - limit / 8 }

    mutating func opened() { open += 1 }
    mutating func closed() { open -= 1 }
    /// Records the first response of an authenticated connection.
    mutating func authenticated() { isAuthenticated = true }
    mutating func setPeerLimit(_ limit: Int) { peerLimit = limit }
}

/// The delay between attempts to connect: exponential with jitter, so that many clients that lost the same server do
/// not reconnect together. Apple may treat repeated connects and disconnects as an attack.
package struct ReconnectBackoff: Sendable {
    let first: TimeAmount
    let longest: TimeAmount
    /// Returns a random number from 0 up to 1.
    let random: @Sendable () -> Double

    package init(
        first: TimeAmount = .seconds(1), longest: TimeAmount = .seconds(60),
        random: @escaping @Sendable () -> Double = { Double.random(in: 0..<1) }
    ) {
        self.first = first
        self.longest = longest
        self.random = random
    }

    /// The delay: 50 to 100 % of the exponential value; zero before the first failure.
    func delay(afterFailures failures: Int) -> TimeAmount {
        guard failures > 0 else { return .zero }
        let doubled = first.nanoseconds.multipliedReportingOverflow(by: 1 << Int64(min(failures - 1, 30)))
        let full = doubled.overflow ? longest.nanoseconds : min(doubled.partialValue, longest.nanoseconds)
        return .nanoseconds(full / 2 + Int64(Double(full / 2) * random()))
    }
}
