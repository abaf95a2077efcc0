import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Carrying out campaigns", .timeLimit(.minutes(10)))
struct CampaignFanoutTests {
    private let bench = EngineBench()
    private let gateway = ScriptedGateway()

    private var campaigns: Campaigns {
        Campaigns(store: bench.store, wake: bench.wake, time: bench.time, metrics: bench.metrics)
    }

    private func fanout(batch: Int = 3, backlog: Int = 4096) -> CampaignFanout {
        var configuration = CampaignFanout.Configuration()
        configuration.batch = batch
        configuration.backlog = backlog
        return CampaignFanout(
            store: bench.store, hub: bench.hub, wake: bench.wake, time: bench.time, metrics: bench.metrics,
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

    @Test("Everyone is told, in several batches, and every device is pushed to, once")
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
        #expect(bench.store.violations.isEmpty)
    }

    @Test("Each push names the notification of its user, though the payload was written once")
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

    @Test("Connected clients are told")
    func events() async throws {
        let events = bench.hub.subscribe("ada")
        let campaign = try await start(.users(["ada", "bob"]))
        try await running(fanout()) { _ in _ = try await ended(campaign.id) }
        bench.hub.finish()
        let told = try #require(try await bench.store.notifications(of: "ada", before: nil, limit: 1).first)
        #expect(await events.reduce(into: []) { $0.append($1) } == [.notificationCreated(told), .badge(1)])
    }

    @Test("While the backlog is full no more are told; when it is sent they are")
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

    @Test("Stopped in the middle, nobody else is told, and nothing of it is sent any more")
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

    @Test("An ask does not wait for a campaign, neither in the queue nor in its lane")
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
            // One was under way, and those that were claimed with it were in its lane already.
            #expect(try #require(place) <= 8)
            #expect(held.pushes.filter { $0.token == phone.device.token }.count == 2)
        }
    }

    @Test("A store that fails is asked again, and nobody is told twice")
    func fault() async throws {
        for index in 10..<20 { _ = try await bench.phone(of: try #require(UserID("user-\(index)"))) }
        let campaign = try await start(.everyone)
        bench.store.breakDown()
        let again = bench.time.now + .milliseconds(100)
        try await running(fanout()) { _ in
            // Not only refused: time that moves before it has looked at the clock would leave it asleep.
            await bench.time.sleeper(until: again)
            bench.store.mend()
            bench.time.advance(to: again)
            _ = try await ended(campaign.id)
        }
        try await running(bench.dispatcher([.ios: gateway])) { _ in await gateway.arrived(10) }
        #expect(Set(gateway.pushes.map(\.token)).count == 10)
    }
}
