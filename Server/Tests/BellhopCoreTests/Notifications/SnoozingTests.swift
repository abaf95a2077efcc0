import BellhopModel
import BellhopPush
import BellhopStore
import BellhopTestSupport
import Testing

@testable import BellhopCore

@Suite("Snoozing and cancelling notifications", .timeLimit(.minutes(10)))
struct SnoozingTests {
    private func send(_ bench: EngineBench, _ request: NotificationRequest? = nil) async throws -> UserNotification {
        let request = request ?? NotificationRequest(title: "Milk", body: "Buy some", category: .reminder)
        switch try await bench.notifications.send(request, by: .agent(), recorder: nil) {
        case .accepted(let sent): return sent
        case .repeated: throw StoreUnavailable("a new notification was taken for a repetition")
        }
    }

    @Test("A snoozed notification is cleared on the other phone at once, and shown on both once afterwards")
    func snoozed() async throws {
        let bench = EngineBench()
        let gateway = ScriptedGateway()
        let (phone, tablet) = (try await bench.phone(), try await bench.phone("iPad"))
        try await running(bench.dispatcher([.ios: gateway])) { _ in
            let sent = try await send(bench)
            await bench.database.recorded.reach(2)
            let events = bench.hub.subscribe("ada")
            let start = bench.time.now
            let snoozed = try await bench.notifications.snooze(sent.id, SnoozeRequest(), by: phone.key)
            #expect(snoozed.snoozedUntil == start + .seconds(900))
            await bench.database.recorded.reach(3)
            #expect(gateway.pushes.last?.token == tablet.device.token)
            #expect(gateway.pushes.last?.kind == .background)
            bench.hub.finish()
            #expect(await events.reduce(into: []) { $0.append($1) } == [.notificationRead(sent.id), .badge(0)])
            bench.time.advance(to: start + .seconds(900))
            await bench.database.recorded.reach(5)
        }
        #expect(gateway.pushes.map(\.kind) == [.alert, .alert, .background, .alert, .alert])
        #expect(Set(gateway.pushes.suffix(2).map(\.token)) == [phone.device.token, tablet.device.token])
        #expect(Set(gateway.pushes.map(\.collapseID)).count == 1)
    }

    @Test("An outdated clear is not sent after the notification was shown again")
    func lateClear() async throws {
        let bench = EngineBench()
        let (phone, _) = (try await bench.phone(), try await bench.phone("iPad"))
        let sent = try await send(bench)
        let lease = bench.time.now + .seconds(60)
        let shows = try await bench.store.claimDeliveries(at: bench.time.now, lease: lease, limit: 9)
        _ = try await bench.store.record(
            shows.map { DeliveryResult($0, .sent(gatewayID: nil)) }, at: bench.time.now)
        _ = try await bench.notifications.snooze(sent.id, SnoozeRequest(minutes: 1), by: phone.key)
        let clear = try #require(
            try await bench.store.claimDeliveries(at: bench.time.now, lease: lease, limit: 9).first)
        #expect(clear.purpose == .clear)
        let again = bench.time.now + .seconds(60)
        #expect(clear.endOfLife == again)
        #expect(clear.skipReason(at: again - .milliseconds(1)) == nil)
        #expect(clear.skipReason(at: again) != nil)
    }

    @Test("A snoozed notification is valid for a day from then, or longer if it was before")
    func life() async throws {
        let bench = EngineBench()
        let phone = try await bench.phone()
        let now = bench.time.now
        for (seconds, expected) in [(60, 900 + 86_400), (864_000, 864_000)] {
            let sent = try await send(bench, NotificationRequest(title: "Milk", body: "", expiresIn: seconds))
            let snoozed = try await bench.notifications.snooze(sent.id, SnoozeRequest(), by: phone.key)
            #expect(snoozed.expiresAt == now + .seconds(expected))
        }
    }

    @Test("An ask can be snoozed while it is open and within its deadline")
    func asks() async throws {
        let bench = EngineBench()
        let phone = try await bench.phone()
        let ask = try await bench.ask(.approval(expiresIn: 600))
        let id = try #require(try await bench.store.notifications(of: "ada", before: nil, limit: 1).first?.id)
        let notifications = bench.notifications
        await expectRefusal(.invalidRequest) {
            try await notifications.snooze(id, SnoozeRequest(minutes: 10), by: phone.key)
        }
        let snoozed = try await notifications.snooze(id, SnoozeRequest(minutes: 9), by: phone.key)
        #expect(snoozed.expiresAt == ask.deadline)
        _ = try await bench.asks.answer(ask.id, phone.answer(.approve, to: ask), by: phone.key)
        await expectRefusal(.askAlreadyAnswered) {
            try await notifications.snooze(id, SnoozeRequest(minutes: 1), by: phone.key)
        }
        let late = try await bench.ask(.approval(expiresIn: 600))
        let lateID = try #require(
            try await bench.store.notifications(of: "ada", before: nil, limit: 9).first { $0.askID == late.id }?.id)
        bench.time.advance(to: late.deadline)
        await expectRefusal(.askExpired) {
            try await notifications.snooze(lateID, SnoozeRequest(minutes: 1), by: phone.key)
        }
    }

    @Test("Only a device of the user snoozes, and only a visible notification")
    func refusals() async throws {
        let bench = EngineBench()
        let (phone, other) = (try await bench.phone(), try await bench.phone(of: "bob"))
        let sent = try await send(bench)
        let notifications = bench.notifications
        for key in [KeyRecord.agent(), .admin(), other.key] {
            await expectRefusal(.forbidden) { try await notifications.snooze(sent.id, SnoozeRequest(), by: key) }
        }
        await expectRefusal(.notFound) {
            try await notifications.snooze(.make(at: bench.time.now), SnoozeRequest(), by: phone.key)
        }
        #expect(try await bench.store.notification(sent.id) == sent)
    }

    @Test("A clear after a snooze has the usual lifetime")
    func clearAfterSnooze() {
        var clear = ClaimedDelivery.ask(.clear)
        clear.notification.snoozedUntil = .test + .seconds(60)
        #expect(clear.endOfLife == .test + .seconds(60))
        clear.claimedAt = .test + .seconds(60)
        #expect(clear.endOfLife == clear.notification.expiresAt + .seconds(24 * 3600))
        #expect(clear.skipReason(at: clear.notification.expiresAt) == nil)
    }

    @Test("A cancelled notification, or one about a complete item, cannot be snoozed")
    func over() async throws {
        let bench = EngineBench()
        let phone = try await bench.phone()
        let notifications = bench.notifications
        let now = bench.time.now
        _ = try await bench.store.put(Item(id: "a", title: "A", createdAt: now, updatedAt: now), subscribing: ["ada"])
        let wrong = try await send(bench)
        let about = try await send(
            bench, NotificationRequest(title: "A", body: "", options: NotificationOptions(itemID: "a")))
        _ = try await bench.schedules.cancelNotification(wrong.id, by: .agent())
        _ = try await bench.store.completeItem("a", by: "ada", on: nil, at: now, limit: 9)
        for id in [wrong.id, about.id] {
            await expectRefusal(.invalidRequest) {
                try await notifications.snooze(id, SnoozeRequest(), by: phone.key)
            }
        }
    }

    @Test("A cancelled notification is cleared; the user's agent and an admin may cancel")
    func cancelled() async throws {
        let bench = EngineBench()
        let gateway = ScriptedGateway()
        let phone = try await bench.phone()
        try await running(bench.dispatcher([.ios: gateway])) { _ in
            let sent = try await send(bench)
            await bench.database.recorded.reach(1)
            for key in [KeyRecord.agent(of: "bob"), phone.key] {
                await expectRefusal(.forbidden) { try await bench.schedules.cancelNotification(sent.id, by: key) }
            }
            let back = try await bench.schedules.cancelNotification(sent.id, by: .agent())
            #expect(back == Cancellation(stopped: 0, clearing: 1))
            await bench.database.recorded.reach(2)
            let again = try await bench.schedules.cancelNotification(sent.id, by: .admin(of: "bob"))
            #expect(again == Cancellation(stopped: 0, clearing: 0))
        }
        #expect(gateway.pushes.map(\.kind) == [.alert, .background])
    }

    @Test("A schedule's id cancels the schedule; the notification of an ask cannot be cancelled")
    func others() async throws {
        let bench = EngineBench()
        guard
            case .accepted(let schedule) = try await bench.schedules.create(
                .milk(at: bench.time.now + .seconds(60)), by: .agent(), recorder: nil)
        else { throw StoreUnavailable("a new schedule was taken for a repetition") }
        let id = NotificationID(high: schedule.id.high, low: schedule.id.low)
        await expectRefusal(.forbidden) { try await bench.schedules.cancelNotification(id, by: .agent(of: "bob")) }
        #expect(try await bench.schedules.cancelNotification(id, by: .agent()) == Cancellation(stopped: 0, clearing: 0))
        #expect(try await bench.store.schedule(schedule.id)?.state == .cancelled)

        let ask = try await bench.ask()
        let told = try #require(
            try await bench.store.notifications(of: "ada", before: nil, limit: 9).first { $0.askID == ask.id })
        await expectRefusal(.invalidRequest) { try await bench.schedules.cancelNotification(told.id, by: .agent()) }
        await expectRefusal(.notFound) {
            try await bench.schedules.cancelNotification(.make(at: bench.time.now), by: .agent())
        }
    }
}
