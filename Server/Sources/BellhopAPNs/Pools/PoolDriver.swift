import BellhopModel
import BellhopPush
import Logging
import Metrics
import NIOCore

/// Executes the effects of ``PoolStateMachine``, on one event loop.
final class PoolDriver {
    /// The parts and settings of a pool.
    struct Settings: Sendable {
        var endpoint: APNsEndpoint
        var transport: any APNsTransport
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
    private var machine: PoolStateMachine
    private var effects: [PoolStateMachine.Effect] = []
    private var isPerforming = false
    private var pending: [RequestID: PendingRequest] = [:]
    private var connections: [ConnectionID: any APNsConnection] = [:]
    private var alarm: (moment: NIODeadline, task: Scheduled<Void>)?
    private var stopping: [CheckedContinuation<Void, Never>] = []
    /// The batches with requests that were not submitted.
    private var batches = CircularBuffer<PushBatch>()
    /// The number of requests of batches that may be submitted before other work of the event loop.
    private var batchBudget = PoolDriver.batchShare
    private var isBatchScheduled = false
    private var isSubmitting = false
    private static let batchShare = 64
    /// An empty array with capacity, for reuse by the inbox.
    var reusableMessages: [ConnectionPool.Message] = []

    init(_ settings: Settings, on eventLoop: any EventLoop) {
        self.settings = settings
        self.openConnections = settings.metrics.meter("bellhop_gateway_connections")
        self.eventLoop = eventLoop
        self.machine = PoolStateMachine(limits: settings.limits, backoff: settings.backoff)
    }

    func receive(_ messages: [ConnectionPool.Message]) {
        for message in messages {
            switch message {
            case .submit(let id, let request):
                pending[id] = request
                handle(.submitted(id, isUrgent: request.request.isUrgent))
            case .cancel(let id):
                handle(.cancelled(id))
            case .batch(let batch):
                batch.posted()
                batches.append(batch)
                submitBatches()
            case .cancelBatch(let batch):
                for id in batch.cancel() { handle(.cancelled(id)) }
            case .stop(let gracefully, let continuation):
                stop(gracefully: gracefully, continuation)
            }
        }
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
        machine.handle(event, at: .now(), into: &effects)
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
            guard let (id, request, index) = batch.takeNext() else {
                batches.removeFirst()
                continue
            }
            batchBudget -= 1
            settings.metrics.began()
            pending[id] = PendingRequest(request: request, caller: .batch(batch, index), started: .now())
            handle(.submitted(id))
        }
    }

    private func scheduleBatches() {
        guard !isBatchScheduled else { return }
        isBatchScheduled = true
        eventLoop.assumeIsolated().execute { [self] in
            isBatchScheduled = false
            batchBudget = Self.batchShare
            submitBatches()
        }
    }

    private func perform(_ effect: PoolStateMachine.Effect) {
        switch effect {
        case .connect(let id): connect(id)
        case .send(let id, let connection): send(id, on: connection)
        case .reset(let id, let connection): connections[connection]?.reset(id)
        case .ping(let id): connections[id]?.ping()
        case .close(let id): connections[id]?.close()
        case .fail(let id, let failure): fail(id, failure)
        case .stopped:
            alarm?.task.cancel()
            alarm = nil
            for continuation in stopping { continuation.resume() }
            stopping = []
        }
    }

    private func connect(_ id: ConnectionID) {
        settings.logger.debug("connecting to APNs", metadata: ["host": "\(settings.endpoint.host)"])
        connections[id] = settings.transport.connect(to: settings.endpoint, on: eventLoop) { [self] event in
            receive(event, from: id)
        }
        openConnections.set(Double(connections.count))
    }

    private func send(_ id: RequestID, on connection: ConnectionID) {
        guard let index = pending.index(forKey: id), let connection = connections[connection] else { return }
        do {
            switch try settings.tokens.token(at: settings.clock()) {
            case .valid(let token):
                pending.values[index].token = token
                connection.send(pending.values[index].request, authorization: token.reveal(), as: id)
            case .unavailable(let time):
                finish(id, .success(.deferred(Deferral(reason: .expiredProviderToken, until: time))))
                handle(.cancelled(id))
            }
        } catch {
            // APNs would reject a key that cannot sign.
            finish(id, .success(.rejected(Rejection(reason: .invalidProviderToken, cause: .credentialInvalid))))
            handle(.cancelled(id))
        }
    }

    private func scheduleAlarm() {
        guard let moment = machine.nextWake else { return }
        if let alarm, alarm.moment <= moment { return }
        alarm?.task.cancel()
        let task = eventLoop.assumeIsolated().scheduleTask(deadline: moment) { [self] in
            alarm = nil
            handle(.timePassed)
        }
        alarm = (moment, task)
    }
}

// MARK: - Responses

extension PoolDriver {
    private func receive(_ event: ConnectionEvent, from connection: ConnectionID) {
        switch event {
        case .opened:
            settings.logger.debug("connected to APNs", metadata: ["host": "\(settings.endpoint.host)"])
            handle(.connection(connection, .opened))
        case .streamLimit(let limit):
            handle(.connection(connection, .streamLimit(limit)))
        case .responded(let id, let response):
            receive(response, to: id, from: connection)
        case .failed(let id, let failure):
            handle(.connection(connection, .failed(id, failure)))
        case .goingAway(let reason):
            settings.logger.info("APNs is closing a connection", metadata: ["reason": "\(reason?.rawValue ?? "none")"])
            handle(.connection(connection, .goingAway))
        case .pong:
            handle(.connection(connection, .pong))
        case .closing:
            handle(.connection(connection, .closing))
        case .closed(let cause):
            if let cause { logEnd(of: connection, because: cause) }
            connections[connection] = nil
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

    private func receive(_ response: APNsResponse, to id: RequestID, from connection: ConnectionID) {
        guard let request = pending[id] else { return }
        let now = settings.clock()
        let classified = APNsResult(response, from: request.request.service, now: now, token: request.request.token)
        switch classified.reason {
        case .expiredProviderToken: request.token.map(settings.tokens.expired)
        case .tooManyProviderTokenUpdates: settings.tokens.tooManyUpdates(at: now)
        case .some(let reason) where !APNsErrors.isKnown(reason):
            settings.logger.warning(
                "APNs responded with a reason that is not in the error table",
                metadata: ["status": "\(response.status)", "reason": "\(reason)"])
        default: break
        }
        finish(id, classified.outcome.mapError { $0 }, response)
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
            let until = settings.clock() + .nanoseconds((moment - .now()).nanoseconds)
            finish(id, .success(.deferred(Deferral(reason: .unreachable, until: until))))
        case .overloaded: finish(id, .success(.deferred(Deferral(reason: .overloaded))))
        case .shuttingDown: finish(id, .success(.deferred(Deferral(reason: .shuttingDown))))
        case .cancelled: finish(id, .failure(CancellationError()))
        }
    }

    private func finish(_ id: RequestID, _ result: Result<Outcome, any Error>, _ response: APNsResponse? = nil) {
        guard let request = pending.removeValue(forKey: id) else { return }
        settings.metrics.ended(result, afterNanoseconds: (.now() - request.started).nanoseconds)
        switch request.caller {
        case .single(let continuation):
            continuation.resume(with: result.map { PendingRequest.Completion(outcome: $0, response: response) })
        case .batch(let batch, let index): batch.finish(index, result)
        }
    }
}
