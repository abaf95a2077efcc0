import BellhopHTTP2
import BellhopModel
import BellhopPush
import Logging
import Metrics
import NIOCore
import NIOSSL

/// Executes the effects of ``PoolStateMachine``, on one event loop.
final class PoolDriver {
    /// The parts and settings of a pool.
    struct Settings: Sendable {
        var endpoint: HTTP2Endpoint
        var tls: NIOSSLContext
        var tokens: ProviderTokens
        var limits: PoolStateMachine.Limits
        var backoff = ReconnectBackoff()
        var clock: @Sendable () -> Timestamp
        var metrics: PushMetrics
        var logger: Logger
    }

    private let settings: Settings
    private let openConnections: Meter
    private let eventLoop: any EventLoop
    @exclusivity(unchecked) private var machine: PoolStateMachine
    @exclusivity(unchecked) private var effects: [PoolStateMachine.Effect] = []
    @exclusivity(unchecked) private var isPerforming = false
    @exclusivity(unchecked) private var pending = PendingRequests()
    @exclusivity(unchecked) private var connections: [(id: ConnectionID, connection: HTTP2Connection)] = []
    /// The time of the messages or bytes that are being processed.
    @exclusivity(unchecked) private var now = NIODeadline.now()
    /// The shared fields with the provider token, and the time at which it was valid.
    @exclusivity(unchecked) private var authorized: (fields: AuthorizedFields, checked: NIODeadline)?
    /// True if the next wake may be earlier than the alarm.
    @exclusivity(unchecked) private var isAlarmDue = false
    @exclusivity(unchecked) private var alarm: (moment: NIODeadline, task: Scheduled<Void>)?
    private var stopping: [CheckedContinuation<Void, Never>] = []
    /// The batches with pushes that were not submitted.
    @exclusivity(unchecked) private var batches = CircularBuffer<PushBatch>()
    /// The number of requests of batches that may be submitted before other work of the event loop.
    @exclusivity(unchecked) private var batchBudget = PoolDriver.batchShare
    @exclusivity(unchecked) private var isBatchScheduled = false
    @exclusivity(unchecked) private var isSubmitting = false
    private static let batchShare = 128
    /// An empty array with capacity, for reuse by the inbox.
    var reusableMessages: [ConnectionPool.Message] = []

    init(_ settings: Settings, on eventLoop: any EventLoop) {
        self.settings = settings
        self.openConnections = settings.metrics.meter("bellhop_gateway_connections")
        self.eventLoop = eventLoop
        self.machine = PoolStateMachine(limits: settings.limits, backoff: settings.backoff)
    }

    func receive(_ messages: [ConnectionPool.Message]) {
        now = .now()
        for message in messages {
            switch message {
            case .submit(let request):
                handle(.submitted(pending.insert(request), isUrgent: request.request.isUrgent))
            case .cancel(let request):
                // `nil` when the task was cancelled before it posted the request; it cancels it again afterwards.
                if let id = request.id { handle(.cancelled(id)) }
            case .batch(let batch):
                batch.posted()
                batches.append(batch)
                submitBatches()
            case .cancelBatch(let batch):
                cancel(batch)
            case .stop(let gracefully, let continuation):
                stop(gracefully: gracefully, continuation)
            }
        }
    }

    private func cancel(_ batch: PushBatch) {
        batch.cancel()
        for id in pending.ids(of: batch) { handle(.cancelled(id)) }
    }

    func stop(gracefully: Bool, _ continuation: CheckedContinuation<Void, Never>?) {
        if let continuation { stopping.append(continuation) }
        handle(.stopping(gracefully: gracefully))
    }
}

// MARK: - Events in, effects out

extension PoolDriver {
    /// Effects may cause events synchronously; their effects are appended and executed in order.
    private func handle(_ event: PoolStateMachine.Event) {
        machine.handle(event, at: now, into: &effects)
        guard !isPerforming else { return }
        isPerforming = true
        var next = 0
        while next < effects.count {
            perform(effects[next])
            next += 1
        }
        effects.removeAll(keepingCapacity: true)
        isPerforming = false
        if !batches.isEmpty, !isBatchScheduled { submitBatches() }
        // A response only delays the next wake, unless it has other effects.
        if case .connection(_, .responded) = event, !isAlarmDue { return }
        isAlarmDue = false
        scheduleAlarm()
    }

    /// Submits the next requests of batches while there is room, a few at a time, so that other requests wait neither in
    /// the queue nor for the event loop.
    private func submitBatches() {
        guard !isSubmitting else { return }
        isSubmitting = true
        defer { isSubmitting = false }
        while let batch = batches.first {
            guard machine.admitsBatch else { return handle(.crowded) }
            guard batchBudget > 0 else { return scheduleBatches() }
            guard let request = batch.takeNext(at: now, rejected: { settings.metrics.count(.success(.rejected($0))) })
            else {
                batches.removeFirst()
                continue
            }
            batchBudget -= 1
            settings.metrics.began()
            handle(.submitted(pending.insert(request)))
        }
    }

    private func scheduleBatches() {
        guard !isBatchScheduled else { return }
        isBatchScheduled = true
        eventLoop.assumeIsolated().execute { [self] in
            now = .now()
            isBatchScheduled = false
            batchBudget = Self.batchShare
            submitBatches()
        }
    }

    private func perform(_ effect: PoolStateMachine.Effect) {
        switch effect {
        case .connect(let id):
            isAlarmDue = true
            connect(id)
        case .send(let id, let connection): send(id, on: connection)
        case .reset(let id, let connection):
            if let request = pending[id] { self.connection(connection)?.reset(request.stream) }
        case .ping(let id): connection(id)?.ping()
        case .close(let id): connection(id)?.close()
        case .fail(let id, let failure): fail(id, failure)
        case .stopped:
            alarm?.task.cancel()
            alarm = nil
            for continuation in stopping { continuation.resume() }
            stopping = []
        }
    }

    private func connection(_ id: ConnectionID) -> HTTP2Connection? {
        for entry in connections where entry.id == id { return entry.connection }
        return nil
    }

    private func connect(_ id: ConnectionID) {
        settings.logger.debug("connecting to APNs", metadata: ["host": "\(settings.endpoint.host)"])
        let connection = HTTP2Connection(on: eventLoop) { [self] event in receive(event, from: id) }
        connections.append((id, connection))
        connection.connect(to: settings.endpoint, tls: settings.tls, deadline: settings.limits.connectDeadline)
        openConnections.set(Double(connections.count))
    }

    private func send(_ id: RequestID, on connectionID: ConnectionID) {
        guard let request = pending[id], let connection = connection(connectionID) else { return }
        do {
            if authorized?.checked != now {
                switch try settings.tokens.token(at: settings.clock()) {
                case .valid(let token): authorize(with: token)
                case .unavailable(let time):
                    finish(id, .success(.deferred(Deferral(reason: .expiredProviderToken, until: time))))
                    return handle(.cancelled(id))
                }
            }
        } catch {
            // APNs would reject a key that cannot sign.
            finish(id, .success(.rejected(Rejection(reason: .invalidProviderToken, cause: .credentialInvalid))))
            return handle(.cancelled(id))
        }
        guard let fields = authorized?.fields.fields(of: request) else { return }
        request.token = authorized?.fields.token
        let message = HTTP2Request(
            fields, request.request.head, body: request.request.body,
            responseLimit: request.request.service.responseLimit)
        do {
            request.stream = try connection.send(message, tag: id.number)
        } catch {
            handle(.connection(connectionID, .failed(id, error)))
        }
    }

    private func authorize(with token: ProviderToken) {
        if authorized?.fields.token.reveal() == token.reveal() {
            authorized?.checked = now
        } else {
            authorized = (AuthorizedFields(token, authority: settings.endpoint.authority), now)
        }
    }

    private func scheduleAlarm() {
        guard let moment = machine.nextWake else { return }
        if let alarm, alarm.moment <= moment { return }
        alarm?.task.cancel()
        let task = eventLoop.assumeIsolated().scheduleTask(deadline: moment) { [self] in
            alarm = nil
            now = .now()
            handle(.timePassed)
        }
        alarm = (moment, task)
    }
}

// MARK: - Responses

extension PoolDriver {
    private func receive(_ event: HTTP2Connection.Event, from connection: ConnectionID) {
        switch event {
        case .received:
            now = .now()
        case .opened:
            now = .now()
            settings.logger.debug("connected to APNs", metadata: ["host": "\(settings.endpoint.host)"])
            handle(.connection(connection, .opened))
        case .streamLimit(let limit):
            handle(.connection(connection, .streamLimit(limit)))
        case .responded(let tag, let response):
            receive(response, to: RequestID(number: tag), from: connection)
        case .failed(let tag, let failure):
            handle(.connection(connection, .failed(RequestID(number: tag), failure)))
        case .goingAway(let data):
            let reason = APNsErrorBody(data).reason?.rawValue ?? "none"
            settings.logger.info("APNs is closing a connection", metadata: ["reason": "\(reason)"])
            handle(.connection(connection, .goingAway))
        case .pong:
            handle(.connection(connection, .pong))
        case .closing:
            now = .now()
            handle(.connection(connection, .closing))
        case .closed(let cause):
            now = .now()
            if let cause { logEnd(of: connection, because: cause) }
            connections.removeAll { $0.id == connection }
            openConnections.set(Double(connections.count))
            handle(.connection(connection, .closed))
        }
    }

    private func logEnd(of connection: ConnectionID, because cause: String) {
        if machine.connections.contains(where: { $0.id == connection && $0.phase == .connecting }) {
            settings.logger.warning(
                "cannot connect to APNs", metadata: ["host": "\(settings.endpoint.host)", "cause": "\(cause)"])
        } else {
            settings.logger.info("lost a connection to APNs", metadata: ["cause": "\(cause)"])
        }
    }

    private func receive(_ response: HTTP2Response, to id: RequestID, from connection: ConnectionID) {
        guard let request = pending[id] else { return }
        if request.request.service == .pushes, response.status == 200 {
            finish(id, .success(.accepted(AcceptedPush(gatewayID: response["apns-unique-id"]))))
            return handle(.connection(connection, .responded(id, .authenticated)))
        }
        let response = APNsResponse(response)
        let classified = APNsResult(
            response, from: request.request.service, now: settings.clock(),
            token: request.request.token?.text.lowercased() ?? "")
        switch classified.reason {
        case nil: break
        case .expiredProviderToken:
            request.token.map(settings.tokens.expired)
            authorized = nil
        case .tooManyProviderTokenUpdates: settings.tokens.tooManyUpdates(at: settings.clock())
        case .some(let reason) where !APNsErrors.isKnown(reason):
            settings.logger.warning(
                "APNs responded with a reason that is not in the error table",
                metadata: ["status": "\(response.status)", "reason": "\(reason)"])
        default: break
        }
        request.response = response
        finish(id, classified.outcome.mapError { $0 })
        handle(.connection(connection, .responded(id, classified.connection)))
    }

    private func fail(_ id: RequestID, _ failure: PoolStateMachine.Failure) {
        switch failure {
        case .timeout: finish(id, .success(.deferred(Deferral(reason: .timeout))))
        case .connectionLost: finish(id, .success(.deferred(Deferral(reason: .connectionLost))))
        case .refused: finish(id, .success(.deferred(Deferral(reason: .refused))))
        case .invalid:
            finish(id, .success(.rejected(Rejection(reason: .invalidRequest, cause: .pushInvalid))))
        case .unreachable(let moment):
            let until = settings.clock() + .nanoseconds((moment - now).nanoseconds)
            finish(id, .success(.deferred(Deferral(reason: .unreachable, until: until))))
        case .overloaded: finish(id, .success(.deferred(Deferral(reason: .overloaded))))
        case .shuttingDown: finish(id, .success(.deferred(Deferral(reason: .shuttingDown))))
        case .cancelled: finish(id, .failure(CancellationError()))
        }
    }

    private func finish(_ id: RequestID, _ result: Result<Outcome, any Error>) {
        guard let request = pending.remove(id) else { return }
        settings.metrics.ended(result, afterNanoseconds: (now - request.started).nanoseconds)
        request.finish(result)
    }
}
