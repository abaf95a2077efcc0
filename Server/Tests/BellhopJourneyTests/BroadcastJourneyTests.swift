import BellhopModel
import BellhopPush
import BellhopSimulators
import BellhopStore
import BellhopTestSupport
import Logging
import Metrics
import NIOCore
import Testing

@testable import BellhopAPNs
@testable import BellhopCore

@Suite("A broadcast through APNs", .timeLimit(.minutes(10)))
struct BroadcastJourneyTests {
    private static let count = 300
    private let time = ManualTime()
    private let credential = SimulatedCredential()
    private let workSignal = WorkSignal()

    @Test("Every device is sent to, failed or skipped exactly once, despite faults and a cut connection")
    func faults() async throws {
        let folder = try TemporaryFolder()
        defer { folder.remove() }
        let store = try Store(folder: folder.path)
        let apns = try APNsSimulator(.init(keys: [credential.providerKey])) { [time] in time.now }
        try await apns.start()
        let gateway = try gateway(apns)
        let phones = try (0..<Self.count).map { TestPhone(of: try #require(UserID("user-\($0 + 100)"))).device }
        for phone in phones { _ = try await store.register(phone) }
        for phone in phones[0..<5] {
            apns.script(
                .refuse(APNsRefusal(410, "Unregistered", timestamp: time.now)), times: .max, for: phone.token)
        }
        for phone in phones[5..<8] {
            apns.script(.refuse(APNsRefusal(429, "TooManyRequests", retryAfter: .seconds(1))), for: phone.token)
        }
        for phone in phones[8..<11] {
            apns.script(.refuse(APNsRefusal(503, "ServiceUnavailable")), for: phone.token)
        }
        apns.script(.refuse(APNsRefusal(503, "Shutdown")), times: .max, for: phones[11].token)
        apns.script(.cutConnection(.processed), for: phones[200].token)
        for phone in phones[12..<15] {
            try await store.put(NotificationPreferences(categories: [.update: false]), of: phone.userID)
        }

        let campaign = try await start(in: store)
        let again = time.now + .seconds(1)
        try await running(sender(store, gateway)) { _ in
            await time.sleeper(until: again)
            time.advance(to: again)
            try await until { try await store.campaign(campaign.id)?.state == .done }
        }
        await gateway.shutDown()
        await apns.stop()

        let ended = try #require(try await store.campaign(campaign.id))
        let figures = try #require(ended.figures)
        #expect(figures.sent == Self.count - 9)
        #expect(figures.failures == [.init(reason: "Unregistered", devices: 5), .init(reason: "Shutdown", devices: 1)])
        #expect(figures.skips == [.init(reason: "switched_off", devices: 3)])
        #expect(figures.sent + figures.failed + figures.skipped == Self.count)
        #expect(ended.recipients == Self.count && ended.refused == 3)
        #expect(ended.deliveries == figures.sent + figures.failed)
        for (index, phone) in phones.enumerated() {
            let received = apns.received(for: phone.token)
            #expect(received.isEmpty == (12..<15).contains(index))
            // A repetition is the same push: a phone that receives it twice shows it once.
            #expect(Set(received.map(\.headers.id)).count <= 1)
            #expect(received.allSatisfy { $0.headers.collapseID == campaign.id.description })
            #expect(try await store.device(phone.id)?.state == (index < 5 ? .inactive : .active))
        }
        #expect(apns.received(for: phones[200].token).count == 2)
        #expect(Set(apns.received.map(\.headers.id)).count == Self.count - 3)
    }

    private func gateway(_ apns: APNsSimulator) throws -> APNsGateway {
        var configuration = APNsConfiguration()
        configuration.requestDeadline = .seconds(60)
        configuration.trustRoots = .pem(apns.certificates.authorityPEM)
        configuration.setEverything(to: APNsEndpoint(host: "127.0.0.1", port: try #require(apns.port)))
        return try APNsGateway(
            credentials: [credential.forGateway()], configuration: configuration, clock: { [time] in time.now },
            logger: .silent, metrics: NOOPMetricsHandler.instance, backoff: ReconnectBackoff(first: .zero))
    }

    private func sender(_ store: Store, _ gateway: APNsGateway) -> BroadcastSender {
        var configuration = BroadcastSender.Configuration()
        configuration.attempts = 2
        configuration.backoff = ExponentialBackoff(fraction: { 1 })
        return BroadcastSender(
            store: store, gateways: [.ios: gateway], workSignal: workSignal, time: time,
            metrics: NOOPMetricsHandler.instance, logger: .silent, configuration: configuration)
    }

    private func start(in store: Store) async throws -> Campaign {
        let campaigns = CampaignService(
            store: store, workSignal: workSignal, time: time, metrics: NOOPMetricsHandler.instance)
        let request = CampaignRequest(
            to: .everyone, delivery: .broadcast,
            notification: NotificationRequest(title: "News", body: "B", category: .update))
        guard case .accepted(let campaign) = try await campaigns.start(request, by: .admin(), recorder: nil) else {
            throw StoreUnavailable("a new campaign was taken for a repetition")
        }
        return campaign
    }
}
