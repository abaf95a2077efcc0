import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Answers without a network")
struct AnswerOfflineTests {
    @Test("An answer given in airplane mode waits, and is sent when the network is back")
    func airplaneMode() async throws {
        let device = try await DeviceUnderTest.paired()
        let ask = Fixture.ask()
        await device.server.add(ask)
        await device.server.setDown(true)
        var results = device.answers.results.makeAsyncIterator()

        #expect(await device.answers.submit(AnswerDraft(to: ask, .approve)) == .queuedOffline)
        #expect(await results.next()?.result == .queuedOffline)
        #expect(await device.answers.waiting == [ask.id: .approve])
        await device.server.setDown(false)
        await device.answers.flush(everything: true)

        guard case .sent = await results.next()?.result else { return #expect(Bool(false)) }
        #expect(await device.server.transitions == [ask.id: 1])
    }

    @Test("Attempts follow after 1, 2, 4 … seconds minus jitter, and the user is notified once of the wait")
    func backoff() async throws {
        let device = try await DeviceUnderTest.paired()
        let ask = Fixture.ask(for: 3600)
        await device.server.add(ask)
        await device.server.fail(next: .offline, .response(.error(.shuttingDown)), .response(.signInPage), .offline)
        var results = device.answers.results.makeAsyncIterator()

        let earlier = await device.server.attempts.count
        device.clock.runFree()

        await device.running {
            _ = await device.answers.submit(AnswerDraft(to: ask, .approve))
            #expect(await results.next()?.result == .queuedOffline)
            guard case .sent = await results.next()?.result else { return #expect(Bool(false)) }
        }

        let times = await device.server.attempts.dropFirst(earlier).map { $0 - Fixture.start }
        // The jitter is fixed to its minimum: half the delay.
        #expect(times == [.zero, .milliseconds(500), .milliseconds(1500), .milliseconds(3500), .milliseconds(7500)])
        #expect(await device.server.transitions == [ask.id: 1])
    }

    @Test("A flush makes no second attempt while one is running")
    func underWay() async throws {
        let device = try await DeviceUnderTest.paired()
        let ask = Fixture.ask(for: 3600)
        await device.server.add(ask)
        await device.server.fail(next: .response(.error(.tooManyRequests, retryAfter: 42)))
        let earlier = await device.server.attempts.count

        let (kept, keep) = AsyncStream<Void>.makeStream()
        async let looked: Void = {
            for await _ in kept {}
            await device.answers.flush()
        }()
        _ = await device.answers.submit(AnswerDraft(to: ask, .approve)) {
            keep.finish()
            for _ in 0..<200 { await Task.yield() }
        }
        await looked
        #expect(await device.server.attempts.count == earlier + 1)
    }

    @Test(
        "Retry-After is a lower bound of the pause",
        arguments: [APIErrorCode.tooManyRequests, .storageUnavailable, .shuttingDown])
    func retryAfter(code: APIErrorCode) async throws {
        let device = try await DeviceUnderTest.paired()
        let ask = Fixture.ask(for: 3600)
        await device.server.add(ask)
        await device.server.fail(next: .response(.error(code, retryAfter: 42)))

        #expect(await device.answers.submit(AnswerDraft(to: ask, .approve)) == .queuedOffline)
        #expect(await device.answers.pause == .seconds(42))
    }

    @Test("An answer whose deadline passes offline is never sent, and the user is notified at the deadline")
    func expiryOffline() async throws {
        let device = try await DeviceUnderTest.paired()
        let ask = Fixture.ask(for: 60)
        await device.server.add(ask)
        await device.server.setDown(true)
        var results = device.answers.results.makeAsyncIterator()

        await device.running {
            #expect(await device.answers.submit(AnswerDraft(to: ask, .approve)) == .queuedOffline)
            #expect(await results.next()?.result == .queuedOffline)
            device.clock.runFree()
            #expect(await results.next()?.result == .expiredOffline)
            await device.server.setDown(false)
            await device.answers.flush(everything: true)
        }
        #expect(device.clock.now >= ask.deadline)
        #expect(await device.server.requests(to: API.answerAsk).isEmpty)
        #expect(await device.server.transitions.isEmpty)
    }

    @Test("An answer at the deadline is too late", arguments: [0, 1] as [Int64])
    func atTheDeadline(milliseconds: Int64) async throws {
        let device = try await DeviceUnderTest.paired()
        let ask = Fixture.ask(for: 60)
        await device.server.add(ask)
        device.clock.advance(by: .milliseconds(60_000 - milliseconds))

        let result = await device.answers.submit(AnswerDraft(to: ask, .approve))

        #expect((result == .tooLate) == (milliseconds == 0))
        #expect(await device.server.requests(to: API.answerAsk).count == Int(milliseconds))
    }

    @Test("Setting the clock back does not reopen an expired ask")
    func clockSetBack() async throws {
        let device = try await DeviceUnderTest.paired()
        let ask = Fixture.ask(for: 60)
        await device.server.add(ask)
        await device.server.setDown(true)
        #expect(await device.answers.submit(AnswerDraft(to: ask, .approve)) == .queuedOffline)

        device.clock.set(by: .seconds(-3600))
        device.clock.advance(by: .seconds(61))
        await device.server.setDown(false)
        await device.answers.flush(everything: true)

        #expect(await device.server.requests(to: API.answerAsk).isEmpty)
        #expect(await device.answers.waiting.isEmpty)
    }

    @Test("Setting the clock back does not delay an attempt")
    func clockSetBackWhileWaiting() async throws {
        let device = try await DeviceUnderTest.paired()
        let ask = Fixture.ask(for: 60)
        await device.server.add(ask)
        await device.server.fail(next: .offline)
        #expect(await device.answers.submit(AnswerDraft(to: ask, .approve)) == .queuedOffline)

        device.clock.set(by: .seconds(-3600))
        device.clock.advance(by: .seconds(1))
        await device.answers.flush()

        // Still within the deadline by uptime; the server's own clock decides for the server.
        #expect(await device.server.requests(to: API.answerAsk).count == 1)
    }

    @Test("A deadline that the clock has passed once stays passed")
    func clockSetForwardAndBack() async throws {
        let device = try await DeviceUnderTest.paired()
        let ask = Fixture.ask(for: 60)
        await device.server.add(ask)
        await device.server.setDown(true)
        #expect(await device.answers.submit(AnswerDraft(to: ask, .approve)) == .queuedOffline)
        device.clock.set(by: .seconds(3600))
        await device.answers.flush(everything: true)
        device.clock.set(by: .seconds(-3600))
        await device.server.setDown(false)

        await device.answers.flush(everything: true)

        #expect(await device.server.requests(to: API.answerAsk).isEmpty)
    }

    @Test("Time that passed before a restart counts after it")
    func clockSetBackOverRestart() async throws {
        let device = try await DeviceUnderTest.paired()
        let ask = Fixture.ask(for: 60)
        await device.server.add(ask)
        await device.server.setDown(true)
        _ = await device.answers.submit(AnswerDraft(to: ask, .approve))
        device.clock.advance(by: .seconds(59))
        await device.answers.flush(everything: true)

        device.clock.set(by: .seconds(-3600))
        let next = device.restarted()
        await next.answers.flush(everything: true)
        device.clock.advance(by: .seconds(2))
        await next.answers.flush(everything: true)
        await device.server.setDown(false)
        device.clock.advance(by: .seconds(2))
        await next.answers.flush(everything: true)

        #expect(await device.server.requests(to: API.answerAsk).isEmpty)
    }

    @Test("An answer whose signing takes until the deadline is not sent")
    func slowSigning() async throws {
        let device = try await DeviceUnderTest.paired()
        let ask = Fixture.ask(for: 60)
        await device.server.add(ask)
        let gate = Gate()
        await device.deviceKey.hold(at: gate)

        async let result = device.answers.submit(AnswerDraft(to: ask, .approve))
        await gate.arrived()
        device.clock.advance(by: .seconds(60))
        gate.open()

        #expect(await result == .expiredOffline)
        #expect(await device.server.requests(to: API.answerAsk).isEmpty)
    }

    @Test("An answer waits while the signing key is locked")
    func lockedKey() async throws {
        let device = try await DeviceUnderTest.paired()
        let ask = Fixture.ask()
        await device.server.add(ask)
        await device.deviceKey.setLocked(true)
        #expect(await device.answers.submit(AnswerDraft(to: ask, .approve)) == .queuedOffline)

        await device.deviceKey.setLocked(false)
        await device.answers.flush(everything: true)

        #expect(await device.server.ask(ask.id)?.state == .approved)
    }
}
