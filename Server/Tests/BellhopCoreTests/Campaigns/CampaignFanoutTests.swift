import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Campaign fan-out", .timeLimit(.minutes(10)))
struct CampaignFanoutTests {
    private let bench = EngineBench()
    private let gateway = ScriptedGateway()

    private var campaigns: CampaignService {
        CampaignService(store: bench.store, workSignal: bench.workSignal, time: bench.time, metrics: bench.metrics)
    }

    private func fanout(batch: Int = 3, backlog: Int = 4096) -> CampaignFanout {
        var configuration = CampaignFanout.Configuration()
        configuration.batch = batch
        configuration.backlog = backlog
        return CampaignFanout(
            store: bench.store, hub: bench.hub, workSignal: bench.workSignal, time: bench.time, metrics: bench.metrics,
            logger: bench.logger, configuration: configuration)
    }

    private func start(_ audience: Audience, title: String = "News") async throws -> Campaign {
        let request = CampaignRequest(to: audience, notification: NotificationRequest(title: title, body: "B"))
        guard case .accepted(let campaign) = try await campaigns.start(request, by: .admin(), recorder: nil) else {
            throw StoreUnavailable("repeated")
        }
        return campaign
    }

    private func ended(_ id: CampaignID) async throws -> Campaign {
        while true {
            if let campaign = try await bench.store.campaign(id), campaign.state.isEnd { return campaign }
            await Task.yield()
        }
    }

    @Test("Everyone is notified, in several batches, with one push per device")
    func everyone() async throws {
        var tokens: Set<DeviceToken> = []
        for index in 10..<20 {
            tokens.insert(try await bench.phone(of: try #require(UserID("user-\(index)"))).device.token)
        }
        try await running(fanout(), bench.dispatcher([.ios: gateway])) { _ in
            let campaign = try await start(.everyone)
            await gateway.arrived(10)
            let ended = try await ended(campaign.id)
            #expect(ended.state == .done)
            #expect(ended.recipients == 10)
            #expect(ended.deliveries == 10)
        }
        #expect(Set(gateway.pushes.map(\.token)) == tokens)
        #expect(gateway.pushes.count == 10)
    }

    @Test("Each push has its user's notification id, although the payload is rendered once")
    func payloads() async throws {
        for index in 10..<20 { _ = try await bench.phone(of: try #require(UserID("user-\(index)"))) }
        try await running(fanout(), bench.dispatcher([.ios: gateway])) { _ in
            _ = try await start(.everyone)
            await gateway.arrived(10)
        }
        var told: Set<NotificationID> = []
        for index in 10..<20 {
            let user = try #require(UserID("user-\(index)"))
            let one = try #require(try await bench.store.notifications(of: user, before: nil, limit: 2).first)
            told.insert(one.id)
        }
        let pushed = try gateway.pushes.map { try PushPayload(bytes: $0.payload) }
        #expect(Set(pushed.compactMap(\.notificationID)) == told)
        #expect(pushed.allSatisfy { $0.aps.alert?.title == "News" && $0.aps.badge == 1 })
    }

    @Test("Fan-out publishes events to connected clients")
    func events() async throws {
        let events = bench.hub.subscribe("ada")
        let campaign = try await start(.users(["ada", "bob"]))
        try await running(fanout()) { _ in _ = try await ended(campaign.id) }
        bench.hub.finish()
        let told = try #require(try await bench.store.notifications(of: "ada", before: nil, limit: 1).first)
        #expect(await events.reduce(into: []) { $0.append($1) } == [.notificationCreated(told), .badge(1)])
    }

    @Test("Fan-out pauses while the backlog is full, and resumes when it is sent")
    func backlog() async throws {
        for index in 10..<20 { _ = try await bench.phone(of: try #require(UserID("user-\(index)"))) }
        let campaign = try await start(.everyone)
        let pause = bench.time.now + CampaignFanout.Configuration().pause
        try await running(fanout(batch: 2, backlog: 5)) { _ in
            await bench.time.sleeper(until: pause)
            let waiting = try #require(try await bench.store.campaign(campaign.id))
            #expect(waiting.state == .sending)
            #expect(waiting.recipients == 6)
            let lease = bench.time.now + .seconds(60)
            let claimed = try await bench.store.claimDeliveries(at: bench.time.now, lease: lease, limit: 9)
            _ = try await bench.store.record(
                claimed.map { DeliveryResult($0, .sent(gatewayID: nil)) }, at: bench.time.now)
            bench.time.advance(to: pause)
            let ended = try await ended(campaign.id)
            #expect(ended.recipients == 10)
        }
    }

    @Test("A campaign stopped during fan-out notifies no further users and sends nothing more")
    func stopped() async throws {
        for index in 10..<20 { _ = try await bench.phone(of: try #require(UserID("user-\(index)"))) }
        let campaign = try await start(.everyone)
        let pause = bench.time.now + CampaignFanout.Configuration().pause
        try await running(fanout(batch: 2, backlog: 5)) { _ in
            await bench.time.sleeper(until: pause)
            let stopped = try await campaigns.stop(campaign.id, by: .admin())
            #expect(stopped.recipients == 6)
            bench.time.advance(to: pause)
        }
        let last = try await bench.ask(of: "user-19")
        try await running(fanout(), bench.dispatcher([.ios: gateway])) { _ in
            await gateway.arrived(1)
            try await until { try await bench.store.queueDepth() == 0 }
        }
        #expect(gateway.pushes.map(\.collapseID) == ["ask-\(last.id)"])
        #expect(try await bench.store.campaign(campaign.id)?.recipients == 6)
    }

    @Test("An ask waits for a campaign neither in the store nor in its platform's queue")
    func ahead() async throws {
        let phone = try await bench.phone(of: "user-10")
        for index in 11..<30 { _ = try await bench.phone(of: try #require(UserID("user-\(index)"))) }
        var configuration = Dispatcher.Configuration()
        configuration.concurrency = 1
        configuration.claimLimit = 4
        configuration.laneCapacity = 8
        let held = ScriptedGateway(holding: true)
        let campaign = try await start(.everyone)
        try await running(fanout()) { _ in _ = try await ended(campaign.id) }
        try await running(bench.dispatcher([.ios: held], configuration)) { _ in
            await held.arrived(1)
            let ask = try await bench.ask(of: "user-10")
            held.release()
            await held.arrived(21)
            let place = held.pushes.firstIndex { $0.collapseID == "ask-\(ask.id)" }
            // One delivery was under way, and those of the same claim were in the queue already.
            #expect(try #require(place) <= 8)
            #expect(held.pushes.filter { $0.token == phone.device.token }.count == 2)
        }
    }

    @Test("A failing store is retried, and no user is notified twice")
    func fault() async throws {
        for index in 10..<20 { _ = try await bench.phone(of: try #require(UserID("user-\(index)"))) }
        let campaign = try await start(.everyone)
        bench.database.breakDown()
        let again = bench.time.now + .milliseconds(100)
        try await running(fanout()) { _ in
            // Waits for the sleep as well: if time advanced before the fan-out read the clock, it would not wake up.
            await bench.time.sleeper(until: again)
            bench.database.mend()
            bench.time.advance(to: again)
            _ = try await ended(campaign.id)
        }
        try await running(bench.dispatcher([.ios: gateway])) { _ in await gateway.arrived(10) }
        #expect(Set(gateway.pushes.map(\.token)).count == 10)
    }
}
