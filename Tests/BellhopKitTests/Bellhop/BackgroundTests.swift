import BellhopKit
import BellhopModel
import BellhopTesting
import Testing

@Suite("Pushes and signing out in the background")
struct BackgroundTests {
    @Test("A clear push removes all copies of its ask from the screen, and nothing else")
    func clear() async throws {
        let phone = try await TestPhone.paired()
        let (ask, other) = (Fixture.ask(1), Fixture.ask(2))
        await phone.show(ask)
        await phone.show(ask, id: "copy")
        await phone.show(other)

        #expect(await phone.bellhop.pushArrived(.clear(ask.id, reason: .approvedElsewhere)) == .newData)
        #expect(await phone.center.ids == ["ask-\(other.id)"])
    }

    @Test("A sync push returns the result of the app's handler", arguments: BackgroundResult.allCases)
    func sync(result: BackgroundResult) async throws {
        let phone = try await TestPhone.paired { payload in
            #expect(payload.syncType == "messages")
            return result
        }
        #expect(await phone.bellhop.pushArrived(.sync("messages")) == result)
    }

    @Test("A sync push without a handler returns no data")
    func noSyncHandler() async throws {
        let phone = try await TestPhone.paired()
        #expect(await phone.bellhop.pushArrived(.sync("messages")) == .noData)
    }

    @Test("A push sends waiting answers in its background time")
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

    @Test("A clear push removes the ask before it waits for the network")
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

    @Test("Signing out clears the screen and the badge")
    func leave() async throws {
        let phone = try await TestPhone.paired()
        await phone.show(Fixture.ask())
        try await phone.bellhop.leave()
        #expect(await phone.center.ids.isEmpty)
        #expect(await phone.center.badge == 0)
        #expect(await phone.server.deviceList.isEmpty)
    }

    @Test("A device that changes hands shows no data of its former owner")
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
