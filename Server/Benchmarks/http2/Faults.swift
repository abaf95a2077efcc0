import BellhopAPNs
import BellhopPush
import NIOConcurrencyHelpers
import NIOCore

/// Sends pushes through the gateway to a sink with faults of all kinds, and compares each outcome with the sink's record.
enum Faults {
    private struct Disagreement: Error {}

    static func run(requests: Int, streams: Int) async throws {
        let record = FaultRecord(pushes: requests + 1)
        let sink = try await Sink.listen(streams: streams, record)
        let load = Load(way: .gateway, port: sink.localAddress?.port ?? 0, requests: requests, streams: streams)
        let outcomes = NIOLockedValueBox([Outcome?](repeating: nil, count: requests))
        // Without a delay, because the sink ends many connections soon after they opened.
        let backoff = ReconnectBackoff(first: .zero, longest: .zero)
        try await load.throughGateway(connections: 2, backoff: backoff) { gateway, makePush in
            try await load.concurrently { number in
                let outcome = try await gateway.send(makePush(number))
                return outcomes.withLockedValue { outcomes in
                    defer { outcomes[number] = outcome }
                    return outcomes[number] == nil
                }
            }
        }
        try await sink.close()
        try compare(outcomes.withLockedValue { $0 }, with: record.current)
    }

    /// Prints the numbers of outcomes and reactions.
    ///
    /// - Throws: When a push has no outcome or one that contradicts the sink, or was processed twice.
    private static func compare(_ outcomes: [Outcome?], with record: FaultRecord.State) throws {
        var counts: [String: Int] = [:]
        var wrong = 0
        for (number, outcome) in outcomes.enumerated() {
            let reaction = record.latest[number]
            if !agree(outcome, reaction) { wrong += 1 }
            counts["\(name(outcome)) after \(reaction)", default: 0] += 1
        }
        for (name, count) in counts.sorted(by: { $0.value > $1.value }) { print("\(count)\t\(name)") }
        let arrivals = record.arrivals.reduce(0, +)
        let arrived = record.latest.count { $0 != .none }
        let unprocessed =
            record.arrivals[Int(Reaction.refused.rawValue)] + record.arrivals[Int(Reaction.goneAway.rawValue)]
        let undelivered = record.latest.count { $0 != .none && $0.isUnprocessed }
        // Each arrival without processing is followed by another one, or by the push's outcome.
        let retried = unprocessed - undelivered
        print(
            "\(outcomes.count) pushes: \(arrivals) arrivals = \(arrived) pushes + \(retried) retries; \(wrong) wrong outcomes; \(record.repetitions) processed twice"
        )
        guard wrong == 0, record.repetitions == 0, arrivals == arrived + retried else { throw Disagreement() }
    }

    private static func name(_ outcome: Outcome?) -> String {
        switch outcome {
        case .accepted: "accepted"
        case .rejected(let rejection): "rejected: \(rejection.reason)"
        case .deferred(let deferral): "deferred: \(deferral.reason)"
        case nil: "no outcome"
        }
    }

    private static func agree(_ outcome: Outcome?, _ reaction: Reaction) -> Bool {
        switch outcome {
        case .accepted: reaction == .ok
        // A response can be lost with its connection, as can a push on the way.
        case .deferred(let deferral) where deferral.reason == .connectionLost: true
        case .deferred(let deferral) where deferral.reason == .timeout: reaction == .silent
        case .deferred(let deferral) where deferral.reason == .refused: reaction.isUnprocessed
        case .deferred(let deferral): deferral.reason.rawValue == reaction.reason
        case .rejected, nil: false
        }
    }
}
