import BellhopKit
import BellhopModel
import BellhopTesting
import Testing

@Suite("In the background")
struct BackgroundTests {
    @Test("a clear push takes the ask off this screen, all copies of it, and nothing else")
    func clear() async throws {
        let phone = try await TestPhone.paired()
        let (ask, other) = (Fixture.ask(1), Fixture.ask(2))
        await phone.show(ask)
        await phone.show(ask, id: "copy")
        await phone.show(other)

        #expect(await phone.bellhop.pushArrived(.clear(ask.id, reason: .approvedElsewhere)) == .newData)
        #expect(await phone.center.ids == ["ask-\(other.id)"])
    }

    @Test("a sync push is the app's to answer", arguments: BackgroundResult.allCases)
    func sync(result: BackgroundResult) async throws {
        let phone = try await TestPhone.paired { payload in
            #expect(payload.syncType == "messages")
            return result
        }
        #expect(await phone.bellhop.pushArrived(.sync("messages")) == result)
    }

    @Test("without a sync handler there is no data")
    func noSyncHandler() async throws {
        let phone = try await TestPhone.paired()
        #expect(await phone.bellhop.pushArrived(.sync("messages")) == .noData)
    }

    @Test("time in the background is used to send what waits")
    func flush() async throws {
        let phone = try await TestPhone.paired()
        let ask = Fixture.ask()
        await phone.server.add(ask)
        await phone.server.fail(next: .offline)
        await phone.bellhop.responded(NotificationResponse(to: await phone.show(ask), "APPROVE_ACTION"))
        let next = phone.restarted()
        _ = await next.bellhop.pushArrived(.sync("x"))
        #expect(await phone.server.ask(ask.id)?.state == .approved)
        #expect(await phone.center.ids.isEmpty, "the notice that it was queued is gone")
    }

    @Test("what the push is about is done before the network may use up the time")
    func clearFirst() async throws {
        let phone = try await TestPhone.paired()
        let (ask, other) = (Fixture.ask(1), Fixture.ask(2))
        await phone.server.add(other)
        await phone.server.fail(next: .offline)
        await phone.bellhop.responded(NotificationResponse(to: await phone.show(other), "APPROVE_ACTION"))
        await phone.show(ask)
        let gate = Gate()
        await phone.server.fail(next: .held(gate))

        async let result = phone.bellhop.pushArrived(.clear(ask.id, reason: .approvedElsewhere))
        await gate.arrived()
        #expect(await !phone.center.ids.contains("ask-\(ask.id)"))
        gate.open()
        #expect(await result == .newData)
    }

    @Test("signing out clears the screen and the badge")
    func leave() async throws {
        let phone = try await TestPhone.paired()
        await phone.show(Fixture.ask())
        try await phone.bellhop.leave()
        #expect(await phone.center.ids.isEmpty)
        #expect(await phone.center.badge == 0)
        #expect(await phone.server.deviceList.isEmpty)
    }

    @Test("a device that changes hands shows nothing of its former owner's")
    func ownership() async throws {
        let phone = try await TestPhone.paired()
        let ask = Fixture.ask()
        await phone.server.add(ask)
        await phone.show(ask)
        await phone.bellhop.becameActive()

        try await phone.pair(with: "ben")

        #expect(await phone.center.ids.isEmpty)
        for await update in await phone.bellhop.updates() {
            guard case .pending(let list, _) = update else { continue }
            #expect(list.isEmpty)
            break
        }
    }
}
