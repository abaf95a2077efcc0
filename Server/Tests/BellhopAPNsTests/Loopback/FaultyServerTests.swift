import BellhopModel
import BellhopPush
import NIOConcurrencyHelpers
import NIOCore
import NIOHTTP2
import Testing

@testable import BellhopAPNs

@Suite("A gateway with a faulty server")
struct FaultyServerTests {
    @Test("sends pushes that waited for a stream on another connection when theirs is lost")
    func lostWithWaiting() async throws {
        let isFirst = NIOLockedValueBox(true)
        let script: ScriptedAPNs.Script = { peer, request in
            guard isFirst.withLockedValue({ $0 }), request.stream != 1 else { return peer.respond(request.stream) }
            isFirst.withLockedValue { $0 = false }
            peer.disconnect()
        }
        try await Loopback.run(streams: 1, script: script) { (loopback) async throws in
            #expect(try await loopback.send() == .accepted)
            let outcomes = try await loopback.send(2...50)
            #expect(outcomes.count { $0 == .deferred(.connectionLost) } == 1)
            #expect(outcomes.count { $0 == .accepted } == 48)
            #expect(loopback.apns.connections == 2)
        }
    }

    @Test("defers pushes to a server that permits no streams")
    func noStreams() async throws {
        try await Loopback.run(
            streams: 0, configure: { $0.requestDeadline = .milliseconds(300) }, script: { $0.respond($1.stream) }
        ) { (loopback) async throws in
            // The first push may be sent before the server's SETTINGS arrive.
            try await loopback.sendUntilAccepted(1)
            let before = loopback.apns.requests.count
            #expect(try await loopback.send(2...4).allSatisfy { $0 == .deferred(.timeout) })
            #expect(loopback.apns.requests.count == before)
        }
    }

    @Test("sends to a server that permits 2^31 - 1 streams")
    func allStreams() async throws {
        try await Loopback.run(streams: (1 << 31) - 1, script: { $0.respond($1.stream) }) { (loopback) async throws in
            #expect(try await loopback.send(1...2000).allSatisfy { $0 == .accepted })
            #expect(loopback.apns.connections == 1)
        }
    }

    @Test("returns the response to each push when they arrive in another order, and some streams are reset")
    func outOfOrder() async throws {
        let script: ScriptedAPNs.Script = { peer, request in
            guard request.stream != 1 else { return peer.respond(1) }
            guard peer.open.count == 60 else { return }
            for stream in peer.open.reversed() {
                switch Int(stream) % 4 {
                case 1: peer.reset(stream, .internalError)
                default: peer.refuse(stream, 400, "Stream\(Int(stream))")
                }
            }
        }
        try await Loopback.run(script: script) { (loopback) async throws in
            #expect(try await loopback.send() == .accepted)
            let outcomes = try await withThrowingTaskGroup { group in
                for number in 2...61 as ClosedRange<UInt64> {
                    group.addTask {
                        (try Push.test(number).id.description, try await loopback.send(number))
                    }
                }
                return try await group.reduce(into: [:]) { $0[$1.0] = $1.1 }
            }
            for request in loopback.apns.requests where request.stream != 1 {
                let stream = Int(request.stream)
                let reason = stream % 4 == 1 ? Reason.connectionLost : Reason(rawValue: "Stream\(stream)")
                #expect(outcomes[request["apns-id"]]?.reason == reason)
            }
            #expect(outcomes.count == 60)
        }
    }

    @Test("defers pushes when the connection ends in the middle of a frame")
    func partialFrame() async throws {
        let script: ScriptedAPNs.Script = { peer, request in
            guard request.stream == 3 else { return peer.respond(request.stream) }
            peer.disconnectWithinFrame(3)
        }
        try await Loopback.run(script: script) { (loopback) async throws in
            #expect(try await loopback.send(1) == .accepted)
            #expect(try await loopback.send(2) == .deferred(.connectionLost))
            #expect(try await loopback.send(3) == .accepted)
        }
    }
}

/// Many pushes to a server with faults of all kinds.
@Suite("Pushes to a faulty server")
struct AccountingTests {
    /// The server's reaction to one arrival of a push.
    private enum Reaction: Equatable {
        case accepted
        case rejected(String)
        /// The stream was reset after the server may have processed the push.
        case reset
        /// The server certainly did not process the push: a refused stream, or one above GOAWAY's last.
        case unprocessed
        /// The connection ended without a response.
        case lost
    }

    private static let pushes: ClosedRange<UInt64> = 1...5000
    private static let statuses = [
        400: "BadCollapseId", 410: "Unregistered", 429: "TooManyRequests", 500: "InternalServerError", 503: "Shutdown",
    ]

    /// The reactions to each push, by the end of its `apns-id`.
    private final class Record: Sendable {
        let reactions = NIOLockedValueBox<[Substring: [Reaction]]>([:])

        func note(_ reaction: Reaction, _ id: Substring) {
            reactions.withLockedValue { $0[id, default: []].append(reaction) }
        }
    }

    @Test("have one outcome each, which is the server's last reaction, and are processed once")
    func exact() async throws {
        let record = Record()
        let script: ScriptedAPNs.Script = { peer, request in Self.react(peer, request, record) }
        // Without a delay, because the server ends many connections soon after they opened.
        let backoff = ReconnectBackoff(first: .zero, longest: .zero)
        try await Loopback.run(streams: 50, backoff: backoff, configure: { $0.maxConnections = 2 }, script: script) {
            (loopback) async throws in
            let outcomes = try await Self.send(over: loopback.gateway)
            let reactions = record.reactions.withLockedValue { $0 }
            #expect(outcomes.count == Self.pushes.count)
            var counts: [String: Int] = [:]
            for (id, outcome) in outcomes {
                let arrivals = reactions[id] ?? []
                #expect(arrivals.dropLast().allSatisfy { $0 == .unprocessed }, "\(id): \(arrivals)")
                #expect(Self.agree(outcome, arrivals.last), "\(id): \(outcome) after \(arrivals)")
                counts[outcome.reason?.rawValue ?? "accepted", default: 0] += 1
            }
            let arrivals = reactions.values.reduce(0) { $0 + $1.count }
            let retries = reactions.values.reduce(0) { $0 + $1.count - 1 }
            #expect(arrivals == loopback.apns.requests.count)
            #expect(arrivals - retries == reactions.count)
            #expect(retries > 0)
            #expect(counts.values.reduce(0, +) == Self.pushes.count)
            #expect(counts["accepted", default: 0] > Self.pushes.count / 2)
            #expect(counts["ConnectionLost", default: 0] > 0)
            #expect(counts["Refused", default: 0] < Self.pushes.count / 100)
            #expect(Self.statuses.values.allSatisfy { counts[$0, default: 0] > 0 })
        }
    }

    private static func send(over gateway: APNsGateway) async throws -> [(Substring, Outcome)] {
        try await withThrowingTaskGroup { group in
            for task in 0..<200 {
                group.addTask {
                    var outcomes: [(Substring, Outcome)] = []
                    for number in pushes where Int(number) % 200 == task {
                        let push = try Push.test(number)
                        outcomes.append((push.id.description.suffix(12), try await gateway.send(push)))
                    }
                    return outcomes
                }
            }
            return try await group.reduce(into: []) { $0 += $1 }
        }
    }

    private static func react(_ peer: ScriptedPeer, _ request: ScriptedAPNs.Request, _ record: Record) {
        let id = request["apns-id"].suffix(12)
        guard request.stream <= peer.lastProcessed else { return record.note(.unprocessed, id) }
        let isFirst = record.reactions.withLockedValue { $0[id] == nil }
        // A different fault for each push, and none for its retries.
        switch (UInt64(id, radix: 16) ?? 0) % 101 {
        case 1 where isFirst:
            record.note(.unprocessed, id)
            peer.reset(request.stream, .refusedStream)
        case 2 where isFirst:
            record.note(.reset, id)
            peer.reset(request.stream, .internalError)
        case 3...7:
            let status = statuses.keys.sorted()[Int((UInt64(id, radix: 16) ?? 0) % 101) - 3]
            record.note(.rejected(statuses[status] ?? ""), id)
            peer.refuse(request.stream, status, statuses[status] ?? "")
        case 8 where isFirst && request.stream > 21:
            // This push and all later ones of the connection are not processed.
            record.note(.unprocessed, id)
            peer.goAway(last: HTTP2StreamID(Int(request.stream) - 2))
            peer.respondToAll()
        case 9 where isFirst && request.stream > 201:
            record.note(.lost, id)
            peer.disconnect()
        default:
            record.note(.accepted, id)
            peer.respond(request.stream)
        }
    }

    /// - Parameter last: The last reaction; `nil` for a push that did not arrive.
    private static func agree(_ outcome: Outcome, _ last: Reaction?) -> Bool {
        switch (outcome, last) {
        case (.accepted, .accepted): true
        // A response can be lost with its connection.
        case (.deferred(let deferral), .accepted), (.deferred(let deferral), .reset), (.deferred(let deferral), .lost):
            deferral.reason == .connectionLost
        case (_, .rejected(let reason)): [reason, Reason.connectionLost.rawValue].contains(outcome.reason?.rawValue)
        // Sent on connections that ended, each time above GOAWAY's last stream or without an answer.
        case (.deferred(let deferral), .unprocessed), (.deferred(let deferral), nil):
            [.refused, .connectionLost].contains(deferral.reason)
        default: false
        }
    }
}
