import BellhopModel
import BellhopPush
import BellhopStore
import Logging

/// The sending of one batch of a broadcast: each device once, and again while its gateway defers it.
///
/// A device is given up after some attempts. Exception: while no push of the batch was accepted and the reason concerns
/// the gateway, or a large batch as a whole, the broadcast waits until the campaign expires or is stopped.
struct BroadcastSending {
    /// A device without a final result.
    private struct Attempt {
        let index: Int
        var environment: PushEnvironment
        /// The number of deferrals, which determines the backoff.
        var failures = 0
        /// The number of deferrals that count as attempts.
        var attempts = 0
        var due: Timestamp
    }

    /// The number of devices from which deferrals of a whole batch are taken for an outage.
    private static let largeBatch = 64

    private let batch: BroadcastBatch
    private let campaign: Campaign
    private let monitored: [Platform: MonitoredGateway]
    private let time: any TimeSource
    private let configuration: BroadcastSender.Configuration
    private let logger: Logger
    private var pushes: BroadcastPushes
    private var progress = BroadcastProgress()
    private var attempts: [Attempt] = []

    init(
        _ batch: BroadcastBatch, of campaign: Campaign, monitored: [Platform: MonitoredGateway], time: any TimeSource,
        configuration: BroadcastSender.Configuration, logger: Logger
    ) {
        self.batch = batch
        self.campaign = campaign
        self.monitored = monitored
        self.time = time
        self.configuration = configuration
        self.logger = logger
        pushes = BroadcastPushes(of: campaign)
    }

    /// - Parameter wait: waits until a moment, or until a campaign changes. It returns `false` when the campaign has
    ///   ended.
    /// - Throws: errors of `wait`; `CancellationError` when a push was cancelled.
    func run(wait: (Timestamp) async throws -> Bool) async throws -> BroadcastProgress {
        var run = self
        return try await run.sendAll(wait)
    }

    private mutating func sendAll(_ wait: (Timestamp) async throws -> Bool) async throws -> BroadcastProgress {
        let now = time.now
        attempts = batch.targets.indices.map {
            Attempt(index: $0, environment: batch.targets[$0].environment, due: now)
        }
        while let next = attempts.map(\.due).min() {
            let now = time.now
            if next > now {
                if try await wait(next) { continue }
                for _ in attempts { fail(Campaign.State.stopped.rawValue) }
                break
            }
            let due = attempts.filter { $0.due <= now }
            attempts.removeAll { $0.due <= now }
            try await send(due)
        }
        return progress
    }

    /// Sends the attempts through their gateways at the same time.
    private mutating func send(_ due: [Attempt]) async throws {
        var parts: [Platform: (attempts: [Attempt], pushes: [Push])] = [:]
        for attempt in due {
            let target = batch.targets[attempt.index]
            guard monitored[target.platform] != nil else {
                fail(DeliveryReason.noGateway(for: target.platform))
                continue
            }
            do {
                let push = try pushes.push(to: target, in: attempt.environment)
                parts[target.platform, default: ([], [])].attempts.append(attempt)
                parts[target.platform, default: ([], [])].pushes.append(push)
            } catch {
                logger.error("No payload", metadata: ["campaign": "\(campaign.id)", "error": "\(error)"])
                fail(DeliveryReason.noPayload(error))
            }
        }
        typealias Part = (gateway: MonitoredGateway, attempts: [Attempt], results: [Result<Outcome, any Error>])
        let parallel = parts.compactMap { platform, part in monitored[platform].map { ($0, part.attempts, part.pushes) }
        }
        let results = await withTaskGroup(of: Part.self) { group in
            for (gateway, attempts, pushes) in parallel {
                group.addTask { (gateway, attempts, await gateway.gateway.send(pushes)) }
            }
            return await group.reduce(into: [Part]()) { $0.append($1) }
        }
        let now = time.now
        var deferred: [(Attempt, Deferral)] = []
        for part in results {
            for (attempt, result) in zip(part.attempts, part.results) {
                let outcome = try outcome(of: result)
                if let deferral = receive(outcome, of: attempt, part.gateway, at: now) {
                    deferred.append((attempt, deferral))
                }
            }
        }
        for (attempt, deferral) in deferred { put(back: attempt, deferral, at: now) }
    }

    private func outcome(of result: Result<Outcome, any Error>) throws -> Outcome {
        switch result {
        case .success(let outcome): return outcome
        case .failure(let error as CancellationError): throw error
        case .failure(let error):
            logger.warning("The gateway threw an unexpected error", metadata: ["error": "\(error)"])
            return Outcome(unexpected: error)
        }
    }
}

// MARK: - Results

extension BroadcastSending {
    /// A result after which the push may be sent again.
    private struct Deferral {
        let until: Timestamp
        let reason: String
        /// Indicates whether it concerns all pushes through the gateway.
        let isGeneral: Bool
    }

    private mutating func fail(_ reason: String) { progress.failures[reason, default: 0] += 1 }

    /// Applies the rules of individual deliveries to an outcome.
    ///
    /// - Returns: the deferral, if it is one.
    private mutating func receive(
        _ outcome: Outcome, of attempt: Attempt, _ gateway: MonitoredGateway, at now: Timestamp
    ) -> Deferral? {
        let target = batch.targets[attempt.index]
        let isOwn = attempt.environment == target.environment
        if isOwn { gateway.credential.record(outcome) }
        if case .accepted = outcome {
            progress.sent += 1
            progress.latency += (now - campaign.createdAt).wholeMilliseconds
            if isOwn {
                gateway.tokens.accepted(target.id)
                return nil
            }
        }
        let delivery = pushes.delivery(to: target, failures: attempt.failures, at: now)
        let decision = DeliveryDecision(
            outcome, to: delivery, in: attempt.environment, at: now,
            delay: configuration.backoff.delay(after: attempt.failures + 1),
            credentialPause: configuration.credentialPause)
        switch decision {
        case .tryOther(let environment):
            var other = attempt
            (other.environment, other.due) = (environment, now)
            attempts.append(other)
            return nil
        case .record(let result):
            let recorded = gateway.tokens.forward(
                result, of: delivery, at: now, again: now + configuration.credentialPause
            ) { if $0.device != nil { progress.effects.append($0) } }
            switch recorded.ending {
            case .sent, .returned: return nil
            case .failed(let reason):
                fail(reason)
                return nil
            case .deferred(let until, let reason):
                return Deferral(until: until, reason: reason, isGeneral: outcome.isGeneral || recorded != result)
            }
        }
    }

    /// Sends the attempt again later, or gives it up.
    private mutating func put(back attempt: Attempt, _ deferral: Deferral, at now: Timestamp) {
        var attempt = attempt
        attempt.due = deferral.until
        attempt.failures += 1
        let isOutage = progress.sent == 0 && (deferral.isGeneral || batch.targets.count >= Self.largeBatch)
        if !isOutage {
            attempt.attempts += 1
            guard attempt.attempts < configuration.attempts, deferral.until <= now + configuration.longestDelay else {
                return fail(deferral.reason)
            }
        }
        attempts.append(attempt)
    }
}

extension Outcome {
    /// Indicates whether it concerns all pushes through the gateway: it cannot be reached, or refuses the credential.
    fileprivate var isGeneral: Bool {
        switch self {
        case .accepted: false
        case .deferred(let deferral): deferral.reason == .unreachable
        case .rejected(let rejection): rejection.cause == .credentialInvalid && rejection.reason != .noCredential
        }
    }
}
