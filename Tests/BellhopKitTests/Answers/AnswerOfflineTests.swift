import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Answers without a network")
struct AnswerOfflineTests {
    @Test("given in airplane mode, an answer waits and leaves when the network is back")
    func airplaneMode() async throws {
        let workshop = try await Workshop.paired()
        let ask = Fixture.ask()
        await workshop.server.add(ask)
        await workshop.server.setDown(true)
        var results = workshop.outbox.results.makeAsyncIterator()

        #expect(await workshop.outbox.submit(AnswerDraft(to: ask, .approve)) == .queuedOffline)
        #expect(await results.next()?.result == .queuedOffline)
        #expect(await workshop.outbox.waiting == [ask.id: .approve])
        await workshop.server.setDown(false)
        await workshop.outbox.flush(everything: true)

        guard case .sent = await results.next()?.result else { return #expect(Bool(false)) }
        #expect(await workshop.server.transitions == [ask.id: 1])
    }

    @Test("attempts come after 1, 2, 4 … seconds, less the jitter, and the person is told once that it waits")
    func backoff() async throws {
        let workshop = try await Workshop.paired()
        let ask = Fixture.ask(for: 3600)
        await workshop.server.add(ask)
        await workshop.server.fail(next: .offline, .response(.error(.shuttingDown)), .response(.signInPage), .offline)
        var results = workshop.outbox.results.makeAsyncIterator()

        let earlier = await workshop.server.attempts.count
        workshop.clock.runFree()

        await workshop.running {
            _ = await workshop.outbox.submit(AnswerDraft(to: ask, .approve))
            #expect(await results.next()?.result == .queuedOffline)
            guard case .sent = await results.next()?.result else { return #expect(Bool(false)) }
        }

        let times = await workshop.server.attempts.dropFirst(earlier).map { $0 - Fixture.start }
        // The jitter is fixed to its least: half the delay.
        #expect(times == [.zero, .milliseconds(500), .milliseconds(1500), .milliseconds(3500), .milliseconds(7500)])
        #expect(await workshop.server.transitions == [ask.id: 1])
    }

    @Test("what looks for something to do while an attempt is under way makes no second one at its heels")
    func underWay() async throws {
        let workshop = try await Workshop.paired()
        let ask = Fixture.ask(for: 3600)
        await workshop.server.add(ask)
        await workshop.server.fail(next: .response(.error(.tooManyRequests, retryAfter: 42)))
        let earlier = await workshop.server.attempts.count

        let (kept, keep) = AsyncStream<Void>.makeStream()
        async let looked: Void = {
            for await _ in kept {}
            await workshop.outbox.flush()
        }()
        _ = await workshop.outbox.submit(AnswerDraft(to: ask, .approve)) {
            keep.finish()
            for _ in 0..<200 { await Task.yield() }
        }
        await looked
        #expect(await workshop.server.attempts.count == earlier + 1)
    }

    @Test(
        "Retry-After is a lower bound", arguments: [APIErrorCode.tooManyRequests, .storageUnavailable, .shuttingDown])
    func retryAfter(code: APIErrorCode) async throws {
        let workshop = try await Workshop.paired()
        let ask = Fixture.ask(for: 3600)
        await workshop.server.add(ask)
        await workshop.server.fail(next: .response(.error(code, retryAfter: 42)))

        #expect(await workshop.outbox.submit(AnswerDraft(to: ask, .approve)) == .queuedOffline)
        #expect(await workshop.outbox.pause == .seconds(42))
    }

    @Test("an answer whose deadline passes offline is never sent, and the person is told when it passes")
    func expiryOffline() async throws {
        let workshop = try await Workshop.paired()
        let ask = Fixture.ask(for: 60)
        await workshop.server.add(ask)
        await workshop.server.setDown(true)
        var results = workshop.outbox.results.makeAsyncIterator()

        await workshop.running {
            #expect(await workshop.outbox.submit(AnswerDraft(to: ask, .approve)) == .queuedOffline)
            #expect(await results.next()?.result == .queuedOffline)
            workshop.clock.runFree()
            #expect(await results.next()?.result == .expiredOffline)
            await workshop.server.setDown(false)
            await workshop.outbox.flush(everything: true)
        }
        #expect(workshop.clock.now >= ask.deadline)
        #expect(await workshop.server.requests(to: API.answerAsk).isEmpty)
        #expect(await workshop.server.transitions.isEmpty)
    }

    @Test("the deadline itself is too late", arguments: [0, 1] as [Int64])
    func atTheDeadline(milliseconds: Int64) async throws {
        let workshop = try await Workshop.paired()
        let ask = Fixture.ask(for: 60)
        await workshop.server.add(ask)
        workshop.clock.advance(by: .milliseconds(60_000 - milliseconds))

        let result = await workshop.outbox.submit(AnswerDraft(to: ask, .approve))

        #expect((result == .tooLate) == (milliseconds == 0))
        #expect(await workshop.server.requests(to: API.answerAsk).count == Int(milliseconds))
    }

    @Test("a clock that is set back does not bring a deadline back")
    func clockSetBack() async throws {
        let workshop = try await Workshop.paired()
        let ask = Fixture.ask(for: 60)
        await workshop.server.add(ask)
        await workshop.server.setDown(true)
        #expect(await workshop.outbox.submit(AnswerDraft(to: ask, .approve)) == .queuedOffline)

        workshop.clock.set(by: .seconds(-3600))
        workshop.clock.advance(by: .seconds(61))
        await workshop.server.setDown(false)
        await workshop.outbox.flush(everything: true)

        #expect(await workshop.server.requests(to: API.answerAsk).isEmpty)
        #expect(await workshop.outbox.waiting.isEmpty)
    }

    @Test("a clock that is set back does not put an attempt off")
    func clockSetBackWhileWaiting() async throws {
        let workshop = try await Workshop.paired()
        let ask = Fixture.ask(for: 60)
        await workshop.server.add(ask)
        await workshop.server.fail(next: .offline)
        #expect(await workshop.outbox.submit(AnswerDraft(to: ask, .approve)) == .queuedOffline)

        workshop.clock.set(by: .seconds(-3600))
        workshop.clock.advance(by: .seconds(1))
        await workshop.outbox.flush()

        // Still within the deadline by uptime; the server's own clock decides for the server.
        #expect(await workshop.server.requests(to: API.answerAsk).count == 1)
    }

    @Test("once a clock showed the deadline, setting it back changes nothing")
    func clockSetForwardAndBack() async throws {
        let workshop = try await Workshop.paired()
        let ask = Fixture.ask(for: 60)
        await workshop.server.add(ask)
        await workshop.server.setDown(true)
        #expect(await workshop.outbox.submit(AnswerDraft(to: ask, .approve)) == .queuedOffline)
        workshop.clock.set(by: .seconds(3600))
        await workshop.outbox.flush(everything: true)
        workshop.clock.set(by: .seconds(-3600))
        await workshop.server.setDown(false)

        await workshop.outbox.flush(everything: true)

        #expect(await workshop.server.requests(to: API.answerAsk).isEmpty)
    }

    @Test("what was seen before a restart counts after it")
    func clockSetBackOverRestart() async throws {
        let workshop = try await Workshop.paired()
        let ask = Fixture.ask(for: 60)
        await workshop.server.add(ask)
        await workshop.server.setDown(true)
        _ = await workshop.outbox.submit(AnswerDraft(to: ask, .approve))
        workshop.clock.advance(by: .seconds(59))
        await workshop.outbox.flush(everything: true)

        workshop.clock.set(by: .seconds(-3600))
        let next = workshop.restarted()
        await next.outbox.flush(everything: true)
        workshop.clock.advance(by: .seconds(2))
        await next.outbox.flush(everything: true)
        await workshop.server.setDown(false)
        workshop.clock.advance(by: .seconds(2))
        await next.outbox.flush(everything: true)

        #expect(await workshop.server.requests(to: API.answerAsk).isEmpty)
    }

    @Test("signing that takes until the deadline sends nothing")
    func slowSigning() async throws {
        let workshop = try await Workshop.paired()
        let ask = Fixture.ask(for: 60)
        await workshop.server.add(ask)
        let gate = Gate()
        await workshop.deviceKey.hold(at: gate)

        async let result = workshop.outbox.submit(AnswerDraft(to: ask, .approve))
        await gate.arrived()
        workshop.clock.advance(by: .seconds(60))
        gate.open()

        #expect(await result == .expiredOffline)
        #expect(await workshop.server.requests(to: API.answerAsk).isEmpty)
    }

    @Test("a signing key that is locked holds the answer back, not up")
    func lockedKey() async throws {
        let workshop = try await Workshop.paired()
        let ask = Fixture.ask()
        await workshop.server.add(ask)
        await workshop.deviceKey.setLocked(true)
        #expect(await workshop.outbox.submit(AnswerDraft(to: ask, .approve)) == .queuedOffline)

        await workshop.deviceKey.setLocked(false)
        await workshop.outbox.flush(everything: true)

        #expect(await workshop.server.ask(ask.id)?.state == .approved)
    }
}
