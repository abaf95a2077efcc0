import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import Synchronization
import Testing

@testable import BellhopCore

@Suite("Broadcasts", .timeLimit(.minutes(10)))
struct BroadcastSenderTests {
    private let bench = EngineBench()

    private var campaigns: CampaignService {
        CampaignService(store: bench.store, workSignal: bench.workSignal, time: bench.time, metrics: bench.metrics)
    }

    private func sender(
        _ gateways: [Platform: any Gateway], batch: Int = 3, attempts: Int = 5
    ) -> BroadcastSender {
        var configuration = BroadcastSender.Configuration()
        configuration.batch = batch
        configuration.attempts = attempts
        configuration.concurrency = 1
        configuration.backoff = ExponentialBackoff(fraction: { 1 })
        return BroadcastSender(
            store: bench.store, gateways: gateways, workSignal: bench.workSignal, time: bench.time,
            metrics: bench.metrics, logger: bench.logger, configuration: configuration)
    }

    private func start(_ audience: Audience = .everyone, options: NotificationOptions? = nil) async throws -> Campaign {
        let request = CampaignRequest(
            to: audience, delivery: .broadcast,
            notification: NotificationRequest(title: "News", body: "B", category: .update, options: options))
        guard case .accepted(let campaign) = try await campaigns.start(request, by: .admin(), recorder: nil) else {
            throw StoreUnavailable("repeated")
        }
        return campaign
    }

    private func end(of id: CampaignID) async throws -> Campaign {
        while true {
            if let campaign = try await bench.store.campaign(id), campaign.state.isEnd { return campaign }
            await Task.yield()
        }
    }

    private func phones(_ count: Int, platform: Platform = .ios) async throws -> [TestPhone] {
        var phones: [TestPhone] = []
        for index in 100..<(100 + count) {
            phones.append(
                try await bench.phone(of: try #require(UserID("\(platform.rawValue)-\(index)")), platform: platform))
        }
        return phones
    }

    @Test("A broadcast pushes to each device once, with one payload, and stores nothing else")
    func everyone() async throws {
        let phones = try await phones(10)
        let gateway = ScriptedGateway()
        let campaign = try await start()
        let ended = try await running(sender([.ios: gateway])) { _ in try await end(of: campaign.id) }
        #expect(ended.state == .done)
        #expect(ended.recipients == 10)
        #expect(ended.figures == BroadcastFigures(sent: 10, latency: 0))
        #expect(gateway.pushes.count == 10)
        #expect(Set(gateway.pushes.map(\.token)) == Set(phones.map(\.device.token)))
        #expect(Set(gateway.pushes.map(\.id)).count == 10)
        #expect(Set(gateway.pushes.map(\.payload)).count == 1)
        #expect(Set(gateway.pushes.map(\.collapseID)) == [campaign.id.description])
        #expect(gateway.pushes.allSatisfy { $0.isBulk && $0.expiration == .at(campaign.expiresAt) })
        let payload = try PushPayload(bytes: try #require(gateway.pushes.first).payload)
        #expect(payload.notificationID == NotificationID(campaign.id))
        #expect(payload.aps.alert?.title == "News" && payload.aps.badge == nil)
        for phone in phones {
            let history = try await bench.store.notifications(of: phone.device.userID, before: nil, limit: 2)
            #expect(history.isEmpty)
        }
        #expect(try await bench.store.queueDepth() == 0)
    }

    @Test("Each platform gets its own payload; devices without a gateway fail")
    func platforms() async throws {
        _ = try await phones(2)
        _ = try await phones(2, platform: .android)
        _ = try await phones(2, platform: .web)
        let (apns, fcm) = (ScriptedGateway(), ScriptedGateway())
        let campaign = try await start()
        let ended = try await running(sender([.ios: apns, .android: fcm])) { _ in try await end(of: campaign.id) }
        #expect(apns.pushes.count == 2 && fcm.pushes.count == 2)
        #expect(apns.pushes[0].payload != fcm.pushes[0].payload)
        #expect(ended.figures?.sent == 4)
        #expect(ended.figures?.failures == [.init(reason: "no gateway for web is configured", devices: 2)])
    }

    @Test("A dead token deactivates its device, and a token of the other environment is learned")
    func deadTokens() async throws {
        let phones = try await phones(4)
        let (dead, wrong, suspect) = (phones[0].device, phones[1].device, phones[2].device)
        let gateway = ScriptedGateway { push in
            switch (push.token, push.environment) {
            case (dead.token, _):
                .rejected(Rejection(reason: Reason(rawValue: "Unregistered"), cause: .deviceGone(since: nil)))
            case (wrong.token, .production), (suspect.token, _):
                .rejected(Rejection(reason: Reason(rawValue: "BadDeviceToken"), cause: .deviceSuspect))
            default: .accepted(AcceptedPush())
            }
        }
        let campaign = try await start()
        let ended = try await running(sender([.ios: gateway])) { _ in try await end(of: campaign.id) }
        #expect(ended.figures?.sent == 2)
        #expect(
            ended.figures?.failures == [
                .init(reason: "BadDeviceToken", devices: 1), .init(reason: "Unregistered", devices: 1),
            ])
        #expect(try await bench.store.device(dead.id)?.state == .inactive)
        #expect(try await bench.store.device(wrong.id)?.environment == .sandbox)
        #expect(try await bench.store.device(suspect.id)?.state == .quarantined)
    }

    @Test("A gateway that rejects every token deactivates no device, and the broadcast waits for its recovery")
    func massDeath() async throws {
        let phones = try await phones(60)
        let isBroken = Mutex(true)
        let gateway = ScriptedGateway { _ in
            isBroken.withLock { $0 }
                ? .rejected(Rejection(reason: Reason(rawValue: "Unregistered"), cause: .deviceGone(since: nil)))
                : .accepted(AcceptedPush())
        }
        let campaign = try await start()
        let again = bench.time.now + .seconds(300)
        let ended = try await running(sender([.ios: gateway], batch: 100)) { _ in
            await bench.time.sleeper(until: again)
            isBroken.withLock { $0 = false }
            bench.time.advance(to: again)
            return try await end(of: campaign.id)
        }
        #expect(ended.figures?.sent == 36)
        #expect(ended.figures?.failed == 24)
        for phone in phones { #expect(try await bench.store.device(phone.device.id)?.state == .active) }
    }

    @Test("A deferred push is sent again after the gateway's time, and given up after some attempts")
    func deferrals() async throws {
        let phones = try await phones(3)
        let (late, never) = (phones[0].device.token, phones[1].device.token)
        let time = bench.time
        let attempts = Mutex<[DeviceToken: Int]>([:])
        let gateway = ScriptedGateway { push in
            let attempt = attempts.withLock { attempts in
                attempts[push.token, default: 0] += 1
                return attempts[push.token, default: 0]
            }
            if push.token == never || push.token == late && attempt == 1 {
                return .deferred(
                    Deferral(reason: Reason(rawValue: "TooManyRequests"), until: time.now + .seconds(7)))
            }
            return .accepted(AcceptedPush())
        }
        let campaign = try await start()
        let begin = bench.time.now
        let ended = try await running(sender([.ios: gateway], attempts: 3)) { _ in
            for round in 1...2 {
                let again = begin + .seconds(7 * round)
                await bench.time.sleeper(until: again)
                bench.time.advance(to: again)
            }
            return try await end(of: campaign.id)
        }
        #expect(ended.figures?.sent == 2)
        #expect(ended.figures?.failures == [.init(reason: "TooManyRequests", devices: 1)])
        // One after no time, one after seven seconds.
        #expect(ended.figures?.latency == 3500)
        let sends = gateway.pushes.filter { $0.token == never }
        #expect(sends.count == 3)
        #expect(Set(sends.map(\.id)).count == 1 && Set(sends.map(\.collapseID)).count == 1)
    }

    @Test("An unreachable gateway fails no device: the broadcast waits")
    func outage() async throws {
        _ = try await phones(2)
        let isDown = Mutex(true)
        let time = bench.time
        let gateway = ScriptedGateway { _ in
            isDown.withLock { $0 }
                ? .deferred(Deferral(reason: .unreachable, until: time.now + .seconds(60)))
                : .accepted(AcceptedPush())
        }
        let campaign = try await start()
        let begin = bench.time.now
        let ended = try await running(sender([.ios: gateway], attempts: 1)) { _ in
            for round in 1...3 {
                let again = begin + .seconds(60 * round)
                await bench.time.sleeper(until: again)
                if round == 3 { isDown.withLock { $0 = false } }
                bench.time.advance(to: again)
            }
            return try await end(of: campaign.id)
        }
        #expect(ended.figures?.sent == 2 && ended.figures?.failed == 0)
        #expect(gateway.pushes.count == 8)
    }

    @Test("A stop takes effect at the next batch, also while the broadcast waits for a gateway")
    func stopped() async throws {
        _ = try await phones(6)
        let gateway = ScriptedGateway { _ in .deferred(Deferral(reason: .unreachable)) }
        let campaign = try await start()
        let again = bench.time.now + .seconds(1)
        try await running(sender([.ios: gateway])) { _ in
            await bench.time.sleeper(until: again)
            _ = try await campaigns.stop(campaign.id, by: .admin())
            try await until { try await bench.store.campaign(campaign.id)?.figures?.failed == 3 }
        }
        let stopped = try #require(try await bench.store.campaign(campaign.id))
        #expect(stopped.state == .stopped)
        #expect(stopped.figures?.failures == [.init(reason: "stopped", devices: 3)])
        #expect(gateway.pushes.count == 3)
    }

    @Test("A crash between sending and recording sends at most one batch again, with the same ids")
    func crash() async throws {
        _ = try await phones(9)
        let gateway = ScriptedGateway()
        let campaign = try await start()
        // The process dies while it sends its second batch.
        let held = ScriptedGateway(holding: true)
        let first = Mutex(0)
        let dying = ScriptedGateway { _ in
            first.withLock { $0 += 1 }
            return .accepted(AcceptedPush())
        }
        let process = SwitchingGateway(dying, after: 3, held)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await sender([.ios: process]).run() }
            await held.arrived(3)
            group.cancelAll()
            try? await group.waitForAll()
        }
        #expect(try await bench.store.campaign(campaign.id)?.figures?.sent == 3)
        try await bench.store.recover()
        let ended = try await running(sender([.ios: gateway])) { _ in try await end(of: campaign.id) }
        #expect(ended.figures == BroadcastFigures(sent: 9, latency: 0))
        #expect(gateway.pushes.count == 6)
        let repeated = Set(held.pushes.map(\.id)).intersection(gateway.pushes.map(\.id))
        #expect(repeated.count == 3)
        #expect(Set(dying.pushes.map(\.id)).isDisjoint(with: gateway.pushes.map(\.id)))
        #expect(Set((held.pushes + gateway.pushes).map(\.collapseID)).count == 1)
    }

    @Test("A failing store is retried, and nothing is sent again")
    func fault() async throws {
        _ = try await phones(3)
        let bench = bench
        let gateway = ScriptedGateway { _ in
            bench.database.breakDown()
            return .accepted(AcceptedPush())
        }
        let campaign = try await start()
        let again = bench.time.now + .milliseconds(100)
        let ended = try await running(sender([.ios: gateway], batch: 9)) { _ in
            await bench.time.sleeper(until: again)
            bench.database.mend()
            bench.time.advance(to: again)
            return try await end(of: campaign.id)
        }
        #expect(ended.figures?.sent == 3)
        #expect(gateway.pushes.count == 3)
    }
}

/// Sends the first pushes through one gateway, and all others through another one.
private final class SwitchingGateway: Gateway {
    private let first: ScriptedGateway
    private let second: ScriptedGateway
    private let remaining: Mutex<Int>

    init(_ first: ScriptedGateway, after count: Int, _ second: ScriptedGateway) {
        self.first = first
        self.second = second
        remaining = Mutex(count)
    }

    func send(_ push: Push) async throws -> Outcome {
        let isFirst = remaining.withLock { remaining in
            remaining -= 1
            return remaining >= 0
        }
        return try await (isFirst ? first : second).send(push)
    }
}
