import NIOCore
import NIOSSL

/// The connections and requests of an ``HTTP2Client``, on its event loop.
final class ConnectionPool {
    private enum Owner {
        case single(SingleRequest)
        case batch(RequestBatch, Int)

        var request: HTTP2Request {
            switch self {
            case .single(let single): single.request
            case .batch(let batch, let index): batch.requests[index]
            }
        }
    }

    /// A request, waiting or sent. Its tag is the index of the slot and the generation, so that a late event of an
    /// earlier request in the slot is not mistaken for its own.
    private struct Slot {
        var generation: UInt32 = 0
        var owner: Owner?
        var member: Member?
        var stream: UInt32 = 0
        var retries = 0
        /// ``Member/responses`` when it was sent.
        var responsesBefore = 0
    }

    private let endpoint: HTTP2Endpoint
    private let tls: NIOSSLContext
    private let configuration: HTTP2Client.Configuration
    private let eventLoop: any EventLoop
    @exclusivity(unchecked) private var slots: [Slot] = []
    @exclusivity(unchecked) private var freeSlots: [Int] = []
    @exclusivity(unchecked) private var deadlines = DeadlineHeap()
    /// FIFO. May contain tags of requests that have ended.
    @exclusivity(unchecked) private var queue = CircularBuffer<UInt64>()
    @exclusivity(unchecked) private var waiting = 0
    @exclusivity(unchecked) private var members: [Member] = []
    /// The earliest time of the next attempt to connect beside an open connection, after one that failed.
    private var connectNotBefore = NIODeadline.uptimeNanoseconds(0)
    private var alarm: (moment: NIODeadline, task: Scheduled<Void>)?
    /// True if the last connection that opened speaks HTTP/1.1.
    private var speaksHTTP1 = false
    private var isStopping = false
    private var stopped: [CheckedContinuation<Void, Never>] = []
    /// An empty array with capacity, for reuse by the inbox.
    var reusableMessages: [HTTP2Client.Message] = []

    init(
        _ endpoint: HTTP2Endpoint, tls: NIOSSLContext, configuration: HTTP2Client.Configuration,
        on eventLoop: any EventLoop
    ) {
        self.endpoint = endpoint
        self.tls = tls
        self.configuration = configuration
        self.eventLoop = eventLoop
    }

    func receive(_ messages: [HTTP2Client.Message]) {
        for message in messages {
            switch message {
            case .single(let single):
                single.tag = submit(.single(single), deadline: single.deadline)
            case .batch(let batch):
                batch.tags.reserveCapacity(batch.requests.count)
                for index in batch.requests.indices {
                    if let tag = submit(.batch(batch, index), deadline: batch.deadline) { batch.tags.append(tag) }
                }
            case .cancelSingle(let single):
                if let tag = single.tag { abandon(tag, .cancelled) }
            case .cancelBatch(let batch):
                for tag in batch.tags { abandon(tag, .cancelled) }
            case .stop(let continuation):
                stop(gracefully: continuation != nil, continuation)
            }
        }
        dispatch()
        scheduleAlarm()
    }

    /// Stops the pool. If `gracefully`, requests that were sent may finish.
    func stop(gracefully: Bool, _ continuation: CheckedContinuation<Void, Never>?) {
        isStopping = true
        if let continuation { stopped.append(continuation) }
        failWaiting(.shuttingDown)
        for member in members {
            if gracefully, member.phase != .connecting, member.open > 0 {
                member.phase = .draining
            } else {
                member.connection?.close()
            }
        }
        reportWhenStopped()
    }

    private func reportWhenStopped() {
        guard isStopping, members.isEmpty else { return }
        alarm?.task.cancel()
        alarm = nil
        for continuation in stopped { continuation.resume() }
        stopped = []
    }
}

// MARK: - Requests

extension ConnectionPool {
    private func submit(_ owner: Owner, deadline: NIODeadline) -> UInt64? {
        guard !isStopping, waiting < configuration.queueLimit || room != nil else {
            finish(owner, .failure(isStopping ? .shuttingDown : .overloaded))
            return nil
        }
        let index: Int
        if let free = freeSlots.popLast() {
            index = free
        } else {
            index = slots.count
            slots.append(Slot())
        }
        slots[index].owner = owner
        slots[index].retries = 0
        let tag = UInt64(slots[index].generation) << 32 | UInt64(index)
        deadlines.insert(DeadlineHeap.Entry(deadline: deadline, tag: tag))
        if waiting == 0, let member = room, send(index, tag, on: member) { return tag }
        guard slots[index].owner != nil, slots[index].generation == UInt32(tag >> 32) else { return nil }
        queue.append(tag)
        waiting += 1
        return tag
    }

    private func index(of tag: UInt64) -> Int? {
        let index = Int(truncatingIfNeeded: tag & 0xFFFF_FFFF)
        return slots[index].generation == UInt32(tag >> 32) && slots[index].owner != nil ? index : nil
    }

    /// Removes a request that is not waiting and reports its result.
    private func end(_ index: Int, _ result: Result<HTTP2Response, HTTP2ClientError>) {
        guard let owner = slots[index].owner else { return }
        slots[index].owner = nil
        slots[index].generation &+= 1
        freeSlots.append(index)
        if let member = slots[index].member {
            slots[index].member = nil
            closed(member)
        }
        finish(owner, result)
        let alive = slots.count - freeSlots.count
        if deadlines.count > 2 * alive + 1024 { deadlines.compact { self.index(of: $0) != nil } }
    }

    private func finish(_ owner: Owner, _ result: Result<HTTP2Response, HTTP2ClientError>) {
        switch owner {
        case .single(let single): single.continuation?.resume(returning: result)
        case .batch(let batch, let index): batch.finish(index, result)
        }
    }

    /// Ends a request, waiting or sent, before its response.
    private func abandon(_ tag: UInt64, _ error: HTTP2ClientError) {
        guard let index = index(of: tag) else { return }
        if let member = slots[index].member {
            member.connection?.reset(slots[index].stream)
        } else {
            waiting -= 1
        }
        end(index, .failure(error))
        if queue.count > 2 * waiting + 1024 { queue = CircularBuffer(queue.filter { isWaiting($0) }) }
    }

    private func isWaiting(_ tag: UInt64) -> Bool { index(of: tag).map { slots[$0].member == nil } ?? false }

    private func popWaiting() -> UInt64? {
        while let tag = queue.popFirst() {
            guard isWaiting(tag) else { continue }
            waiting -= 1
            return tag
        }
        return nil
    }

    private func failWaiting(_ error: HTTP2ClientError) {
        while let tag = popWaiting() {
            if let index = index(of: tag) { end(index, .failure(error)) }
        }
    }
}

// MARK: - Sending

extension ConnectionPool {
    /// The open connection with a free stream and the fewest open ones.
    private var room: Member? {
        var best: Member?
        for member in members where member.phase == .open && member.open < member.limit {
            if let other = best, other.open <= member.open { continue }
            best = member
        }
        return best
    }

    /// - Returns: `false` when the request was not sent; it has ended if it is invalid.
    private func send(_ index: Int, _ tag: UInt64, on member: Member) -> Bool {
        guard let owner = slots[index].owner, let connection = member.connection else { return false }
        do {
            slots[index].stream = try connection.send(owner.request, tag: tag)
            slots[index].member = member
            slots[index].responsesBefore = member.responses
            member.open += 1
            if !connection.acceptsRequests { member.phase = .draining }
            return true
        } catch {
            if error == .invalidRequest {
                end(index, .failure(.invalidRequest))
            } else {
                member.phase = .draining
            }
            return false
        }
    }

    private func dispatch() {
        while waiting > 0 {
            guard let member = room else { return connectIfUseful() }
            guard let tag = popWaiting(), let index = index(of: tag) else { return }
            if !send(index, tag, on: member), self.index(of: tag) != nil {
                queue.prepend(tag)
                waiting += 1
            }
        }
    }

    private func connectIfUseful() {
        while mayConnect {
            let member = Member()
            let connection = HTTP2Connection(
                on: eventLoop, configuration: configuration.connection, acceptsHTTP1: configuration.acceptsHTTP1
            ) { [self] event in
                receive(event, from: member)
            }
            member.connection = connection
            members.append(member)
            connection.connect(to: endpoint, tls: tls, deadline: configuration.connectDeadline)
        }
    }

    private var mayConnect: Bool {
        guard !isStopping, members.allSatisfy({ $0.phase == .draining }) || .now() >= connectNotBefore else {
            return false
        }
        let connecting = members.count(where: { $0.phase == .connecting })
        // With HTTP/1.1 each waiting request needs its own connection.
        if speaksHTTP1 { return connecting < waiting && members.count < max(configuration.maxHTTP1Connections, 1) }
        return connecting == 0
            && members.count(where: { $0.phase == .open }) < max(configuration.maxConnections, 1)
    }
}

// MARK: - Events

extension ConnectionPool {
    private func receive(_ event: HTTP2Connection.Event, from member: Member) {
        switch event {
        case .opened:
            if member.phase == .connecting { member.phase = .open }
            member.isHTTP1 = member.connection?.isHTTP1 == true
            speaksHTTP1 = member.isHTTP1
            dispatch()
        case .streamLimit(let limit):
            member.limit = limit
            dispatch()
        case .responded(let tag, let response):
            member.responses += 1
            if let index = index(of: tag) { end(index, .success(response)) }
            if waiting > 0 { dispatch() }
        case .failed(let tag, let failure):
            failed(tag, failure)
        case .goingAway:
            if member.phase == .open { member.phase = .draining }
            if member.open == 0 { member.connection?.close() }
        case .received, .pong, .closing:
            // Requests that fail are sent again in the next tick, when the connection has closed.
            break
        case .closed(let cause):
            closed(member, because: cause)
        }
    }

    private func failed(_ tag: UInt64, _ failure: HTTP2StreamFailure) {
        guard let index = index(of: tag) else { return }
        guard failure == .notProcessed, !isStopping, slots[index].retries < configuration.retries else {
            return end(index, .failure(failure == .notProcessed && isStopping ? .shuttingDown : .connectionLost))
        }
        slots[index].retries += 1
        let member = slots[index].member
        slots[index].member = nil
        // Prepended, because it has waited the longest.
        queue.prepend(tag)
        waiting += 1
        if let member { closed(member) }
        // In the next tick, when a connection that ends has reported all of its streams, and its own end.
        eventLoop.assumeIsolated().execute { [self] in
            dispatch()
            scheduleAlarm()
        }
    }

    /// Counts the end of a stream.
    private func closed(_ member: Member) {
        member.open -= 1
        guard member.open == 0 else { return }
        member.idleSince = .now()
        if member.phase == .draining { member.connection?.close() }
    }

    private func closed(_ member: Member, because cause: String?) {
        members.removeAll { $0 === member }
        member.connection = nil
        guard !isStopping else { return reportWhenStopped() }
        // Repeated attempts are left to the caller. Those beside an open connection are limited here.
        // A connection with HTTP/1.1 ends with its request, which reports the failure.
        let isUseless = member.phase == .connecting || member.responses == 0 && !member.isHTTP1
        if isUseless { connectNotBefore = .now() + .seconds(1) }
        if isUseless, members.allSatisfy({ $0.phase == .draining }) {
            failWaiting(.unreachable(cause ?? "the connection was closed"))
        }
        dispatch()
    }
}

// MARK: - Time

extension ConnectionPool {
    private func scheduleAlarm() {
        guard let moment = nextAlarm else { return }
        if let alarm, alarm.moment <= moment { return }
        alarm?.task.cancel()
        let task = eventLoop.assumeIsolated().scheduleTask(deadline: moment) { [self] in
            alarm = nil
            checkTimes(at: .now())
            dispatch()
            scheduleAlarm()
        }
        alarm = (moment, task)
    }

    private var nextAlarm: NIODeadline? {
        var next = deadlines.first?.deadline
        for member in members {
            guard let due = dueTime(of: member) else { continue }
            next = min(next ?? due, due)
        }
        return next
    }

    private func dueTime(of member: Member) -> NIODeadline? {
        member.phase == .open && member.open == 0 ? member.idleSince + configuration.idleTimeout : nil
    }

    private func checkTimes(at now: NIODeadline) {
        while let first = deadlines.first, first.deadline <= now || index(of: first.tag) == nil {
            deadlines.removeFirst()
            guard let index = index(of: first.tag) else { continue }
            // Nothing was responded to since it was sent: the network may have dropped the connection, or the server
            // behind it is stuck.
            if let member = slots[index].member, member.phase == .open,
                member.responses == slots[index].responsesBefore
            {
                member.phase = .draining
            }
            abandon(first.tag, .timeout)
        }
        for member in members {
            guard let due = dueTime(of: member), due <= now else { continue }
            member.connection?.close()
        }
    }
}
