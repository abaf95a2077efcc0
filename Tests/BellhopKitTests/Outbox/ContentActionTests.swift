import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Actions on notifications")
struct ContentActionTests {
    private struct Scene {
        let phone: TestPhone
        let backend: FakeBackend

        init() async throws {
            let clock = ManualClock()
            backend = FakeBackend(clock: clock)
            phone = try await TestPhone.paired(clock: clock, actions: backend)
        }

        /// - Returns: the shown reminder of item 7.
        func show(_ category: CategoryID = .reminder, id: String = "n") async -> DeliveredNotification {
            var payload = PushPayload(aps: APS(alert: PushAlert(title: "Plants", body: "Water"), category: category))
            (payload.itemID, payload.messageID) = ("7", "9")
            return await phone.center.show(payload, id: id)
        }

        func tap(_ action: ActionID, text: String? = nil, in category: CategoryID = .reminder) async {
            await phone.bellhop.responded(NotificationResponse(to: await show(category), action, text: text))
        }
    }

    private func next(_ phone: TestPhone) async -> ContentActionReport? {
        for await report in phone.bellhop.actionResults { return report }
        return nil
    }

    @Test(
        "Complete, mark read, reply and custom actions reach the backend once",
        arguments: [
            ("COMPLETE_TASK", nil, CategoryID.reminder, ContentAction.Kind.complete),
            ("MARK_READ_ACTION", nil, .messageCategory, .markRead), ("REPLY", "Hi", .message, .reply(text: "Hi")),
            ("LIGHTS_OFF", nil, CategoryID("MINE"), .custom("LIGHTS_OFF", text: nil)),
            ("RETRY", nil, .agentError, .retry),
        ] as [(ActionID, String?, CategoryID, ContentAction.Kind)])
    func kinds(action: ActionID, text: String?, category: CategoryID, kind: ContentAction.Kind) async throws {
        let scene = try await Scene()
        await scene.tap(action, text: text, in: category)
        #expect(await scene.backend.done.map(\.kind) == [kind])
        #expect(await next(scene.phone)?.result == .done)
    }

    @Test("An offline action is stored, retried with backoff, and done after a restart")
    func offline() async throws {
        let scene = try await Scene()
        await scene.backend.setAway(true)
        await scene.tap("COMPLETE_TASK")
        #expect(await next(scene.phone)?.result == .waiting(isKept: true))
        let actions = scene.phone.bellhop.outgoing.actions
        var pauses: [Duration?] = []
        for _ in 0..<4 {
            pauses.append(await actions.queue.pause)
            scene.phone.clock.advance(by: pauses.last?.flatMap(\.self) ?? .zero)
            await actions.queue.flush()
        }
        #expect(pauses == [.milliseconds(500), .seconds(1), .seconds(2), .seconds(4)])
        #expect(await scene.backend.calls.count == 5)
        await scene.backend.setAway(false)
        let restarted = scene.phone.restarted()
        await restarted.bellhop.becameActive()
        #expect(await scene.backend.done.count == 1)
        #expect(await next(restarted)?.result == .done)
    }

    @Test("A response that is reported again after a restart counts once")
    func onceOverRestarts() async throws {
        let scene = try await Scene()
        let response = NotificationResponse(to: await scene.show(), "COMPLETE_TASK")
        await scene.phone.bellhop.responded(response)
        await scene.phone.bellhop.responded(response)
        await scene.phone.restarted().bellhop.responded(response)
        #expect(await scene.backend.calls.count == 1)
    }

    @Test("An expired action is not carried out")
    func expiry() async throws {
        let scene = try await Scene()
        await scene.backend.setAway(true)
        await scene.tap("COMPLETE_TASK")
        let before = await scene.backend.calls.count
        await scene.backend.setAway(false)
        scene.phone.clock.advance(by: ContentAction.lifetime)
        // The clock set back does not reopen the action.
        scene.phone.clock.set(by: .seconds(-3600))
        await scene.phone.bellhop.becameActive()
        #expect(await scene.backend.calls.count == before)
        #expect(await next(scene.phone)?.result == .waiting(isKept: true))
        #expect(await next(scene.phone)?.result == .expired)
    }

    @Test("An action that fails in the background shows a notification, and is reported at the next launch")
    func failure() async throws {
        let scene = try await Scene()
        await scene.backend.refuse("It belongs to another user.")
        await scene.tap("COMPLETE_TASK")
        let notice = await scene.phone.center.shown.first { LocalID.isNotice($0.id) }
        #expect(
            notice?.payload.aps.alert
                == PushAlert(title: "Not done", subtitle: "Plants", body: "It belongs to another user."))
        let restarted = scene.phone.restarted()
        await restarted.bellhop.becameActive()
        #expect(await next(restarted)?.result == .refused(message: "It belongs to another user."))
        #expect(await restarted.center.shown.allSatisfy { !LocalID.isNotice($0.id) })
        // Reported once.
        let third = restarted.restarted()
        await third.bellhop.becameActive()
        #expect(await third.bellhop.outgoing.actions.queue.isFullyReported)
    }

    @Test("An action's result is shown in the person's language, also for a notification without text")
    func language() {
        let notification = DeliveredNotification(
            id: "n", deliveredAt: Fixture.start, payload: PushPayload(aps: APS(category: .reminder)))
        let action = ContentAction(id: "1", .complete, on: notification, expiresAt: Fixture.start)
        func alert(_ result: ContentActionReport.Result) -> PushAlert? {
            ActionNotice(ContentActionReport(action: action, result: result), strings: Strings(.german))?
                .notification.payload.aps.alert
        }
        #expect(
            alert(.expired)
                == PushAlert(title: "Nicht erledigt", body: "Der Server war nicht rechtzeitig zu erreichen."))
        #expect(alert(.waiting(isKept: false))?.title == "Noch nicht erledigt")
        #expect(alert(.refused(message: "Nein."))?.body == "Nein.")
        #expect(alert(.done) == nil)
        #expect(alert(.waiting(isKept: true)) == nil)
    }

    @Test("A queued action without a handler is refused in the person's language")
    func noHandler() async throws {
        let scene = try await Scene()
        await scene.backend.setAway(true)
        await scene.tap("COMPLETE_TASK")
        let handler = ActionHandler(
            handler: nil, schedule: scene.phone.bellhop.schedule, clock: scene.phone.clock)
        let queue = RetryQueue(
            handler, journal: scene.phone.journal, clock: scene.phone.clock, randomness: FixedRandomness())
        await Language.$current.withValue(.german) { await queue.flush(everything: true) }
        let report = await queue.nextReport()
        #expect(report?.result == .refused(message: "Die App führt das nicht mehr aus."))
    }

    @Test("Retry is done by the handler, or without a handler by the screen that opens")
    func retryOnce() async throws {
        var payload = PushPayload(aps: APS(alert: PushAlert(body: "x"), category: .agentError))
        payload.sessionID = "s1"
        let scene = try await Scene()
        let other = try await TestPhone.paired()
        for phone in [scene.phone, other] {
            let shown = await phone.center.show(payload, id: "n")
            await phone.bellhop.responded(NotificationResponse(to: shown, "RETRY"))
            // Arrives after any result of the retry.
            let last = await phone.center.show(payload, id: "last")
            await phone.bellhop.responded(NotificationResponse(to: last, "LIGHTS_OFF"))
        }
        var routes = scene.phone.bellhop.routes.makeAsyncIterator()
        #expect(await routes.next()?.route == .session("s1", .look))
        #expect(await scene.backend.done.map(\.kind) == [.retry, .custom("LIGHTS_OFF", text: nil)])
        routes = other.bellhop.routes.makeAsyncIterator()
        #expect(await routes.next()?.route == .session("s1", .retry))
        var actions = other.bellhop.actions.makeAsyncIterator()
        #expect(await actions.next()?.kind == .custom("LIGHTS_OFF", text: nil))
    }

    @Test("An action on a full disk waits in memory, and the user is notified that it is not stored")
    func storageFull() async throws {
        let scene = try await Scene()
        await scene.phone.journal.setFull(true)
        await scene.backend.setAway(true)
        await scene.tap("COMPLETE_TASK")
        #expect(await next(scene.phone)?.result == .waiting(isKept: false))
        #expect(await scene.phone.center.shown.contains { LocalID.isNotice($0.id) })
        await scene.phone.journal.setFull(false)
        await scene.backend.setAway(false)
        await scene.phone.bellhop.becameActive()
        #expect(await scene.backend.done.count == 1)
    }

    @Test("An action before the first unlock is carried out as soon as possible")
    func locked() async throws {
        let scene = try await Scene()
        await scene.phone.journal.setLocked(true)
        await scene.backend.setAway(true)
        await scene.tap("COMPLETE_TASK")
        await scene.phone.journal.setLocked(false)
        await scene.backend.setAway(false)
        await scene.phone.bellhop.becameActive()
        #expect(await scene.backend.done.count == 1)
        #expect(await scene.phone.journal.count(in: .actions) == 1)
    }

    @Test("An action whose backend does not respond is postponed, and the system gets its result in time")
    func stalled() async throws {
        let scene = try await Scene()
        let gate = Gate()
        await scene.backend.hold(at: gate)
        let tap = Task { await scene.tap("COMPLETE_TASK") }
        await gate.arrived()
        await scene.phone.clock.sleepers(1)
        scene.phone.clock.advance(by: .seconds(20))
        await tap.value
        #expect(await next(scene.phone)?.result == .waiting(isKept: true))
    }

    @Test("Snoozing twice schedules one notification after 15 minutes, and Complete removes it")
    func snooze() async throws {
        let scene = try await Scene()
        await scene.tap("SNOOZE")
        let id = LocalID.snooze("n").description
        #expect(await scene.phone.center.scheduled.map(\.id) == [id])
        #expect(await scene.phone.center.scheduled.first?.next == Fixture.start + ActionEffect.snoozeDelay)
        #expect(await scene.backend.calls.isEmpty)

        scene.phone.clock.advance(by: ActionEffect.snoozeDelay)
        await scene.phone.center.fire()
        guard let shown = await scene.phone.center.shown.first(where: { $0.id == id }) else {
            Issue.record("it did not come again")
            return
        }
        await scene.phone.bellhop.responded(NotificationResponse(to: shown, "SNOOZE"))
        #expect(await scene.phone.center.scheduled.map(\.id) == [id])
        await scene.tap("COMPLETE_TASK")
        #expect(await scene.phone.center.scheduled.isEmpty)
        #expect(await scene.phone.bellhop.scheduled().isEmpty)
    }

    @Test("The snoozed notification of an ask is removed when the ask ends")
    func snoozedAsk() async throws {
        let scene = try await Scene()
        let ask = Fixture.ask(for: 3600)
        var payload = Fixture.push(ask)
        payload.aps.category = .reminderCategory
        let notification = await scene.phone.center.show(payload, id: "a")
        await scene.phone.bellhop.responded(NotificationResponse(to: notification, "SNOOZE_ACTION"))
        #expect(await scene.phone.center.scheduled.count == 1)
        await scene.phone.bellhop.sync.receive(.askResolved(ask))
        #expect(await scene.phone.center.scheduled.isEmpty)
    }
}

extension RetryQueue {
    /// Every request has ended and its outcome was read.
    fileprivate var isFullyReported: Bool { requests.allSatisfy { $0.outcome != nil && $0.isReported } }
}
