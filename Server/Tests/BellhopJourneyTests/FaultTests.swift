import BellhopModel
import BellhopPush
import BellhopSimulators
import BellhopStore
import BellhopTestSupport
import Logging
import Metrics
import Testing

@testable import BellhopAPNs
@testable import BellhopCore

/// The delivery guarantee under every fault of APNs: no push is lost, pointless retries are not made, and retries can be
/// recognised.
@Suite("Faults of APNs", .timeLimit(.minutes(10)))
struct FaultTests {
    @Test("A fault of APNs has the expected retries and results", arguments: FaultCase.refusals + FaultCase.connections)
    func fault(_ row: FaultCase) async throws {
        try await PushBench.run(row) { bench in
            let story = try await bench.play(row.attempts)
            #expect(story.endings == row.attempts.map(\.ending))
            #expect(story.waiting == 0)
            #expect(story.requests.count == row.attempts.reduce(0) { $0 + $1.requests })
            #expect(story.shown.count == row.arrivals)
            #expect(story.device.state == row.state)
            #expect(story.device.environment == row.environment)

            // A retry is the same push: a phone that receives it twice shows it once.
            #expect(Set(story.requests.map(\.headers.id)).count == 1)
            #expect(story.requests.first?.headers.id != nil)
            #expect(Set(story.requests.map(\.headers.collapseID)).count == 1)
            #expect(story.requests.first?.headers.collapseID != nil)
            #expect(Set(story.requests.map(\.payload)).count == 1)
        }
    }
}

/// A wrong team, topic or environment makes APNs reject every token.
@Suite("APNs rejects every token", .timeLimit(.minutes(10)))
struct MassDeathTests {
    private static let count = 200

    @Test("At most 24 devices are inactivated, all are restored, and all receive the push once APNs recovers")
    func registry() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let store = try Store(folder: folder.path)
        let (time, hub, workSignal, credential) = (ManualTime(), EventHub(), WorkSignal(), SimulatedCredential())
        let logger = Logger.silent
        let apns = try APNsSimulator(.init(keys: [credential.providerKey])) { time.now }
        try await apns.start()
        apns.script(.refuse(.badDeviceToken), times: .max)
        var configuration = APNsConfiguration()
        configuration.trustRoots = .pem(apns.certificates.authorityPEM)
        configuration.setEverything(to: APNsEndpoint(host: "127.0.0.1", port: try #require(apns.port)))
        let gateway = try APNsGateway(
            credentials: [credential.forGateway()], configuration: configuration, clock: { time.now },
            logger: logger, metrics: NOOPMetricsHandler.instance)
        for index in 0..<Self.count { _ = try await store.register(TestPhone("phone \(index)").device) }

        let notifications = NotificationsService(
            store: store, hub: hub, workSignal: workSignal, time: time, metrics: NOOPMetricsHandler.instance)
        let request = NotificationRequest(title: "Tests", body: "All 12 passed")
        guard case .accepted(let accepted) = try await notifications.send(request, by: .agent(), recorder: nil) else {
            throw StoreUnavailable("a new notification was taken for a repetition")
        }
        let dispatcher = Dispatcher(
            store: store, gateways: [.ios: gateway], hub: hub, workSignal: workSignal, time: time,
            metrics: NOOPMetricsHandler.instance, logger: logger)
        try await running(dispatcher) { _ in
            let deferred = try await workSignal.timeline(of: accepted, in: store) { lines in
                Set(lines.filter { $0.step == .deferred }.map(\.deviceID)).count == Self.count
            }
            #expect(deferred.count { $0.step == .failed } <= 24)
            let devices = try await store.devices(of: accepted.userID)
            #expect(devices.allSatisfy { $0.state == .active })
            let requests = apns.requests()
            apns.clearScript()
            time.advance(by: .seconds(600))
            var pushes = 0
            for await request in requests where request.result == .accepted {
                pushes += 1
                if pushes == Self.count { break }
            }
        }
        await gateway.shutDown()
        await apns.stop()
        let sent = try await store.timeline(of: accepted.id).filter { $0.step == .sent }
        #expect(Set(sent.map(\.deviceID)).count == Self.count)
        let left = try await store.queueDepth()
        #expect(left == 0)
    }
}
