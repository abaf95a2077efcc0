import BellhopModel
import BellhopTesting
import Foundation
import Testing

@testable import BellhopKit

/// The device's clock is wrong by ten minutes, and asks expire after one.
@Suite("A device with a wrong clock") struct WrongClockTests {
    private static let off: [Duration] = [.seconds(600), .seconds(-600)]

    /// - Parameter ahead: the time by which the server's clock is ahead of the phone's.
    private func phone(serverAhead ahead: Duration) async throws -> TestPhone {
        let phone = TestPhone()
        await phone.server.tellTime(ahead: ahead)
        try await phone.pair(with: Fixture.user)
        return phone
    }

    private func ask(_ number: UInt64 = 1, on phone: TestPhone) async -> Ask {
        Fixture.ask(number, from: await phone.server.now)
    }

    private func answers(_ phone: TestPhone) async -> Int { await phone.server.requests(to: API.answerAsk).count }

    @Test("An ask can be answered until its deadline, and not after", arguments: off)
    func answered(ahead: Duration) async throws {
        let phone = try await phone(serverAhead: ahead)
        let ask = await phone.receive(ask(on: phone))
        phone.clock.advance(by: .seconds(50))
        try await phone.tap(.approve, on: ask)
        #expect(await phone.server.ask(ask.id)?.state == .approved)

        let late = await self.ask(2, on: phone)
        await phone.server.add(late)
        phone.clock.advance(by: .seconds(62))
        #expect(await phone.bellhop.answer(late, .approve) == .tooLate)
        #expect(await answers(phone) == 1)
    }

    @Test("The list shows a pending ask, and removes it at its deadline", arguments: off)
    func listed(ahead: Duration) async throws {
        let phone = try await phone(serverAhead: ahead)
        let ask = await ask(on: phone)
        await phone.server.add(ask)
        await phone.bellhop.becameActive()
        #expect(await phone.bellhop.inbox.list == [ask])
        #expect((58...62).contains((ask.deadline - phone.bellhop.clock.now).components.seconds))
        let updates = await phone.bellhop.updates()
        await phone.running {
            await phone.clock.sleepers(2)
            phone.clock.advance(by: .seconds(62))
            for await update in updates {
                if case .pending(let list, _) = update, list.isEmpty { break }
            }
        }
        #expect(await phone.bellhop.inbox.list.isEmpty)
    }

    @Test("An answer given offline waits until its deadline, and can be sent before", arguments: off, [true, false])
    func offline(ahead: Duration, isInTime: Bool) async throws {
        let phone = try await phone(serverAhead: ahead)
        let ask = await phone.receive(ask(on: phone))
        await phone.server.setDown(true)
        try await phone.tap(.approve, on: ask)
        phone.clock.advance(by: .seconds(isInTime ? 50 : 62))
        await phone.server.setDown(false)
        await phone.bellhop.outgoing.flush()
        #expect(await answers(phone) == (isInTime ? 1 : 0))
        #expect(await phone.server.ask(ask.id)?.state == (isInTime ? .approved : .pending))
    }

    @Test("A tap that starts the app uses the stored server time, or requests it", arguments: off, [true, false])
    func launched(ahead: Duration, isKept: Bool) async throws {
        let phone = try await phone(serverAhead: ahead)
        if !isKept { try await phone.journal.remove(.only(.serverTime)) }
        let ask = await phone.receive(ask(on: phone))
        let next = phone.restarted()
        try await next.tap(.approve, on: ask)
        #expect(await phone.server.ask(ask.id)?.state == .approved)
    }

    @Test("A background upload expires by the device's clock", arguments: off)
    func outlives(ahead: Duration) async throws {
        let phone = try await phone(serverAhead: ahead)
        let ask = await phone.receive(ask(on: phone))
        try await phone.tap(.approve, on: ask)
        let end = try #require(await phone.server.requests(to: API.answerAsk).first?.request.outlivesAppUntil)
        #expect((58...62).contains((end - phone.clock.now).components.seconds))
    }

    @Test("The service extension shows an ask as pending or expired by the server's time", arguments: off)
    func extensions(ahead: Duration) async throws {
        let phone = try await phone(serverAhead: ahead)
        let (ask, passed) = (await ask(on: phone), Fixture.ask(2, from: await phone.server.now - .seconds(90)))
        let strings = Strings(.english)
        #expect(await shown(ask, on: phone).content.subtitle != strings.enrichmentExpired)
        #expect(await shown(passed, on: phone).content.subtitle == strings.enrichmentExpired)
    }

    @Test("An ask that the server lists as open is shown as open, with any clock")
    func openOnServer() async throws {
        let phone = TestPhone()
        let ask = Fixture.ask(from: Fixture.start - .seconds(600))
        let content = await shown(ask, on: phone, open: FixedOpenAsks(asks: [ask])).content
        #expect(content.category == ask.category)
    }

    private struct FixedOpenAsks: OpenAsksPort {
        let asks: [Ask]
        func openAsks() async -> OpenAsks? { OpenAsks(asks, isComplete: true) }
    }

    private func shown(
        _ ask: Ask, on phone: TestPhone, open: (any OpenAsksPort)? = nil
    ) async -> ServiceOutcome {
        await withCheckedContinuation { continuation in
            let run = ServiceRun(
                Fixture.push(ask), id: "n",
                ports: ServicePorts(clock: phone.clock, journal: phone.journal, openAsks: open),
                strings: Strings(.english)
            ) { continuation.resume(returning: $0) }
            Task { await run.run() }
        }
    }

    @Test("A Live Activity shows buttons by the server's time, and becomes stale by the device's clock", arguments: off)
    func activity(ahead: Duration) async throws {
        let phone = try await phone(serverAhead: ahead)
        let port = FakeActivities()
        let keeper = LiveActivitySync(
            port: port, server: FakeActivityServer(), journal: MemoryJournal(), digesting: FakeDigest(),
            clock: phone.clock, serverClock: phone.bellhop.clock, randomness: FixedRandomness())
        let ask = await ask(on: phone)
        let session = AgentSession(
            id: "s", userID: Fixture.user, title: "Fix login", status: .running, startedAt: ask.createdAt,
            updatedAt: ask.createdAt)
        port.put("a", of: "s")
        await keeper.foreground()
        await keeper.show(session, waitingFor: ask)
        let content = try #require(port.content(of: "a"))
        #expect(content.state.ask?.askID == ask.id)
        #expect(content.staleAt.map { $0 > phone.clock.now && $0 < phone.clock.now + .seconds(86_400) } == true)
    }
}
