import BellhopModel
import BellhopPush
import BellhopSimulators
import BellhopStore
import BellhopStoreSQLite
import BellhopTestSupport
import Logging
import Metrics
import Testing

@testable import BellhopAPNs
@testable import BellhopCore

/// A wrong team, topic or environment makes APNs call one token wrong after the other.
@Suite("APNs calls every token wrong", .timeLimit(.minutes(10)))
struct MassDeathTests {
    private static let count = 200

    @Test("At most 24 devices become inactive, all are back at once, and all of them get the push once APNs is itself again")
    func registry() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let store = try SQLiteStore.open(folder: folder.path)
        let (time, hub, wake, credential) = (ManualTime(), EventHub(), Wake(), SimulatedCredential())
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

        let notifications = Notifications(
            store: store, hub: hub, wake: wake, time: time, metrics: NOOPMetricsHandler.instance)
        let request = NotificationRequest(title: "Tests", body: "All 12 passed")
        guard case .accepted(let told) = try await notifications.send(request, by: .agent(), recorder: nil) else {
            throw StoreUnavailable("a new notification was taken for a repetition")
        }
        let dispatcher = Dispatcher(
            store: store, gateways: [.ios: gateway], hub: hub, wake: wake, time: time,
            metrics: NOOPMetricsHandler.instance, logger: logger)
        try await running(dispatcher) { _ in
            let doubted = try await timeline(of: told, in: store, wake, time) { lines in
                Set(lines.filter { $0.step == .deferred }.map(\.deviceID)).count == Self.count
            }
            #expect(doubted.count { $0.step == .failed } <= 24)
            let devices = try await store.devices(of: told.userID)
            #expect(devices.allSatisfy { $0.state == .active })
            let requests = apns.requests()
            apns.clearScript()
            time.advance(by: .seconds(600))
            var accepted = 0
            for await request in requests where request.result == .accepted {
                accepted += 1
                if accepted == Self.count { break }
            }
        }
        await gateway.shutDown()
        await apns.stop()
        let sent = try await store.timeline(of: told.id).filter { $0.step == .sent }
        #expect(Set(sent.map(\.deviceID)).count == Self.count)
        let left = try await store.queueDepth()
        #expect(left == 0)
    }

    /// The timeline, once it is as wanted. It is looked at whenever the engine has put something off.
    private func timeline(
        of told: UserNotification, in store: SQLiteStore, _ wake: Wake, _ time: ManualTime,
        _ isWanted: ([TimelineEntry]) -> Bool
    ) async throws -> [TimelineEntry] {
        while true {
            let mark = wake.mark
            let lines = try await store.timeline(of: told.id)
            if isWanted(lines) { return lines }
            try await wake.wait(since: mark, until: nil, time: time)
        }
    }
}
