import BellhopModel
import BellhopPush
import Logging
import MetricsTestKit
import NIOConcurrencyHelpers
import NIOCore
import NIOHPACK
import NIOHTTP2
import Testing

@testable import BellhopAPNs

@Suite("The gateway, over HTTP/2 and TLS", .timeLimit(.minutes(10)))
struct LoopbackTests {
    @Test("delivers a push unchanged, by host name and by address", arguments: ["localhost", "127.0.0.1"])
    func delivers(host: String) async throws {
        try await Loopback.run(host: host, script: { $0.respond($1.stream, 200, ["apns-unique-id": "f00"]) }) {
            (loopback) async throws in
            #expect(try await loopback.send(7) == .accepted(AcceptedPush(gatewayID: "f00")))
            let request = try #require(loopback.apns.requests.first)
            #expect(request[":method"] == "POST")
            #expect(request[":path"] == "/3/device/a1b2c3d4")
            #expect(request[":authority"] == "\(host):\(loopback.apns.port)")
            #expect(request["apns-id"] == "0192f0c4-7b1e-7cc3-8d2a-000000000007")
            #expect(request["authorization"].hasPrefix("bearer ey"))
            #expect(request.body == #"{"aps":{"alert":"hello"}}"#)
        }
    }

    @Test("sends one push on a new connection, and many concurrently after its response")
    func oneThenMany() async throws {
        let firstAlone = NIOLockedValueBox(false)
        let script: ScriptedAPNs.Script = { peer, request in
            if request.stream == 1 {
                peer.afterRoundTrip {
                    firstAlone.withLockedValue { $0 = peer.mostOpen == 1 }
                    peer.respond(1)
                }
            } else if peer.open.count == 49 {
                peer.respondToAll()
            }
        }
        try await Loopback.run(script: script) { (loopback) async throws in
            #expect(try await loopback.send(1...50).allSatisfy { $0 == .accepted })
            #expect(firstAlone.withLockedValue { $0 })
            #expect(loopback.apns.connections == 1)
        }
    }

    @Test(
        "delivers hundreds of pushes over several connections, within the peer's stream limit")
    func many() async throws {
        // Responses are sent in groups of 20, so that streams run out and an additional connection is useful.
        let script: ScriptedAPNs.Script = { peer, request in
            if request.stream == 1 || peer.open.count == 20 { return peer.respondToAll() }
            if peer.open.count == 1 { peer.afterRoundTrip { peer.respondToAll() } }
        }
        try await Loopback.run(streams: 20, configure: { $0.maxConnections = 3 }, script: script) {
            (loopback) async throws in
            #expect(try await loopback.send(1...400).allSatisfy { $0 == .accepted })
            #expect(Set(loopback.apns.requests.map { $0["apns-id"] }).count == 400)
            #expect(loopback.apns.requests.count == 400)
            // The number of connections depends on the timing of the pushes; the tests of `PoolStateMachine` cover it.
            #expect((1...3).contains(loopback.apns.connections))
            #expect(try await loopback.apns.mostOpen() <= 20)
        }
    }

    @Test("delivers a batch, with the outcomes in its order")
    func batch() async throws {
        let script: ScriptedAPNs.Script = { peer, request in
            let isBad = request["apns-id"].hasSuffix("7")
            peer.respond(request.stream, isBad ? 503 : 200)
        }
        try await Loopback.run(streams: 20, script: script) { (loopback) async throws in
            var pushes = try (1...300).map { try Push.test($0) }
            pushes[3].payload = []
            let outcomes = await loopback.gateway.send(pushes)
            #expect(outcomes.count == 300)
            for (index, outcome) in outcomes.enumerated() {
                switch try outcome.get() {
                case .accepted: #expect(index != 3 && !pushes[index].id.description.hasSuffix("7"))
                case .deferred: #expect(pushes[index].id.description.hasSuffix("7"))
                case .rejected: #expect(index == 3)
                }
            }
            #expect(Set(loopback.apns.requests.map { $0["apns-id"] }).count == 299)
            #expect(try await loopback.apns.mostOpen() <= 20)
            #expect(await loopback.gateway.send([Push]()).isEmpty)
        }
    }

    @Test("ends a batch when its task is cancelled, or the gateway shuts down")
    func batchEnds() async throws {
        try await Loopback.run(script: { _, _ in }) { (loopback) async throws in
            let pushes = try (1...50).map { try Push.test($0) }
            let cancelled = await withTaskGroup(of: [Result<Outcome, any Error>].self) { group in
                group.addTask { await loopback.gateway.send(pushes) }
                group.cancelAll()
                return await group.next() ?? []
            }
            #expect(cancelled.count == 50)
            for outcome in cancelled { #expect(throws: CancellationError.self) { try outcome.get() } }
            await loopback.gateway.shutDown()
            for outcome in await loopback.gateway.send(pushes) {
                #expect(try outcome.get() == .deferred(Deferral(reason: .shuttingDown)))
            }
        }
    }

    @Test("ends a batch whose task was cancelled before the call")
    func cancelledBatch() async throws {
        try await Loopback.run(script: { $0.respond($1.stream) }) { (loopback) async throws in
            let pushes = try (1...50).map { try Push.test($0) }
            let outcomes = await Task {
                withUnsafeCurrentTask { $0?.cancel() }
                return await loopback.gateway.send(pushes)
            }.value
            #expect(outcomes.count == 50)
        }
    }

    @Test("follows the peer's stream limit down to one and up again")
    func settings() async throws {
        let most = NIOLockedValueBox(0)
        let script: ScriptedAPNs.Script = { peer, request in
            switch request.stream {
            case 1:
                peer.allow(streams: 1)
                peer.respond(1)
            case 3, 5, 7, 9:
                peer.afterRoundTrip {
                    most.withLockedValue { $0 = max($0, peer.open.count) }
                    if request.stream == 9 { peer.allow(streams: 100) }
                    peer.respond(request.stream)
                }
            default:
                if peer.open.count == 10 { peer.respondToAll() }
            }
        }
        try await Loopback.run(script: script) { (loopback) async throws in
            #expect(try await loopback.send() == .accepted)
            #expect(try await loopback.send(2...5).allSatisfy { $0 == .accepted })
            #expect(most.withLockedValue { $0 } == 1)
            #expect(try await loopback.send(6...15).allSatisfy { $0 == .accepted })
            #expect(loopback.apns.connections == 1)
        }
    }

    @Test("retries streams above GOAWAY's last on another connection, and completes the others")
    func goAway() async throws {
        let isFirst = NIOLockedValueBox(true)
        let script: ScriptedAPNs.Script = { peer, request in
            guard isFirst.withLockedValue({ $0 }), request.stream != 1 else { return peer.respond(request.stream) }
            guard request.stream == 7 else { return }
            isFirst.withLockedValue { $0 = false }
            peer.goAway(last: 3, #"{"reason":"Shutdown"}"#)
            peer.respond(3)
        }
        try await Loopback.run(script: script) { (loopback) async throws in
            #expect(try await loopback.send() == .accepted)
            #expect(try await loopback.send(2...4).allSatisfy { $0 == .accepted })
            #expect(loopback.apns.connections == 2)
            #expect(loopback.apns.requests.count == 1 + 3 + 2)
        }
    }

    @Test("sends a push again when its stream was refused")
    func refused() async throws {
        let script: ScriptedAPNs.Script = { peer, request in
            if request.stream == 3 { peer.reset(3, .refusedStream) } else { peer.respond(request.stream) }
        }
        try await Loopback.run(script: script) { (loopback) async throws in
            #expect(try await loopback.send(1) == .accepted)
            #expect(try await loopback.send(2) == .accepted)
            #expect(loopback.apns.requests.map { $0["apns-id"].suffix(1) } == ["1", "2", "2"])
        }
    }

    @Test("defers a push when its stream was reset, and keeps the connection")
    func reset() async throws {
        let script: ScriptedAPNs.Script = { peer, request in
            if request.stream == 3 { peer.reset(3, .internalError) } else { peer.respond(request.stream) }
        }
        try await Loopback.run(script: script) { (loopback) async throws in
            #expect(try await loopback.send(1) == .accepted)
            #expect(try await loopback.send(2) == .deferred(.connectionLost))
            #expect(try await loopback.send(3) == .accepted)
            #expect(loopback.apns.connections == 1)
        }
    }

    @Test("defers pushes when their connection was lost, and reconnects for the next")
    func disconnect() async throws {
        let script: ScriptedAPNs.Script = { peer, request in
            switch request.stream {
            case 1: peer.respond(1)
            default: if peer.open.count == 3 { peer.disconnect() }
            }
        }
        try await Loopback.run(script: script) { (loopback) async throws in
            #expect(try await loopback.send() == .accepted)
            #expect(try await loopback.send(2...4).allSatisfy { $0 == .deferred(.connectionLost) })
            #expect(try await loopback.send(5) == .accepted)
            #expect(loopback.apns.connections == 2)
        }
    }

    @Test("defers a push without a response in time, and resets its stream")
    func stall() async throws {
        let script: ScriptedAPNs.Script = { peer, request in
            if !request["apns-id"].hasSuffix("2") { peer.respond(request.stream) }
        }
        try await Loopback.run(configure: { $0.requestDeadline = .milliseconds(300) }, script: script) {
            (loopback) async throws in
            try await loopback.sendUntilAccepted(1)
            #expect(try await loopback.send(2) == .deferred(.timeout))
            try await loopback.sendUntilAccepted(3)
            #expect(loopback.apns.resets >= 1)
        }
    }

    @Test("detects a dead connection, and closes it")
    func dead() async throws {
        let configure = { (configuration: inout APNsConfiguration) in configuration.requestDeadline = .milliseconds(300)
        }
        try await Loopback.run(configure: configure, script: { $0.respond($1.stream) }) { (loopback) async throws in
            try await loopback.sendUntilAccepted(1)
            let before = loopback.apns.connections
            try await loopback.apns.withPeer { $0.goDeaf() }
            #expect(try await loopback.send(2) == .deferred(.timeout))
            try await loopback.sendUntilAccepted(3)
            #expect(loopback.apns.connections > before)
        }
    }

    @Test("defers pushes to an unreachable server until the next attempt")
    func unreachable() async throws {
        let apns = try await ScriptedAPNs { $0.respond($1.stream) }
        try await apns.close()
        try await Loopback.run(configure: { $0.sandbox.port = apns.port }, script: { $0.respond($1.stream) }) {
            (loopback) async throws in
            guard case .deferred(let first) = try await loopback.send(1),
                case .deferred(let second) = try await loopback.send(2)
            else { throw TestFault("a server responded") }
            #expect(first.reason == .unreachable)
            #expect(try #require(first.until) > loopback.clock.now())
            #expect(second.reason == .unreachable)
            #expect(loopback.apns.connections == 0)
        }
    }

    @Test("trusts only the configured roots")
    func untrusted() async throws {
        try await Loopback.run(configure: { $0.trustRoots = .system }, script: { $0.respond($1.stream) }) {
            (loopback) async throws in
            #expect(try await loopback.send().reason == .unreachable)
            #expect(loopback.apns.requests.isEmpty)
        }
    }

    @Test("rejects a server without HTTP/2")
    func http1() async throws {
        try await Loopback.run(negotiates: ["http/1.1"], script: { $0.respond($1.stream) }) { (loopback) async throws in
            #expect(try await loopback.send().reason == .unreachable)
            #expect(loopback.apns.requests.isEmpty)
        }
    }

    @Test("replaces a connection that serves another key")
    func unrelatedKey() async throws {
        let script: ScriptedAPNs.Script = { peer, request in
            if request.stream == 3 {
                peer.refuse(3, 403, "UnrelatedKeyIdInToken")
            } else {
                peer.respond(request.stream)
            }
        }
        try await Loopback.run(script: script) { (loopback) async throws in
            #expect(try await loopback.send(1) == .accepted)
            #expect(try await loopback.send(2) == .deferred(.unrelatedKeyID))
            #expect(try await loopback.send(3) == .accepted)
            #expect(loopback.apns.connections == 2)
        }
    }

    @Test("renews an expired token, and leaves the retry to the queue")
    func expiredToken() async throws {
        let script: ScriptedAPNs.Script = { peer, request in
            if request.stream == 1 { peer.refuse(1, 403, "ExpiredProviderToken") } else { peer.respond(request.stream) }
        }
        try await Loopback.run(script: script) { (loopback) async throws in
            #expect(try await loopback.send() == .deferred(.expiredProviderToken))
            loopback.clock.advance(by: .seconds(1))
            #expect(try await loopback.send() == .accepted)
            #expect(try await loopback.send() == .accepted)
            let tokens = loopback.apns.requests.map { $0["authorization"] }
            #expect(tokens.count == 3)
            #expect(tokens[0] != tokens[1])
            #expect(tokens[1] == tokens[2])
        }
    }

    @Test("stops renewing when APNs calls each token expired, and defers pushes until the next renewal")
    func expiredAlways() async throws {
        let script: ScriptedAPNs.Script = { $0.refuse($1.stream, 403, "ExpiredProviderToken") }
        try await Loopback.run(script: script) { (loopback) async throws in
            #expect(try await loopback.send() == .deferred(.expiredProviderToken))
            #expect(try await loopback.send() == .deferred(.expiredProviderToken))
            let next = loopback.clock.now() + .seconds(20 * 60)
            #expect(try await loopback.send() == .deferred(.expiredProviderToken, until: next))
            #expect(loopback.apns.requests.count == 2)
        }
    }

    @Test("returns the time since which a device is unregistered")
    func gone() async throws {
        let script: ScriptedAPNs.Script = { peer, request in
            peer.respond(request.stream, 410, body: #"{"reason":"Unregistered","timestamp":1799999999123}"#)
        }
        try await Loopback.run(script: script) { (loopback) async throws in
            let since = Timestamp(milliseconds: 1_799_999_999_123)
            #expect(try await loopback.send() == .rejected("Unregistered", .deviceGone(since: since)))
        }
    }

    @Test("throws for a response that no table explains")
    func unknown() async throws {
        try await Loopback.run(script: { $0.respond($1.stream, 302, ["location": "https://example.com"]) }) {
            (loopback) async throws in
            await #expect(throws: UnknownResponse.self) { try await loopback.send() }
        }
    }

    @Test("sends no request for a push that APNs would refuse, or without a matching key")
    func noNetwork() async throws {
        try await Loopback.run(script: { $0.respond($1.stream) }) { (loopback) async throws in
            let large = try Push.test(payload: String(repeating: " ", count: 4097))
            #expect(try await loopback.gateway.send(large) == .rejected("PayloadTooLarge", .pushInvalid))
            let odd = try Push.test(token: "abc")
            #expect(try await loopback.gateway.send(odd) == .rejected("BadDeviceToken", .deviceSuspect))
            #expect(loopback.apns.connections == 0)
        }
        let gateway = try APNsGateway(
            credentials: [try TestKey.credential(apps: ["com.example.other"])], logger: .init(label: "test"))
        #expect(try await gateway.send(try Push.test()) == .rejected("NoCredential", .credentialInvalid))
    }

    @Test("resets a push when its task is cancelled")
    func cancelled() async throws {
        let (arrivals, arrived) = AsyncStream.makeStream(of: Void.self)
        try await Loopback.run(script: { _, _ in arrived.yield() }) { (loopback) async throws in
            await withThrowingTaskGroup { group in
                group.addTask { try await loopback.send() }
                for await _ in arrivals { break }
                group.cancelAll()
                await #expect(throws: CancellationError.self) { try await group.next() }
            }
        }
    }

    @Test("counts pushes by outcome and reason")
    func metrics() async throws {
        let metrics = TestMetrics()
        let script: ScriptedAPNs.Script = { peer, request in
            if request.stream == 3 { peer.refuse(3, 400, "BadDeviceToken") } else { peer.respond(request.stream) }
        }
        try await Loopback.run(metrics: metrics, script: script) { (loopback) async throws in
            for number in 1...3 as ClosedRange<UInt64> { _ = try await loopback.send(number) }
        }
        let sandbox = [("gateway", "apns"), ("environment", "sandbox"), ("key", "KEY1234567")]
        func count(_ outcome: String, _ reason: String) throws -> Int64 {
            try metrics.expectCounter("bellhop_pushes_total", sandbox + [("outcome", outcome), ("reason", reason)])
                .totalValue
        }
        #expect(try count("accepted", "none") == 2)
        #expect(try count("rejected", "BadDeviceToken") == 1)
        #expect(try metrics.expectTimer("bellhop_push_duration_seconds", sandbox).values.count == 3)
        #expect(try metrics.expectMeter("bellhop_pushes_in_flight", sandbox).lastValue == 0)
        #expect(try metrics.expectMeter("bellhop_gateway_connections", sandbox).lastValue == 0)
    }
}
