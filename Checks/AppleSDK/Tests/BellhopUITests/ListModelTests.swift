import BellhopKit
import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopUI

@Suite("Lists and settings", .timeLimit(.minutes(10))) @MainActor
struct ListModelTests {
    @Test("History is loaded a page at a time, each notification once, until its end")
    func history() async throws {
        let screens = try await Screens.paired()
        for number in 1...150 as ClosedRange<UInt64> { await screens.phone.server.add(Fixture.notification(number)) }
        let model = HistoryModel(in: screens.app)
        await model.load()
        #expect(model.rows.count == 100 && !model.isComplete)
        await model.loadMore()
        #expect(model.rows.count == 150 && Set(model.rows.map(\.id)).count == 150 && model.isComplete)
        let requests = await screens.phone.server.requests(to: API.notificationHistory).count
        await model.loadMore()
        #expect(await screens.phone.server.requests(to: API.notificationHistory).count == requests)
    }

    @Test("Opening a row marks it as read and leads to its session")
    func read() async throws {
        let screens = try await Screens.paired()
        await screens.phone.server.add(Fixture.notification(1))
        let model = HistoryModel(in: screens.app)
        await model.load()
        let row = try #require(model.rows.first)
        await model.open(row)
        #expect(model.rows.first?.isRead == true)
        #expect(await screens.phone.server.read == [row.id])
        #expect(screens.app.navigator[.sessions] == [.session("session-1", .look)])
    }

    @Test("Sessions show what was heard since the list was loaded")
    func sessions() async throws {
        let screens = try await Screens.paired()
        var session = AgentSession(
            id: "session-1", userID: Fixture.user, title: "shop", startedAt: Fixture.start, updatedAt: Fixture.start)
        await screens.phone.server.add(session)
        let model = SessionsModel(in: screens.app)
        await model.load()
        #expect(model.rows.map(\.status) == [SessionRow(session).status])
        session.status = .completed
        session.updatedAt = Fixture.start + .seconds(5)
        await screens.running {
            await screens.phone.bellhop.becameActive()
            await screens.phone.events.connections(1)
            screens.phone.events.send(.sessionUpdated(session))
            await until { model.rows == [SessionRow(session)] }
        }
    }

    @Test("Sessions of the device's former owner are not shown to the next")
    func formerOwner() async throws {
        let screens = try await Screens.paired()
        let session = AgentSession(
            id: "session-1", userID: Fixture.user, title: "shop", startedAt: Fixture.start, updatedAt: Fixture.start)
        let device = DeviceID(high: 1, low: 1)
        screens.app.take(.registration(.registered(device: device, user: Fixture.user)))
        screens.app.take(.session(session))
        screens.app.take(.registration(.registered(device: device, user: Fixture.user)))
        #expect(SessionsModel(in: screens.app).rows == [SessionRow(session)])
        screens.app.take(.registration(.registered(device: device, user: "ben")))
        #expect(SessionsModel(in: screens.app).rows.isEmpty)
        screens.app.take(.session(session))
        screens.app.take(.registration(.leaving))
        #expect(SessionsModel(in: screens.app).rows.isEmpty)
    }

    @Test("A switch stays where the finger put it, though the kit tells of an earlier one meanwhile")
    func foreseen() async throws {
        let screens = try await Screens.paired()
        let gate = Gate()
        let turning = Task {
            await screens.app.foreseeing {
                $0.turn(.type(.reminders), on: false)
            } telling: {
                await gate.pass()
            }
        }
        await gate.arrived()
        var told = NotificationPreferences.default
        told.turn(.type(.updates), on: false)
        screens.app.take(.preferences(told))
        #expect(!screens.app.preferences.isOn(.type(.reminders)) && !screens.app.preferences.isOn(.type(.updates)))
        gate.open()
        await turning.value
        screens.app.take(.preferences(told))
        #expect(screens.app.preferences == told)
    }

    @Test("A switch moves at once and stays where it was put")
    func switches() async throws {
        let screens = try await Screens.paired()
        let model = SettingsModel(in: screens.app)
        #expect(model.isOn(.type(.reminders)))
        await model.turn(.type(.reminders), on: false)
        #expect(!model.isOn(.type(.reminders)) && model.problem == nil)
        let kept = await screens.phone.bellhop.notificationPreferences()
        #expect(kept[.type(.reminders)] == false)
        await screens.phone.journal.setFull(true)
        await model.turn(.type(.updates), on: false)
        #expect(model.problem == .notKept)
    }

    @Test("One switch turns every name of the same kind")
    func aliases() async throws {
        let screens = try await Screens.paired()
        let model = SettingsModel(in: screens.app)
        let approvals = try #require(model.categories.first { $0.kind == .approval })
        await model.turn(approvals, on: false)
        let kept = await screens.phone.bellhop.notificationPreferences()
        #expect(!kept.allows(category: .approvalRequest) && !kept.allows(category: .permissionRequest))
    }

    @Test("What is scheduled is counted, and all of it taken off")
    func clearing() async throws {
        let screens = try await Screens.paired()
        let payload = PushPayload(aps: APS(alert: PushAlert(title: "Tea")), type: .reminder)
        try await screens.phone.bellhop.schedule(payload, for: "tea", .after(.seconds(60), repeats: false))
        let model = SettingsModel(in: screens.app)
        await model.load()
        #expect(model.scheduled == 1)
        await model.clearScheduled()
        #expect(model.scheduled == 0 && model.problem == nil)
    }
}
