import BellhopModel
import BellhopPush
import Logging
import NIOCore

/// Carries out what ``PoolMachine`` decides. Lives on its event loop alone.
final class PoolLoop {
    /// What a pool is made of.
    struct Settings: Sendable {
        var endpoint: APNsEndpoint
        var transport: any APNsTransport
        var tokens: ProviderTokens
        var limits: PoolMachine.Limits
        var backoff = Backoff()
        var clock: @Sendable () -> Timestamp
        var metrics: PushMetrics
        var logger: Logger
    }

    private let settings: Settings
    private let eventLoop: any EventLoop
    private var machine: PoolMachine
    private var effects: [PoolMachine.Effect] = []
    private var isPerforming = false
    private var jobs: [RequestID: Job] = [:]
    private var connections: [ConnectionID: any APNsConnection] = [:]
    private var alarm: (moment: NIODeadline, task: Scheduled<Void>)?
    private var stopping: [CheckedContinuation<Void, Never>] = []
    /// An emptied array for the inbox to fill again.
    var spareMessages: [Pool.Message] = []

    init(_ settings: Settings, on eventLoop: any EventLoop) {
        self.settings = settings
        self.eventLoop = eventLoop
        self.machine = PoolMachine(limits: settings.limits, backoff: settings.backoff)
    }

    func receive(_ messages: [Pool.Message]) {
        for message in messages {
            switch message {
            case .submit(let id, let job):
                jobs[id] = job
                handle(.submitted(id, isUrgent: job.request.isUrgent))
            case .abandon(let id):
                handle(.abandoned(id))
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

extension PoolLoop {
    /// Effects may cause events at once; those are decided at once too, and their effects take their turn.
    private func handle(_ event: PoolMachine.Event) {
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
        setAlarm()
    }

    private func perform(_ effect: PoolMachine.Effect) {
        switch effect {
        case .connect(let id): connect(id)
        case .send(let id, let connection): send(id, on: connection)
        case .reset(let id, let connection): connections[connection]?.reset(id)
        case .ping(let id): connections[id]?.ping()
        case .close(let id): connections[id]?.close()
        case .end(let id, let ending): end(id, ending)
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
        settings.metrics.set(connections: connections.count)
    }

    private func send(_ id: RequestID, on connection: ConnectionID) {
        guard let index = jobs.index(forKey: id), let connection = connections[connection] else { return }
        do {
            switch try settings.tokens.token(at: settings.clock()) {
            case .token(let token):
                jobs.values[index].token = token
                connection.send(jobs.values[index].request, authorization: token.reveal(), as: id)
            case .none(let moment):
                finish(id, .success(.deferred(Deferral(reason: .expiredProviderToken, until: moment))))
                handle(.abandoned(id))
            }
        } catch {
            // A key that cannot sign is a key that APNs would not take.
            finish(id, .success(.rejected(Rejection(reason: .invalidProviderToken, cause: .credentialInvalid))))
            handle(.abandoned(id))
        }
    }

    private func setAlarm() {
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

// MARK: - Answers

extension PoolLoop {
    private func receive(_ event: ConnectionEvent, from connection: ConnectionID) {
        switch event {
        case .opened:
            settings.logger.debug("connected to APNs", metadata: ["host": "\(settings.endpoint.host)"])
            handle(.connection(connection, .opened))
        case .streamLimit(let limit):
            handle(.connection(connection, .streamLimit(limit)))
        case .answered(let id, let response):
            receive(response, to: id, from: connection)
        case .unanswered(let id, let wasProcessed):
            handle(.connection(connection, .unanswered(id, wasProcessed: wasProcessed)))
        case .goingAway(let reason):
            settings.logger.info("APNs closes a connection", metadata: ["reason": "\(reason?.rawValue ?? "none")"])
            handle(.connection(connection, .goingAway))
        case .pong:
            handle(.connection(connection, .pong))
        case .closed(let cause):
            if let cause { logEnd(of: connection, because: cause) }
            connections[connection] = nil
            settings.metrics.set(connections: connections.count)
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
        guard let job = jobs[id] else { return }
        let now = settings.clock()
        let verdict = Verdict(response, from: job.request.service, now: now, token: job.request.token)
        switch verdict.reason {
        case .expiredProviderToken: job.token.map(settings.tokens.expired)
        case .tooManyProviderTokenUpdates: settings.tokens.tooManyUpdates(at: now)
        case .some(let reason) where !APNsErrors.isKnown(reason):
            settings.logger.warning(
                "APNs gave a reason that is not in the table",
                metadata: ["status": "\(response.status)", "reason": "\(reason)"])
        default: break
        }
        finish(id, verdict.outcome.mapError { $0 }, response)
        handle(.connection(connection, .answered(id, verdict.standing)))
    }

    private func end(_ id: RequestID, _ ending: PoolMachine.Ending) {
        switch ending {
        case .timeout: finish(id, .success(.deferred(Deferral(reason: .timeout))))
        case .connectionLost: finish(id, .success(.deferred(Deferral(reason: .connectionLost))))
        case .unreachable(let moment):
            let until = settings.clock() + .nanoseconds((moment - .now()).nanoseconds)
            finish(id, .success(.deferred(Deferral(reason: .unreachable, until: until))))
        case .overloaded: finish(id, .success(.deferred(Deferral(reason: .overloaded))))
        case .shuttingDown: finish(id, .success(.deferred(Deferral(reason: .shuttingDown))))
        case .abandoned: finish(id, .failure(CancellationError()))
        }
    }

    private func finish(_ id: RequestID, _ result: Result<Outcome, any Error>, _ response: APNsResponse? = nil) {
        guard let job = jobs.removeValue(forKey: id) else { return }
        settings.metrics.ended(result, after: .now() - job.started)
        job.continuation.resume(with: result.map { Job.Answer(outcome: $0, response: response) })
    }
}
