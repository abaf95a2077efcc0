import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Connected to the server's events")
struct ConnectionTests {
    private func resolved(_ ask: Ask, applied: Bool = false) -> Ask {
        var ask = ask
        let by = SignedAnswer(
            answer: .approve, deviceID: DeviceID(high: 9, low: 9), deviceName: "iPad", signature: "s")
        ask.resolution = Resolution(state: .approved, at: Fixture.start, answer: by)
        if applied { ask.appliedAt = Fixture.start }
        return ask
    }

    /// The first update for which `pick` returns a value.
    private func first<Value>(
        of updates: AsyncStream<BellhopUpdate>, _ pick: (BellhopUpdate) -> Value?
    ) async -> Value? {
        for await update in updates {
            if let value = pick(update) { return value }
        }
        return nil
    }

    @Test("An ask created while the app is open is shown as a card, and its push only sets the badge")
    func created() async throws {
        let phone = try await TestPhone.paired()
        let ask = Fixture.ask()
        let updates = await phone.bellhop.updates()
        await phone.running {
            await phone.bellhop.becameActive()
            await phone.events.connections(1)
            phone.events.send(.askCreated(ask))
            let card = await first(of: updates) { if case .card(let card) = $0 { card } else { nil } }
            #expect(card?.notification == .ask(AskNotice(ask)))
            let push = DeliveredNotification(id: "n", deliveredAt: Fixture.start, payload: Fixture.push(ask))
            #expect(await phone.bellhop.notificationArrived(push) == .badge)
        }
        #expect(await phone.haptics.played == [.warning])
    }

    @Test("A later listener gets the current connection state")
    func present() async throws {
        let phone = try await TestPhone.paired()
        let early = await phone.bellhop.updates()
        func isConnected(_ updates: AsyncStream<BellhopUpdate>) async -> Bool? {
            await first(of: updates) { if case .connected(let value) = $0 { value } else { nil } }
        }
        await phone.running {
            await phone.bellhop.becameActive()
            #expect(await isConnected(early) == true)
            let late = await phone.bellhop.updates()
            // Updates after the present state do not belong to it.
            phone.events.drop()
            #expect(await isConnected(late) == true)
        }
    }

    @Test("An ask that is answered elsewhere leaves list and screen")
    func resolvedElsewhere() async throws {
        let phone = try await TestPhone.paired()
        let ask = Fixture.ask()
        await phone.server.add(ask)
        await phone.show(ask)
        let updates = await phone.bellhop.updates()
        await phone.running {
            await phone.bellhop.becameActive()
            await phone.events.connections(1)
            phone.events.send(.askResolved(resolved(ask)))
            phone.events.send(.badge(5))
            _ = await first(of: updates) { $0 == .badge(5) ? true : nil }
        }
        #expect(await phone.center.ids.isEmpty)
        #expect(await phone.center.badge == 5)
    }

    @Test("The user is notified that the agent continued")
    func applied() async throws {
        let phone = try await TestPhone.paired()
        let ask = Fixture.ask()
        await phone.server.add(ask)
        var results = phone.bellhop.results.makeAsyncIterator()
        await phone.running {
            await phone.bellhop.becameActive()
            await phone.events.connections(1)
            _ = await phone.bellhop.answer(ask.id, .approve)
            guard case .sent = await results.next()?.result, let applied = await phone.server.apply(ask.id) else {
                return #expect(Bool(false))
            }
            phone.events.send(.askApplied(applied))
            #expect(await results.next()?.result == .agentWentOn(applied))
        }
    }

    @Test("A missed event about the agent's continuation is read from the server", arguments: [true, false])
    func appliedUnheard(isOpenedAgain: Bool) async throws {
        let phone = try await TestPhone.paired()
        let ask = await phone.receive(Fixture.ask())
        var results = phone.bellhop.results.makeAsyncIterator()
        try await phone.tap(.approve, on: ask)
        guard case .sent = await results.next()?.result, let applied = await phone.server.apply(ask.id) else {
            return #expect(Bool(false))
        }
        if isOpenedAgain {
            await phone.bellhop.becameActive()
        } else {
            await phone.bellhop.sync.receive(.unreachable)
        }
        #expect(await results.next()?.result == .agentWentOn(applied))

        let count = await phone.server.requests(to: API.getAsk).count
        await phone.bellhop.sync.receive(.connected)
        #expect(await phone.server.requests(to: API.getAsk).count == count)
    }

    @Test("A delivered answer is checked for one hour")
    func neverApplied() async throws {
        let phone = try await TestPhone.paired()
        let ask = await phone.receive(Fixture.ask())
        try await phone.tap(.approve, on: ask)
        phone.clock.advance(by: .seconds(3599))
        await phone.bellhop.sync.receive(.connected)
        #expect(await phone.server.requests(to: API.getAsk).count == 1)
        phone.clock.advance(by: .seconds(1))
        await phone.bellhop.sync.receive(.connected)
        #expect(await phone.server.requests(to: API.getAsk).count == 1)
    }

    @Test("A connection that ends is reopened, and the lists are read again")
    func reconnect() async throws {
        let phone = try await TestPhone.paired()
        let updates = await phone.bellhop.updates()
        phone.events.fail(2)
        let ask = Fixture.ask(for: 3600)
        await phone.running {
            await phone.bellhop.becameActive()
            for pause in [500, 1000] as [Int64] {
                // One task waits to reconnect, and one to register again tomorrow.
                await phone.clock.sleepers(2)
                phone.clock.advance(by: .milliseconds(pause))
            }
            _ = await first(of: updates) { $0 == .connected(true) ? true : nil }
            phone.events.drop()
            _ = await first(of: updates) { $0 == .connected(false) ? true : nil }
            await phone.server.add(ask)
            await phone.clock.sleepers(2)
            phone.clock.advance(by: .seconds(2))
            let list = await first(of: updates) {
                if case .pending(let list, _) = $0, !list.isEmpty { list } else { nil }
            }
            #expect(list == [ask])
        }
        #expect(phone.events.usedKeys == ["key-1", "key-1"])
    }

    @Test("Without a connection the lists are read every half minute")
    func polling() async throws {
        let phone = try await TestPhone.paired()
        let updates = await phone.bellhop.updates()
        phone.events.fail(5)
        await phone.running {
            await phone.bellhop.becameActive()
            let before = await phone.server.requests(to: API.listAsks).count
            for pause in [500, 1000, 30_000, 30_000, 30_000] as [Int64] {
                await phone.clock.sleepers(2)
                phone.clock.advance(by: .milliseconds(pause))
            }
            _ = await first(of: updates) { $0 == .connected(true) ? true : nil }
            // At the third, fourth and fifth failure, and after connecting.
            phone.events.send(.badge(9))
            _ = await first(of: updates) { $0 == .badge(9) ? true : nil }
            #expect(await phone.server.requests(to: API.listAsks).count - before == 4)
        }
    }

    @Test("A rejected key is not used again; another pairing connects again")
    func unauthorized() async throws {
        let phone = try await TestPhone.paired()
        let updates = await phone.bellhop.updates()
        phone.events.revoke()
        await phone.running {
            await phone.bellhop.becameActive()
            let state = await first(of: updates) {
                if case .registration(.needsPairing(let reason)) = $0 { reason } else { nil }
            }
            #expect(state == .keyRevoked)
            phone.clock.advance(by: .seconds(3600))
            await phone.bellhop.becameActive()
            #expect(phone.events.attempts == 1)
        }
    }

    @Test("An ask expires at its deadline, also without an event")
    func expiry() async throws {
        let phone = try await TestPhone.paired()
        let ask = Fixture.ask(for: 60)
        await phone.server.add(ask)
        await phone.show(ask)
        await phone.bellhop.becameActive()
        let updates = await phone.bellhop.updates()
        await phone.running {
            await phone.clock.sleepers(2)
            phone.clock.advance(by: .seconds(60))
            let list = await first(of: updates) {
                if case .pending(let list, _) = $0, list.isEmpty { list } else { nil }
            }
            #expect(list == [])
        }
        #expect(await phone.center.ids.isEmpty)
    }

    @Test("Every category of the catalog is registered")
    func categories() async throws {
        let phone = try await TestPhone.paired()
        let updates = await phone.bellhop.updates()
        await phone.running {
            _ = await first(of: updates) { if case .authorization(let state) = $0 { state } else { nil } }
        }
        #expect(await phone.center.categories == CategoryCatalog.all)
    }
}
