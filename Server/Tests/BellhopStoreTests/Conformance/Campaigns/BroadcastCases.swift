import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let broadcastCases: [ConformanceCase] = [
        ConformanceCase("A broadcast to everyone reaches each active device once, in the order of users and ids") {
            fixture async throws in
            var expected: [DeviceID] = []
            for user in ["ada", "ben", "eve"] as [UserID] {
                for second in 0..<3 as Range<Int64> {
                    expected.append(try await fixture.device(of: user, at: second).id)
                }
            }
            let former = try await fixture.device(of: "ben")
            _ = try await fixture.store.removeDevice(former.id, at: fixture.at(1))
            let campaign = try await fixture.broadcast(to: .everyone)
            #expect(try await fixture.store.advanceCampaign(at: fixture.at(1), limit: 9) == nil)
            let reached = try await fixture.sendBroadcast(limit: 2)
            #expect(reached.map(\.id) == expected)
            let ended = try #require(try await fixture.store.campaign(campaign.id))
            #expect(ended.state == .done)
            #expect(ended.recipients == 3)
            #expect(ended.deliveries == 9)
            #expect(ended.figures?.sent == 9)
            #expect(try await fixture.store.notifications(of: "ada", before: nil, limit: 9).isEmpty)
            #expect(try await fixture.store.badge(of: "ada", at: fixture.at(9)) == 0)
        },
        ConformanceCase("A broadcast's target has what a gateway needs") { fixture async throws in
            let device = try await fixture.device()
            try await fixture.broadcast(to: .everyone)
            let target = try #require(try await fixture.sendBroadcast().first)
            #expect(target.user == device.userID && target.platform == device.platform)
            #expect(target.token == device.token && target.environment == device.environment)
            #expect(target.app == device.app && target.registeredAt == device.registeredAt)
        },
        ConformanceCase("A broadcast reaches the subscribers of a topic, or the named users, and no others") {
            fixture async throws in
            for user in ["ada", "ben", "dan", "eve"] as [UserID] {
                for second in 0..<2 as Range<Int64> { try await fixture.device(of: user, at: second) }
            }
            _ = try await fixture.store.subscribe(["eve", "ada", "kim", "zoe"], to: "releases", at: fixture.at(0))
            try await fixture.broadcast(to: .topic("releases"))
            for limit in [1, 3, 9] {
                #expect(try await fixture.sendBroadcast(limit: limit).map(\.user) == ["ada", "ada", "eve", "eve"])
                try await fixture.broadcast(to: .users(["dan", "kim", "ben", "dan"]))
                #expect(try await fixture.sendBroadcast(limit: limit).map(\.user) == ["ben", "ben", "dan", "dan"])
                try await fixture.broadcast(to: .user("ben"))
                #expect(try await fixture.sendBroadcast(limit: limit).map(\.user) == ["ben", "ben"])
                try await fixture.broadcast(to: .topic("releases"))
            }
            #expect(try await fixture.sendBroadcast(limit: 4).count == 4)
            let empty = try await fixture.broadcast(to: .topic("nothing"))
            #expect(try await fixture.sendBroadcast().isEmpty)
            #expect(try await fixture.store.campaign(empty.id)?.state == .done)
        },
        ConformanceCase("Devices of users who suppress the push are skipped and counted by reason") {
            fixture async throws in
            let users: [UserID] = ["ada", "ben", "cem", "dan", "eve", "fay"]
            _ = try await fixture.store.subscribe(users, to: "releases", at: fixture.at(0))
            for user in users { for second in 0..<2 as Range<Int64> { try await fixture.device(of: user, at: second) } }
            // 2027-01-15 08:00 in UTC, 09:00 in Zurich.
            let (start, end) = (try #require(TimeOfDay("08:30")), try #require(TimeOfDay("09:30")))
            let hours = QuietHours(start: start, end: end)
            for (user, preferences) in [
                ("ada", NotificationPreferences(types: [.updates: false])),
                ("ben", NotificationPreferences(mutes: [Mute(.topic("releases"))])),
                ("cem", NotificationPreferences(quietHours: hours)),
                ("dan", NotificationPreferences(types: [.messages: false])),
                ("eve", NotificationPreferences(mutes: [Mute(.topic("releases"), until: fixture.at(1))])),
                ("fay", NotificationPreferences(frequencyCap: FrequencyCap(limit: 1, seconds: 600))),
            ] as [(UserID, NotificationPreferences)] {
                try await fixture.store.put(preferences, of: user)
            }
            try await fixture.accept(fixture.notification(for: "fay", at: 4))
            let campaign = try await fixture.broadcast(to: .topic("releases"), at: 5)
            let reached = try await fixture.sendBroadcast(at: 5, limit: 3)
            #expect(reached.map(\.user) == ["dan", "dan", "eve", "eve"])
            let ended = try #require(try await fixture.store.campaign(campaign.id))
            #expect(ended.recipients == 6)
            #expect(ended.refused == 4)
            #expect(ended.deliveries == 4)
            #expect(ended.figures?.skipped == 8)
            #expect(
                Set(ended.figures?.skips ?? [])
                    == Set(
                        ["switched_off", "muted", "quiet_hours", "frequency_cap"].map {
                            BroadcastFigures.ReasonCount(reason: $0, devices: 2)
                        }))
        },
    ]

    static let broadcastClaimCases: [ConformanceCase] = [
        ConformanceCase("A broadcast is claimed by one process at a time, and again when its lease has ended") {
            fixture async throws in
            try await fixture.device()
            let campaign = try await fixture.broadcast(to: .everyone)
            let first = try #require(try await fixture.claimBroadcast(at: 1))
            #expect(first.campaign.state == .sending && first.campaign.begunAt == fixture.at(1))
            #expect(try await fixture.claimBroadcast(at: 60) == nil)
            #expect(try await fixture.store.renew(first, until: fixture.at(90)))
            #expect(try await fixture.claimBroadcast(at: 89) == nil)
            let second = try #require(try await fixture.claimBroadcast(at: 90))
            #expect(second.cursor == nil)
            #expect(try await !fixture.store.renew(first, until: fixture.at(200)))
            #expect(try await fixture.record(first, sent: 1, at: 91) == nil)
            #expect(try await fixture.store.campaign(campaign.id)?.figures?.sent == 0)
            #expect(try await fixture.record(second, sent: 1, at: 92)?.figures?.sent == 1)
        },
        ConformanceCase("Simultaneous claims of two broadcasts are for different ones") { fixture async throws in
            let campaigns = [
                try await fixture.broadcast(to: .everyone), try await fixture.broadcast(to: .everyone, at: 1),
            ]
            var claimed: [CampaignID] = []
            while let claim = try await fixture.claimBroadcast(at: 2) { claimed.append(claim.campaign.id) }
            #expect(Set(claimed) == Set(campaigns.map(\.id)))
        },
        ConformanceCase("A restart ends the claims of broadcasts", isForOneNode: true) { fixture async throws in
            try await fixture.broadcast(to: .everyone)
            _ = try await fixture.claimBroadcast(at: 1)
            try await fixture.store.recover()
            #expect(try await fixture.claimBroadcast(at: 2) != nil)
        },
        ConformanceCase("A recorded batch adds figures, applies effects on devices and ends the claim") {
            fixture async throws in
            let devices = [
                try await fixture.device(), try await fixture.device(at: 1), try await fixture.device(at: 2),
            ]
            let campaign = try await fixture.broadcast(to: .everyone)
            for second in 1...2 as ClosedRange<Int64> {
                let claim = try #require(try await fixture.claimBroadcast(at: second))
                let batch = try await fixture.store.broadcastBatch(
                    of: campaign, after: claim.cursor, at: fixture.at(second), limit: 1)
                var progress = BroadcastProgress()
                progress.failures = ["Unregistered": 1]
                progress.effects = [try fixture.gone(batch.targets[0])]
                let recorded = try await fixture.store.record(progress, of: batch, for: claim, at: fixture.at(second))
                #expect(recorded?.state == .sending)
            }
            let claim = try #require(try await fixture.claimBroadcast(at: 3))
            let batch = try await fixture.store.broadcastBatch(
                of: campaign, after: claim.cursor, at: fixture.at(3), limit: 9)
            #expect(batch.targets.map(\.id) == [devices[2].id] && batch.isLast)
            var progress = BroadcastProgress()
            (progress.sent, progress.latency) = (1, 250)
            let ended = try #require(
                try await fixture.store.record(progress, of: batch, for: claim, at: fixture.at(3)))
            #expect(ended.state == .done && ended.endedAt == fixture.at(3) && ended.begunAt == fixture.at(1))
            #expect(ended.recipients == 1)
            #expect(ended.deliveries == 3)
            #expect(
                ended.figures
                    == BroadcastFigures(
                        sent: 1, failed: 2, failures: [.init(reason: "Unregistered", devices: 2)], latency: 250))
            #expect(try await fixture.state(of: devices[0]) == .inactive)
            #expect(try await fixture.state(of: devices[2]) == .active)
            #expect(try await fixture.store.campaign(campaign.id) == ended)
        },
        ConformanceCase("A broadcast stopped during a batch stays stopped, with the figures of the batch") {
            fixture async throws in
            try await fixture.device()
            let campaign = try await fixture.broadcast(to: .everyone)
            let claim = try #require(try await fixture.claimBroadcast(at: 1))
            _ = try await fixture.store.stopCampaign(campaign.id, at: fixture.at(2))
            #expect(try await !fixture.store.renew(claim, until: fixture.at(60)))
            let stopped = try #require(try await fixture.record(claim, sent: 1, at: 3))
            #expect(stopped.state == .stopped && stopped.endedAt == fixture.at(2))
            #expect(stopped.figures?.sent == 1)
            #expect(try await fixture.claimBroadcast(at: 4) == nil)
        },
        ConformanceCase("A broadcast that has expired, or is about a completed item, ends when it is claimed") {
            fixture async throws in
            try await fixture.broadcast(to: .everyone)
            #expect(try await fixture.claimBroadcast(at: 3600)?.campaign.state == .expired)
            #expect(try await fixture.claimBroadcast(at: 3601) == nil)
        },
        ConformanceCase("Opening a broadcast counts once for each device") { fixture async throws in
            let broadcast = try await fixture.broadcast(to: .everyone)
            let individual = try await fixture.campaign(to: .everyone)
            let store = fixture.store
            let (phone, tablet) = (DeviceID.make(at: fixture.at(0)), DeviceID.make(at: fixture.at(0)))
            for device in [phone, tablet, phone, nil] {
                #expect(try await store.noteOpening(of: broadcast.id, on: device))
            }
            #expect(try await !store.noteOpening(of: individual.id, on: phone))
            #expect(try await !store.noteOpening(of: .make(at: fixture.at(0)), on: phone))
            #expect(try await store.campaign(broadcast.id)?.figures?.opened == 2)
            #expect(try await store.campaign(individual.id)?.figures == nil)
        },
    ]
}

extension StoreFixture {
    /// Accepts a broadcast with a lifetime of an hour.
    @discardableResult
    func broadcast(to audience: Audience, at seconds: Int64 = 0) async throws -> Campaign {
        let campaign = Campaign(
            id: .make(at: at(seconds)), to: Campaign.Target(audience), delivery: .broadcast,
            notification: NotificationRequest(title: "News", body: "There is something new", category: .update),
            createdAt: at(seconds), expiresAt: at(seconds + 3600))
        _ = try await store.accept(CampaignSubmission(campaign: campaign, audience: audience))
        return campaign
    }

    func claimBroadcast(at seconds: Int64) async throws -> BroadcastClaim? {
        try await store.claimBroadcast(at: at(seconds), lease: at(seconds + 60))
    }

    /// Records a batch of everyone under `claim`.
    func record(_ claim: BroadcastClaim, sent: Int, at seconds: Int64) async throws -> Campaign? {
        let batch = try await store.broadcastBatch(
            of: claim.campaign, after: claim.cursor, at: at(seconds), limit: 100)
        var progress = BroadcastProgress()
        progress.sent = sent
        return try await store.record(progress, of: batch, for: claim, at: at(seconds))
    }

    /// Sends all open broadcasts, `limit` devices at a time, and returns the reached devices in order.
    func sendBroadcast(at seconds: Int64 = 1, limit: Int = 4) async throws -> [BroadcastTarget] {
        var reached: [BroadcastTarget] = []
        while let claim = try await claimBroadcast(at: seconds) {
            let batch = try await store.broadcastBatch(
                of: claim.campaign, after: claim.cursor, at: at(seconds), limit: limit)
            reached += batch.targets
            var progress = BroadcastProgress()
            progress.sent = batch.targets.count
            _ = try await store.record(progress, of: batch, for: claim, at: at(seconds))
        }
        return reached
    }

    /// The result of a push that a gateway rejected because the device is gone.
    fileprivate func gone(_ target: BroadcastTarget) throws -> DeliveryResult {
        let device = Device(
            id: target.id, userID: target.user, name: "", platform: target.platform, token: target.token,
            environment: target.environment, app: target.app, publicKey: [], registeredAt: target.registeredAt)
        let delivery = ClaimedDelivery(
            id: .make(at: at(0)), purpose: .show, device: device, notification: notification(), ask: nil, badge: 0,
            attempt: 1, claimedAt: at(0))
        return DeliveryResult(delivery, .failed(reason: "Unregistered"), device: .gone(since: nil))
    }
}
