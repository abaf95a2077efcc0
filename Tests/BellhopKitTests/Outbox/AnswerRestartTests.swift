import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Answers over a restart")
struct AnswerRestartTests {
    @Test("An answer stored but not signed at a kill is sent once by the next launch")
    func killedBeforeSending() async throws {
        let device = try await DeviceUnderTest.paired()
        let ask = Fixture.ask()
        await device.server.add(ask)
        let gate = Gate()
        await device.deviceKey.hold(at: gate)
        let submission = Task { await device.answers.submit(AnswerDraft(to: ask, .approve)) }
        await gate.arrived()
        await device.deviceKey.hold(at: nil)

        let next = device.restarted()
        await next.answers.flush()
        submission.cancel()
        _ = await submission.value

        #expect(await device.server.requests(to: API.answerAsk).count == 1)
        #expect(await device.server.ask(ask.id)?.state == .approved)
    }

    @Test("The first of two answers counts when both precede the first read of the storage")
    func orderAtLaunch() async throws {
        let device = try await DeviceUnderTest.paired()
        let ask = Fixture.ask()
        await device.server.add(ask)
        let next = device.restarted()
        let gate = Gate()
        await next.journal.watchReads { _ in await gate.pass() }
        let first = Task { await next.answers.submit(AnswerDraft(to: ask, .approve)) }
        await gate.arrived()
        await next.journal.watchReads(nil)
        let second = Task { await next.answers.submit(AnswerDraft(to: ask, .deny(message: nil))) }
        // The second answer arrives while the first is looked up, and must wait.
        for _ in 0..<200 { await Task.yield() }
        gate.open()

        guard case .sent = await first.value else { return #expect(Bool(false)) }
        guard case .refused = await second.value else { return #expect(Bool(false)) }
        #expect(await next.server.ask(ask.id)?.state == .approved)
    }

    @Test("An answer whose task is cancelled while it waits for another is still sent")
    func cancelledInLine() async throws {
        let device = try await DeviceUnderTest.paired()
        let (ask, other) = (Fixture.ask(1), Fixture.ask(2))
        for ask in [ask, other] { await device.server.add(ask) }
        let next = device.restarted()
        let gate = Gate()
        await next.journal.watchReads { _ in await gate.pass() }
        let first = Task { await next.answers.submit(AnswerDraft(to: ask, .approve)) }
        await gate.arrived()
        let second = Task { await next.answers.submit(AnswerDraft(to: other, .approve)) }
        second.cancel()
        for _ in 0..<200 { await Task.yield() }
        gate.open()

        for result in [await first.value, await second.value] {
            switch result {
            case .sent, .queuedOffline: break
            default: #expect(Bool(false), "\(result)")
            }
        }
        await next.answers.flush(everything: true)
        #expect(await next.server.ask(other.id)?.state == .approved)
    }

    @Test("An answer sent at a kill without its receipt is sent again and gets the same receipt")
    func killedBeforeReceipt() async throws {
        let device = try await DeviceUnderTest.paired()
        let ask = Fixture.ask()
        await device.server.add(ask)
        await device.server.fail(next: .replyLost)
        #expect(await device.answers.submit(AnswerDraft(to: ask, .approve)) == .queuedOffline)

        let next = device.restarted()
        await next.answers.flush()

        #expect(await device.server.requests(to: API.answerAsk).count == 2)
        #expect(await device.server.transitions == [ask.id: 1])
        #expect(await next.answers.waiting.isEmpty)
    }

    @Test("A lost receipt is looked up after the deadline, and the user is notified that the answer arrived")
    func lostReceipt() async throws {
        let device = try await DeviceUnderTest.paired()
        let ask = Fixture.ask(for: 60)
        await device.server.add(ask)
        await device.server.fail(next: .replyLost)
        var results = device.answers.results.makeAsyncIterator()
        _ = await device.answers.submit(AnswerDraft(to: ask, .approve))
        #expect(await results.next()?.result == .queuedOffline)

        device.clock.advance(by: .seconds(61))
        await device.server.setDown(true)
        await device.answers.flush()
        #expect(await results.next()?.result == .expiredOffline)
        await device.server.setDown(false)
        await device.answers.flush(everything: true)

        guard case .sent(let resolved) = await results.next()?.result else { return #expect(Bool(false)) }
        #expect(resolved.state == .approved)
        #expect(await device.server.requests(to: API.answerAsk).count == 1)
        #expect(await device.answers.pause == nil)
    }

    @Test("A lost receipt is given up after a day without a lookup")
    func lostReceiptForGood() async throws {
        let device = try await DeviceUnderTest.paired()
        let ask = Fixture.ask(for: 60)
        await device.server.add(ask)
        await device.server.fail(next: .replyLost)
        _ = await device.answers.submit(AnswerDraft(to: ask, .approve))
        await device.server.setDown(true)
        device.clock.advance(by: .seconds(61))
        await device.answers.flush()
        #expect(await device.answers.pause != nil)

        device.clock.advance(by: .seconds(24 * 3600))
        await device.answers.flush()

        #expect(await device.answers.pause == nil)
    }

    @Test("An unread result is reported once after the next launch")
    func unreadResults() async throws {
        let device = try await DeviceUnderTest.paired()
        let ask = Fixture.ask()
        await device.server.add(ask)
        _ = await device.answers.submit(AnswerDraft(to: ask, .approve))

        let second = device.restarted()
        await second.answers.flush()
        var results = second.answers.results.makeAsyncIterator()
        guard case .sent = await results.next()?.result else { return #expect(Bool(false)) }

        let third = device.restarted()
        await third.answers.flush()
        let other = Fixture.ask(2)
        await device.server.add(other)
        _ = await third.answers.submit(AnswerDraft(to: other, .approve))
        var later = third.answers.results.makeAsyncIterator()
        #expect(await later.next()?.askID == other.id)
    }

    @Test("An answer is deleted a day after its deadline")
    func deletion() async throws {
        let device = try await DeviceUnderTest.paired()
        let ask = Fixture.ask()
        await device.server.add(ask)
        var results = device.answers.results.makeAsyncIterator()
        _ = await device.answers.submit(AnswerDraft(to: ask, .approve))
        _ = await results.next()
        #expect(await device.journal.count(in: .answers) == 1)

        device.clock.advance(by: .seconds(60 + 24 * 3600))
        await device.answers.flush()

        #expect(await device.journal.count(in: .answers) == 0)
    }

    @Test("A record in an unknown format does not affect others")
    func unreadableRecord() async throws {
        let device = try await DeviceUnderTest.paired()
        try await device.journal.write(Array("{\"version\":99}".utf8), to: #require(RecordKey(.answers, "strange")))
        let ask = Fixture.ask()
        await device.server.add(ask)
        guard case .sent = await device.answers.submit(AnswerDraft(to: ask, .approve)) else {
            return #expect(Bool(false))
        }
    }
}

@Suite("Answers and later events of an ask")
struct AnswerSettlingTests {
    private static let other = SignedAnswer(
        answer: .deny(message: nil), deviceID: DeviceID(high: 9, low: 9), deviceName: "iPad", signature: "")

    @Test("A waiting answer is not sent after another device answered first")
    func answeredElsewhere() async throws {
        let device = try await DeviceUnderTest.paired()
        var ask = Fixture.ask()
        await device.server.add(ask)
        await device.server.setDown(true)
        _ = await device.answers.submit(AnswerDraft(to: ask, .approve))
        let resolution = Resolution(state: .denied, at: device.clock.now, answer: Self.other)
        ask.resolution = resolution
        var results = device.answers.results.makeAsyncIterator()
        _ = await results.next()

        await device.answers.settle(ask)
        await device.server.setDown(false)
        await device.answers.flush(everything: true)

        #expect(await results.next()?.result == .answeredElsewhere(by: resolution))
        #expect(await device.server.requests(to: API.answerAsk).isEmpty)
    }

    @Test("The user is notified that the agent continued")
    func agentWentOn() async throws {
        let device = try await DeviceUnderTest.paired()
        let ask = Fixture.ask()
        await device.server.add(ask)
        var results = device.answers.results.makeAsyncIterator()
        _ = await device.answers.submit(AnswerDraft(to: ask, .approve))
        _ = await results.next()

        let applied = try #require(await device.server.apply(ask.id))
        await device.answers.settle(applied)
        await device.answers.settle(applied)

        #expect(await results.next()?.result == .agentWentOn(applied))
        let other = Fixture.ask(2)
        await device.server.add(other)
        _ = await device.answers.submit(AnswerDraft(to: other, .approve))
        #expect(await results.next()?.askID == other.id, "told once")
    }

    @Test("An event about an ask that was not answered here is ignored")
    func unrelated() async throws {
        let device = try await DeviceUnderTest.paired()
        var ask = Fixture.ask()
        ask.resolution = Resolution(state: .denied, at: device.clock.now, answer: Self.other)
        await device.answers.settle(ask)
        #expect(await device.journal.count(in: .answers) == 0)
    }
}
