import BellhopModel
import BellhopStore
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCore

@Suite("Housekeeping", .timeLimit(.minutes(10)))
struct HousekeepingTests {
    @Test("Idempotency records older than a day are deleted in batches; newer ones stay")
    func idempotencyRecords() async throws {
        let bench = EngineBench()
        let scope = KeyID.make(at: bench.time.now)
        func isKept(_ key: String) async throws -> Bool {
            try await bench.store.idempotencyRecord(scope: scope, key: key) != nil
        }
        func keep(_ key: String, at time: Timestamp) async throws {
            _ = try await bench.store.keep(
                IdempotencyRecord(scope: scope, key: key, requestDigest: [], status: 201, body: [], createdAt: time))
        }
        let day = Housekeeping.retention
        for index in 0..<(Housekeeping.batch * 2) {
            try await keep("old \(index)", at: bench.time.now - day - .milliseconds(1))
        }
        try await keep("young", at: bench.time.now - day)

        let housekeeping = Housekeeping(store: bench.store, time: bench.time, logger: bench.logger)
        try await running(housekeeping) { _ in
            await bench.time.sleeper(until: bench.time.now + .seconds(600))
            let (old, young) = (try await isKept("old 999"), try await isKept("young"))
            #expect(!old)
            #expect(young)
            bench.time.advance(by: .seconds(600))
            await bench.time.sleeper(until: bench.time.now + .seconds(600))
            let later = try await isKept("young")
            #expect(!later)
        }
    }

    @Test("Schedules that ended more than a month ago are deleted; later and waiting ones stay")
    func schedules() async throws {
        let bench = EngineBench()
        let month = Housekeeping.scheduleRetention
        func plan(endedAt end: Timestamp?) async throws -> ScheduleID {
            let made = bench.time.now - month - .seconds(60)
            let schedule = Schedule(
                id: .make(at: made), to: .user("ada"), notification: NotificationRequest(title: "Milk", body: ""),
                when: ScheduleTiming(at: .moment(made)), state: end == nil ? .waiting : .done,
                next: end == nil ? made : nil,
                createdBy: .make(at: made), creator: "ada", createdAt: made, updatedAt: end)
            _ = try await bench.store.add(schedule, idempotency: nil)
            return schedule.id
        }
        let old = try await plan(endedAt: bench.time.now - month - .milliseconds(1))
        let kept = [try await plan(endedAt: bench.time.now - month), try await plan(endedAt: nil)]
        let housekeeping = Housekeeping(store: bench.store, time: bench.time, logger: bench.logger)
        try await running(housekeeping) { _ in await bench.time.sleeper(until: bench.time.now + .seconds(600)) }
        #expect(try await bench.store.schedule(old) == nil)
        for id in kept { #expect(try await bench.store.schedule(id) != nil) }
    }

    @Test(
        "Notifications older than the retention are deleted, or none without a retention", arguments: [true, false])
    func history(isKeptFor90Days: Bool) async throws {
        let bench = EngineBench()
        func send() async throws -> UserNotification {
            let request = NotificationRequest(title: "Done", body: "", expiresIn: 60)
            guard case .accepted(let sent) = try await bench.notifications.send(request, by: .agent(), recorder: nil)
            else { throw StoreUnavailable("a new notification was taken for a repetition") }
            return sent
        }
        for _ in 0..<(Housekeeping.historyBatch * 2) { _ = try await send() }
        bench.time.advance(by: .milliseconds(1))
        let young = try await send()
        bench.time.advance(to: young.createdAt + Housekeeping.usualHistory)
        let housekeeping = Housekeeping(
            store: bench.store, time: bench.time, logger: bench.logger,
            history: isKeptFor90Days ? Housekeeping.usualHistory : nil)
        try await running(housekeeping) { _ in
            await bench.time.sleeper(until: bench.time.now + .seconds(600))
        }
        let left = try await bench.store.notifications(of: "ada", before: nil, limit: 1000)
        #expect(left.count == (isKeptFor90Days ? 1 : Housekeeping.historyBatch * 2 + 1))
        #expect(left.first?.id == young.id)
    }

    @Test("Notifications of an ended item left unread by a crash are marked as read")
    func endedItems() async throws {
        let bench = EngineBench()
        let now = bench.time.now
        for id in ["a", "b"] as [TopicID] {
            let item = Item(id: id, title: "Plants", createdAt: now, updatedAt: now)
            _ = try await bench.store.put(item, subscribing: ["ada"])
            for _ in 0..<3 {
                let request = NotificationRequest(
                    title: "Plants", body: "", options: NotificationOptions(itemID: id.description))
                _ = try await bench.notifications.send(request, by: .agent(), recorder: nil)
            }
            let ending = try await bench.store.completeItem(id, by: "ada", on: nil, at: now, limit: 1)
            #expect(ending?.hasMore == true)
        }
        #expect(try await bench.store.badge(of: "ada", at: now) == 4)
        let housekeeping = Housekeeping(store: bench.store, time: bench.time, logger: bench.logger)
        try await running(housekeeping) { _ in await bench.time.sleeper(until: bench.time.now + .seconds(600)) }
        #expect(try await bench.store.badge(of: "ada", at: now) == 0)
    }

    @Test(
        "Messages and ended campaigns are deleted like notifications, a message not before its own expires",
        arguments: [Housekeeping.usualHistory, .seconds(3600), nil])
    func messagesAndCampaigns(history: Duration?) async throws {
        let bench = EngineBench()
        let messages = MessageService(
            store: bench.store, hub: bench.hub, workSignal: bench.workSignal, time: bench.time)
        guard
            case .accepted(let old) = try await messages.send(
                MessageRequest(to: "ada", text: "Hi"), by: .admin(), recorder: nil)
        else { throw StoreUnavailable("a new message was taken for a repetition") }
        let campaign = Campaign(
            id: .make(at: bench.time.now), to: Campaign.Target(.user("ada")),
            notification: NotificationRequest(title: "News", body: ""), createdAt: bench.time.now,
            expiresAt: bench.time.now + .seconds(60))
        _ = try await bench.store.accept(CampaignSubmission(campaign: campaign, audience: .user("ada")))
        _ = try await bench.store.advanceCampaign(at: bench.time.now, limit: 9)
        func keepHouse(after duration: Duration) async throws {
            bench.time.advance(to: old.sentAt + duration)
            let housekeeping = Housekeeping(
                store: bench.store, time: bench.time, logger: bench.logger, history: history)
            try await running(housekeeping) { _ in await bench.time.sleeper(until: bench.time.now + .seconds(600)) }
        }
        let age = history ?? Housekeeping.usualHistory
        try await keepHouse(after: age)
        #expect(try await bench.store.campaign(campaign.id) != nil)
        #expect(try await bench.store.message(old.id) == old)
        try await keepHouse(after: age + .milliseconds(1))
        let isKept = try await bench.store.campaign(campaign.id) != nil
        #expect(isKept == (history == nil))
        if age < MessageService.lifetime {
            try await keepHouse(after: MessageService.lifetime)
            #expect(try await bench.store.message(old.id) == old)
        }
        try await keepHouse(after: max(age, MessageService.lifetime) + .milliseconds(1))
        let left = try await bench.store.message(old.id)
        #expect((left != nil) == (history == nil))
    }

    @Test("The file shrinks after most of its rows were deleted, in several transactions")
    func fileSize() async throws {
        let folder = try TemporaryFolder()
        let bench = EngineBench()
        let old = bench.time.now - Housekeeping.usualHistory - .seconds(60)
        func size() async throws -> Int {
            let path = folder.path + "/bellhop.sqlite"
            await waitForClosing(of: path)
            return try #require(try FileManager.default.attributesOfItem(atPath: path)[.size] as? Int)
        }
        do {
            let store = try Store(folder: folder.path)
            for _ in 0..<1200 {
                let notification = UserNotification(
                    id: .make(at: old), userID: "ada", category: .sessionStatus, title: "Done",
                    body: String(repeating: "x", count: 4000), createdAt: old, expiresAt: old + .seconds(60))
                _ = try await store.accept(Submission(notification: notification))
            }
        }
        let full = try await size()
        #expect(full > Housekeeping.releasedPages * 4096 * 4)
        do {
            let housekeeping = Housekeeping(
                store: try Store(folder: folder.path), time: bench.time, logger: bench.logger)
            try await running(housekeeping) { _ in
                await bench.time.sleeper(until: bench.time.now + .seconds(600))
            }
        }
        let rest = try await size()
        #expect(rest < full / 3, "\(full) bytes, then \(rest)")
    }
}
