import BellhopModel
import Logging
import NIOCore
import NIOHPACK
import NIOHTTP2
import ServiceLifecycle
import Testing

@testable import BellhopSimulators

@Suite("The service, over TLS and HTTP/2", .timeLimit(.minutes(10)))
struct ServiceTests {
    @Test("A valid push gets a response with its id, and reaches the log and the device")
    func success() async throws {
        try await APNsBench.run { bench in
            var phone = bench.simulator.attach(token: Provider.token).makeAsyncIterator()
            let provider = try await Provider.connect(to: bench.simulator)
            let id = DeliveryID.make(at: bench.now)
            let request = try bench.request().with("apns-id", id.description).with("apns-collapse-id", "ask-1")
            let response = await provider.push(request)
            #expect(response?.status == 200)
            #expect(response?.apnsID == id.description)
            #expect(response?.body == "")
            let push = await phone.next()
            #expect(push?.headers.id == id.description)
            #expect(push?.headers.collapseID == "ask-1")
            #expect(push?.payload == request.body)
            #expect(push?.receivedAt == bench.now)
            #expect(bench.simulator.received(for: Provider.token).map(\.result) == [.accepted])
            #expect(bench.simulator.attempts(of: id) == 1)
        }
    }

    @Test("An id is generated when the provider sends none")
    func generatedID() async throws {
        try await APNsBench.run { bench in
            let provider = try await Provider.connect(to: bench.simulator)
            let response = try await provider.push(bench.request())
            #expect(response?.apnsID.flatMap { DeliveryID($0) } != nil)
        }
    }

    @Test("Only the sandbox returns a unique id", arguments: [(PushEnvironment.sandbox, true), (.production, false)])
    func uniqueID(_ environment: PushEnvironment, _ isGiven: Bool) async throws {
        try await APNsBench.run {
            $0.environment = environment
        } _: { bench in
            let provider = try await Provider.connect(to: bench.simulator)
            let response = try await provider.push(bench.request())
            #expect((response?.headers.first(name: "apns-unique-id") != nil) == isGiven)
        }
    }

    @Test("One stream is allowed before the first valid token, and after an error")
    func streams() async throws {
        try await APNsBench.run { bench in
            let provider = try await Provider.connect(to: bench.simulator)
            var limits: [Int] = []
            func push(_ request: Provider.Request) async -> Int? {
                let id = provider.send(request)
                while true {
                    switch await provider.next() {
                    case .settings(let limit): if let limit { limits.append(limit) }
                    case .response(id, let response): return response.status
                    case .closed: return nil
                    default: break
                    }
                }
            }
            #expect(await push(Provider.Request(nil)) == 403)
            #expect(limits == [1])
            let request = try bench.request()
            #expect(await push(request) == 200)
            #expect(limits == [1, 1000])
            #expect(await push(request.with("apns-priority", "7")) == 400)
            #expect(limits == [1, 1000, 1])
            #expect(await push(request) == 200)
            #expect(limits == [1, 1000, 1, 1000])
        }
    }

    @Test("Many concurrent requests all get responses")
    func concurrency() async throws {
        try await APNsBench.run { bench in
            let provider = try await Provider.connect(to: bench.simulator)
            let request = try bench.request()
            #expect(await provider.push(request)?.status == 200)
            var pending = Set((0..<500).map { _ in provider.send(request) })
            while !pending.isEmpty {
                switch await provider.next() {
                case .response(let id, let response):
                    #expect(response.status == 200)
                    pending.remove(id)
                case .closed:
                    Issue.record("closed")
                    return
                default: break
                }
            }
            #expect(bench.simulator.statistics.accepted == 501)
            #expect(bench.simulator.statistics.openConnections == 1)
        }
    }

    @Test(
        "Refusals have status, reason and id",
        arguments: [
            (Provider.Request(nil), APNsRefusal.missingProviderToken),
            (Provider.Request(Secret("a.b.c")), .invalidProviderToken),
        ])
    func credentials(_ request: Provider.Request, _ refusal: APNsRefusal) async throws {
        try await APNsBench.run { bench in
            let provider = try await Provider.connect(to: bench.simulator)
            let id = DeliveryID.make(at: bench.now).description
            let response = await provider.push(request.with("apns-id", id))
            expect(response, refusal)
            #expect(response?.apnsID == id)
            #expect(response?.headers.first(name: "content-type") == "application/json")
        }
    }

    @Test("Repeated fields, bad paths and bad methods are refused on the wire")
    func wire() async throws {
        try await APNsBench.run { bench in
            let provider = try await Provider.connect(to: bench.simulator)
            expect(try await provider.push(bench.request().with("apns-topic", Provider.topic)), .duplicateHeaders)
            var request = try bench.request()
            request.path = "/3/devices/00"
            expect(await provider.push(request), .badPath)
            request.path = "/3/device/"
            expect(await provider.push(request), .missingDeviceToken)
            request = try bench.request()
            request.method = "PUT"
            expect(await provider.push(request), .methodNotAllowed)
            request = try bench.request()
            request.body = []
            expect(await provider.push(request), .payloadEmpty)
            let long = String(repeating: "x", count: 30_000)
            expect(try await provider.push(bench.request().saying(long)), .payloadTooLarge)
            #expect(try await provider.push(bench.request())?.status == 200)
        }
    }

    @Test("A connection accepts a new token after 20 minutes, and none older than an hour")
    func tokens() async throws {
        try await APNsBench.run { bench in
            let provider = try await Provider.connect(to: bench.simulator)
            let first = try bench.request()
            #expect(await provider.push(first)?.status == 200)
            bench.pass(.seconds(60))
            expect(try await provider.push(bench.request()), .tooManyProviderTokenUpdates)
            bench.pass(.seconds(19 * 60))
            #expect(try await provider.push(bench.request())?.status == 200)
            bench.pass(.seconds(41 * 60))
            expect(await provider.push(first), .expiredProviderToken)
        }
    }

    @Test("A connection is bound to the team of its first push; another connection is not")
    func teams() async throws {
        try await APNsBench.run { bench in
            let other = SimulatedCredential(keyID: "OTHERKEY01", teamID: "OTHERTEAM1")
            let request = Provider.Request(try other.providerToken(issuedAt: bench.now))
            let provider = try await Provider.connect(to: bench.simulator)
            #expect(try await provider.push(bench.request())?.status == 200)
            expect(await provider.push(request), .invalidProviderToken)
            bench.simulator.accept(other.providerKey)
            expect(await provider.push(request), .unrelatedKeyID)
            let second = try await Provider.connect(to: bench.simulator)
            #expect(await second.push(request)?.status == 200)
            bench.simulator.revoke(keyID: other.keyID)
            #expect(await second.push(request)?.status == 200)
            let third = try await Provider.connect(to: bench.simulator)
            expect(await third.push(request), .invalidProviderToken)
        }
    }

    @Test("A registered token must match its registration, until it is unregistered")
    func registry() async throws {
        try await APNsBench.run {
            $0.devices = .registeredOnly
        } _: { bench in
            let provider = try await Provider.connect(to: bench.simulator)
            let request = try bench.request()
            expect(await provider.push(request), .badDeviceToken)
            var device = SimulatedDevice(
                token: Provider.token, topic: "com.example.other", environment: .sandbox, registeredAt: bench.now)
            bench.simulator.register(device)
            expect(await provider.push(request), .deviceTokenNotForTopic)
            device.topic = Provider.topic
            bench.simulator.register(device)
            #expect(await provider.push(request)?.status == 200)
            bench.simulator.unregister(Provider.token, since: Timestamp(milliseconds: 1_799_999_999_999))
            let response = await provider.push(request)
            #expect(response?.status == 410)
            #expect(response?.body == #"{"reason":"Unregistered","timestamp":1799999999999}"#)
        }
    }

    @Test("A client that does not trust the authority, or does not speak h2, cannot connect")
    func untrusting() async throws {
        try await APNsBench.run { bench in
            let stranger = try await Provider.connect(
                to: bench.simulator, trust: SimulatorCertificates().trustRoots)
            #expect(try await stranger.push(bench.request()) == nil)
            let old = try await Provider.connect(to: bench.simulator, protocols: ["http/1.1"])
            #expect(try await old.push(bench.request()) == nil)
            let none = try await Provider.connect(to: bench.simulator, protocols: [])
            #expect(try await none.push(bench.request()) == nil)
            #expect(bench.simulator.received.isEmpty)
        }
    }

    @Test("Without retention only statistics are kept")
    func noRetention() async throws {
        try await APNsBench.run {
            $0.retention = .nothing
        } _: { bench in
            let provider = try await Provider.connect(to: bench.simulator)
            #expect(try await provider.push(bench.request())?.status == 200)
            #expect(bench.simulator.received.isEmpty)
            #expect(bench.simulator.statistics.accepted == 1)
            #expect(await !bench.isStored(for: Provider.token))
        }
    }

    @Test("The simulator runs as a service until it is stopped, and ends its streams")
    func lifecycle() async throws {
        let bench = try APNsBench()
        try await bench.simulator.start()
        let requests = bench.simulator.requests()
        let group = ServiceGroup(
            configuration: .init(services: [.init(service: bench.simulator)], logger: .init(label: "test")))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            let provider = try await Provider.connect(to: bench.simulator)
            #expect(try await provider.push(bench.request())?.status == 200)
            await group.triggerGracefulShutdown()
            #expect(await requests.reduce(0) { count, _ in count + 1 } == 1)
            #expect(await provider.answer(to: 99) == nil)
            try await tasks.waitForAll()
        }
        await #expect(throws: (any Error).self) { _ = try await Provider.connect(to: bench.simulator) }
    }
}
