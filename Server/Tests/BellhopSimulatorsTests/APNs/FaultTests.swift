import BellhopModel
import NIOConcurrencyHelpers
import NIOCore
import NIOHPACK
import NIOHTTP2
import NIOPosix
import Testing

@testable import BellhopSimulators

@Suite("Scripted faults", .timeLimit(.minutes(10)))
struct FaultTests {
    @Test(
        "A refusal has its status, reason, timestamp and Retry-After",
        arguments: [
            (APNsRefusal.tooManyRequests, #"{"reason":"TooManyRequests"}"#, nil),
            (.internalServerError, #"{"reason":"InternalServerError"}"#, nil),
            (.serviceUnavailable(retryAfter: .seconds(30)), #"{"reason":"ServiceUnavailable"}"#, "30"),
            (
                .unregistered(since: Timestamp(milliseconds: 1_799_999_999_123)),
                #"{"reason":"Unregistered","timestamp":1799999999123}"#, nil
            ),
        ] as [(APNsRefusal, String, String?)])
    func refusal(_ refusal: APNsRefusal, _ body: String, _ retryAfter: String?) async throws {
        try await APNsBench.run { bench in
            bench.simulator.script(.refuse(refusal))
            let provider = try await Provider.connect(to: bench.simulator)
            let response = try await provider.push(bench.request())
            #expect(response?.status == refusal.status)
            #expect(response?.body == body)
            #expect(response?.headers.first(name: "retry-after") == retryAfter)
            #expect(bench.simulator.received.map(\.result) == [.faulted(.refuse(refusal))])
            #expect(try await provider.push(bench.request())?.status == 200)
        }
    }

    @Test("A fault applies as often as scripted, a device's own before the others")
    func counts() async throws {
        try await APNsBench.run { bench in
            let other = Provider.deviceToken(2)
            bench.simulator.script(.refuse(.internalServerError), times: 2)
            bench.simulator.script(.refuse(.tooManyRequests), for: other)
            let provider = try await Provider.connect(to: bench.simulator)
            let request = try bench.request()
            var statuses: [Int?] = []
            for _ in 0..<3 { statuses.append(await provider.push(request.to(other))?.status) }
            statuses.append(await provider.push(request)?.status)
            #expect(statuses == [429, 500, 500, 200])
        }
    }

    @Test("A request that violates a rule does not consume a fault")
    func rulesFirst() async throws {
        try await APNsBench.run { bench in
            bench.simulator.script(.refuse(.internalServerError))
            let provider = try await Provider.connect(to: bench.simulator)
            expect(try await provider.push(bench.request().with("apns-priority", "7")), .badPriority)
            expect(try await provider.push(bench.request()), .internalServerError)
        }
    }

    @Test("A token after a scripted ExpiredProviderToken may be renewed immediately")
    func renewal() async throws {
        try await APNsBench.run { bench in
            bench.simulator.script(.refuse(.expiredProviderToken))
            let provider = try await Provider.connect(to: bench.simulator)
            expect(try await provider.push(bench.request()), .expiredProviderToken)
            #expect(try await provider.push(bench.renewedRequest())?.status == 200)
            expect(try await provider.push(bench.renewedRequest()), .tooManyProviderTokenUpdates)
        }
    }

    @Test("A held response is sent when released, after the push was delivered")
    func hold() async throws {
        try await APNsBench.run { bench in
            bench.simulator.script(.hold)
            var phone = bench.simulator.attach(token: Provider.token).makeAsyncIterator()
            var requests = bench.simulator.requests().makeAsyncIterator()
            let provider = try await Provider.connect(to: bench.simulator)
            let id = provider.send(try bench.request())
            #expect(await requests.next()?.result == .faulted(.hold))
            #expect(await phone.next() != nil)
            bench.simulator.release()
            #expect(await provider.answer(to: id)?.status == 200)
        }
    }

    @Test("A delayed response waits for the injected timer")
    func delay() async throws {
        let (timers, fire) = AsyncStream.makeStream(of: (Duration, @Sendable () -> Void).self)
        let timer = DelayTimer { duration, _, action in fire.yield((duration, action)) }
        try await APNsBench.run {
            $0.timer = timer
            $0.streams = .constant(10)
        } _: { bench in
            bench.simulator.script(.delay(.seconds(90)))
            let provider = try await Provider.connect(to: bench.simulator)
            let request = try bench.request()
            let late = provider.send(request)
            var pending = timers.makeAsyncIterator()
            let (duration, action) = try #require(await pending.next())
            #expect(duration == .seconds(90))
            #expect(await provider.push(request)?.status == 200)
            action()
            #expect(await provider.answer(to: late)?.status == 200)
        }
    }

    @Test(
        "A stalled request gets no response, and delays no other",
        arguments: [FaultHandling.skipped, .processed])
    func stall(_ handling: FaultHandling) async throws {
        try await APNsBench.run {
            $0.streams = .constant(10)
        } _: { bench in
            bench.simulator.script(.stall(handling))
            let provider = try await Provider.connect(to: bench.simulator)
            let request = try bench.request()
            provider.send(request.saying(#"{"aps":{"alert":"first"}}"#))
            let second = await provider.push(request.to(Provider.deviceToken(2)))
            #expect(second?.status == 200)
            #expect(bench.simulator.received.count == 2)
            #expect(await bench.isStored(for: Provider.token) == (handling == .processed))
        }
    }

    @Test("A stream can be reset", arguments: [FaultHandling.skipped, .processed])
    func reset(_ handling: FaultHandling) async throws {
        try await APNsBench.run { bench in
            bench.simulator.script(.resetStream(.internalError, handling))
            let provider = try await Provider.connect(to: bench.simulator)
            let id = provider.send(try bench.request())
            var code: HTTP2ErrorCode?
            while code == nil {
                switch await provider.next() {
                case .reset(id, let given): code = given
                case .closed, .response:
                    Issue.record("no reset")
                    return
                default: break
                }
            }
            #expect(code == .internalError)
            #expect(await bench.isStored(for: Provider.token) == (handling == .processed))
            #expect(try await provider.push(bench.request())?.status == 200)
        }
    }

    @Test("A connection can be cut abruptly", arguments: [FaultHandling.skipped, .processed])
    func cut(_ handling: FaultHandling) async throws {
        try await APNsBench.run { bench in
            bench.simulator.script(.cutConnection(handling))
            let provider = try await Provider.connect(to: bench.simulator)
            provider.send(try bench.request())
            var isClosed = false
            while !isClosed {
                switch await provider.next() {
                case .closed: isClosed = true
                case .goAway, .response, .reset: Issue.record("a farewell")
                case .settings: break
                }
            }
            #expect(await bench.isStored(for: Provider.token) == (handling == .processed))
            let again = try await Provider.connect(to: bench.simulator)
            #expect(try await again.push(bench.request())?.status == 200)
            #expect(bench.simulator.statistics.connections == 2)
        }
    }

    @Test(
        "GOAWAY contains its reason and the last stream, and determines the handling of the request",
        arguments: [
            (GoAway(reason: "Shutdown"), HTTP2StreamID(3), true, true),
            (GoAway(reason: "Shutdown", lastStream: .previous, handling: .skipped), 1, false, false),
            (
                GoAway(reason: "InternalServerError", lastStream: .faulted, handling: .processed, code: .internalError),
                3, false, true
            ),
            (GoAway(lastStream: .maximum), .maxID, true, true),
            (GoAway(lastStream: .id(0), handling: .skipped), 0, false, false),
        ])
    func goAway(_ goAway: GoAway, _ last: HTTP2StreamID, _ isAnswered: Bool, _ isProcessed: Bool) async throws {
        try await APNsBench.run { bench in
            let provider = try await Provider.connect(to: bench.simulator)
            let request = try bench.request()
            #expect(await provider.push(request.to(Provider.deviceToken(2)))?.status == 200)
            bench.simulator.script(.goAway(goAway))
            let id = provider.send(request)
            var farewells: [ProviderEvent] = []
            var response: ProviderResponse?
            var isClosed = false
            while !isClosed {
                switch await provider.next() {
                case .goAway(let given, let code, let data):
                    farewells.append(.goAway(last: given, code: code, data: data))
                    #expect(given == last)
                    #expect(code == goAway.code)
                    #expect(data == (goAway.reason.map { #"{"reason":"\#($0)"}"# } ?? ""))
                case .response(id, let given): response = given
                case .closed: isClosed = true
                default: break
                }
            }
            #expect(farewells.count == 1)
            #expect(response?.status == (isAnswered ? 200 : nil))
            #expect(await bench.isStored(for: Provider.token) == isProcessed)
        }
    }

    @Test("Streams below GOAWAY's last still get responses")
    func draining() async throws {
        try await APNsBench.run {
            $0.streams = .constant(10)
        } _: { bench in
            bench.simulator.script(.hold)
            bench.simulator.script(.goAway(GoAway(reason: "Shutdown")))
            var requests = bench.simulator.requests().makeAsyncIterator()
            let provider = try await Provider.connect(to: bench.simulator)
            let request = try bench.request()
            let held = provider.send(request)
            let last = provider.send(request)
            #expect(await provider.answer(to: last)?.status == 200)
            _ = await requests.next()
            bench.simulator.release()
            #expect(await provider.answer(to: held)?.status == 200)
            guard case .closed = await provider.next() else {
                Issue.record("still open")
                return
            }
        }
    }

    @Test("All connections can be cut, and the port stays open")
    func cutAll() async throws {
        try await APNsBench.run { bench in
            let providers = [try await Provider.connect(to: bench.simulator), try await .connect(to: bench.simulator)]
            for provider in providers { #expect(try await provider.push(bench.request())?.status == 200) }
            await bench.simulator.cutConnections()
            for provider in providers { #expect(try await provider.push(bench.request()) == nil) }
            let again = try await Provider.connect(to: bench.simulator)
            #expect(try await again.push(bench.request())?.status == 200)
        }
    }

    @Test("The port can be closed and opened again")
    func refuseConnections() async throws {
        try await APNsBench.run { bench in
            let port = bench.simulator.port
            let open = try await Provider.connect(to: bench.simulator)
            // A response shows that the connection was accepted, and is not merely in the system's backlog, which is
            // dropped with the port.
            #expect(try await open.push(bench.request())?.status == 200)
            await bench.simulator.refuseConnections()
            await #expect(throws: (any Error).self) { _ = try await Provider.connect(to: bench.simulator) }
            #expect(try await open.push(bench.request())?.status == 200)
            try await bench.simulator.start()
            #expect(bench.simulator.port == port)
            let again = try await Provider.connect(to: bench.simulator)
            #expect(try await again.push(bench.request())?.status == 200)
        }
    }

    #if os(Linux)
    @Test("A closed port is not assigned to another process")
    func reservation() async throws {
        try await APNsBench.run { bench in
            let port = try #require(bench.simulator.port)
            await bench.simulator.refuseConnections()
            let other = ServerBootstrap(group: .singletonMultiThreadedEventLoopGroup)
            await #expect(throws: IOError.self) { _ = try await other.bind(host: "127.0.0.1", port: port).get() }
            try await bench.simulator.start()
        }
    }
    #endif
}

extension APNsBench {
    /// Returns true if a device that connects now receives a push.
    func isStored(for token: DeviceToken) async -> Bool {
        // Stopping ends the stream, so reading it to the end terminates.
        let stream = simulator.attach(token: token)
        simulator.backend.finish()
        return await stream.reduce(false) { _, _ in true }
    }
}
