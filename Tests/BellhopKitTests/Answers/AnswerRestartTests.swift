import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Answers over a restart")
struct AnswerRestartTests {
    @Test("killed between journal and signature: the next launch sends it, once")
    func killedBeforeSending() async throws {
        let workshop = try await Workshop.paired()
        let ask = Fixture.ask()
        await workshop.server.add(ask)
        let gate = Gate()
        await workshop.deviceKey.hold(at: gate)
        let submission = Task { await workshop.outbox.submit(AnswerDraft(to: ask, .approve)) }
        await gate.arrived()
        await workshop.deviceKey.hold(at: nil)

        let next = workshop.restarted()
        await next.outbox.flush()
        submission.cancel()
        _ = await submission.value

        #expect(await workshop.server.requests(to: API.answerAsk).count == 1)
        #expect(await workshop.server.ask(ask.id)?.state == .approved)
    }

    @Test("of two answers given before what is kept could be read the first stands")
    func orderAtLaunch() async throws {
        let workshop = try await Workshop.paired()
        let ask = Fixture.ask()
        await workshop.server.add(ask)
        let next = workshop.restarted()
        let gate = Gate()
        await next.journal.watchReads { _ in await gate.pass() }
        let first = Task { await next.outbox.submit(AnswerDraft(to: ask, .approve)) }
        await gate.arrived()
        await next.journal.watchReads(nil)
        let second = Task { await next.outbox.submit(AnswerDraft(to: ask, .deny(message: nil))) }
        // It comes meanwhile, and must wait.
        for _ in 0..<200 { await Task.yield() }
        gate.open()

        guard case .sent = await first.value else { return #expect(Bool(false)) }
        guard case .refused = await second.value else { return #expect(Bool(false)) }
        #expect(await next.server.ask(ask.id)?.state == .approved)
    }

    @Test("an answer whose task is cancelled while another is looked at is taken all the same")
    func cancelledInLine() async throws {
        let workshop = try await Workshop.paired()
        let (ask, other) = (Fixture.ask(1), Fixture.ask(2))
        for ask in [ask, other] { await workshop.server.add(ask) }
        let next = workshop.restarted()
        let gate = Gate()
        await next.journal.watchReads { _ in await gate.pass() }
        let first = Task { await next.outbox.submit(AnswerDraft(to: ask, .approve)) }
        await gate.arrived()
        let second = Task { await next.outbox.submit(AnswerDraft(to: other, .approve)) }
        second.cancel()
        for _ in 0..<200 { await Task.yield() }
        gate.open()

        for result in [await first.value, await second.value] {
            switch result {
            case .sent, .queuedOffline: break
            default: #expect(Bool(false), "\(result)")
            }
        }
        await next.outbox.flush(everything: true)
        #expect(await next.server.ask(other.id)?.state == .approved)
    }

    @Test("killed between sending and the receipt: it is sent again and gets the same receipt")
    func killedBeforeReceipt() async throws {
        let workshop = try await Workshop.paired()
        let ask = Fixture.ask()
        await workshop.server.add(ask)
        await workshop.server.fail(next: .replyLost)
        #expect(await workshop.outbox.submit(AnswerDraft(to: ask, .approve)) == .queuedOffline)

        let next = workshop.restarted()
        await next.outbox.flush()

        #expect(await workshop.server.requests(to: API.answerAsk).count == 2)
        #expect(await workshop.server.transitions == [ask.id: 1])
        #expect(await next.outbox.waiting.isEmpty)
    }

    @Test("a lost receipt is looked up after the deadline: the person learns that the answer did arrive")
    func lostReceipt() async throws {
        let workshop = try await Workshop.paired()
        let ask = Fixture.ask(for: 60)
        await workshop.server.add(ask)
        await workshop.server.fail(next: .replyLost)
        var results = workshop.outbox.results.makeAsyncIterator()
        _ = await workshop.outbox.submit(AnswerDraft(to: ask, .approve))
        #expect(await results.next()?.result == .queuedOffline)

        workshop.clock.advance(by: .seconds(61))
        await workshop.server.setDown(true)
        await workshop.outbox.flush()
        #expect(await results.next()?.result == .expiredOffline)
        await workshop.server.setDown(false)
        await workshop.outbox.flush(everything: true)

        guard case .sent(let resolved) = await results.next()?.result else { return #expect(Bool(false)) }
        #expect(resolved.state == .approved)
        #expect(await workshop.server.requests(to: API.answerAsk).count == 1)
        #expect(await workshop.outbox.pause == nil)
    }

    @Test("a lost receipt that cannot be looked up for a day is given up")
    func lostReceiptForGood() async throws {
        let workshop = try await Workshop.paired()
        let ask = Fixture.ask(for: 60)
        await workshop.server.add(ask)
        await workshop.server.fail(next: .replyLost)
        _ = await workshop.outbox.submit(AnswerDraft(to: ask, .approve))
        await workshop.server.setDown(true)
        workshop.clock.advance(by: .seconds(61))
        await workshop.outbox.flush()
        #expect(await workshop.outbox.pause != nil)

        workshop.clock.advance(by: .seconds(24 * 3600))
        await workshop.outbox.flush()

        #expect(await workshop.outbox.pause == nil)
    }

    @Test("what came of an answer while nobody looked is told after the next launch, and then not again")
    func untoldResults() async throws {
        let workshop = try await Workshop.paired()
        let ask = Fixture.ask()
        await workshop.server.add(ask)
        _ = await workshop.outbox.submit(AnswerDraft(to: ask, .approve))

        let second = workshop.restarted()
        await second.outbox.flush()
        var results = second.outbox.results.makeAsyncIterator()
        guard case .sent = await results.next()?.result else { return #expect(Bool(false)) }

        let third = workshop.restarted()
        await third.outbox.flush()
        let other = Fixture.ask(2)
        await workshop.server.add(other)
        _ = await third.outbox.submit(AnswerDraft(to: other, .approve))
        var later = third.outbox.results.makeAsyncIterator()
        #expect(await later.next()?.askID == other.id)
    }

    @Test("an answer is forgotten a day after its deadline")
    func forgetting() async throws {
        let workshop = try await Workshop.paired()
        let ask = Fixture.ask()
        await workshop.server.add(ask)
        var results = workshop.outbox.results.makeAsyncIterator()
        _ = await workshop.outbox.submit(AnswerDraft(to: ask, .approve))
        _ = await results.next()
        #expect(await workshop.journal.count(in: .answers) == 1)

        workshop.clock.advance(by: .seconds(60 + 24 * 3600))
        await workshop.outbox.flush()

        #expect(await workshop.journal.count(in: .answers) == 0)
    }

    @Test("a record of an unknown shape harms no other")
    func unreadableRecord() async throws {
        let workshop = try await Workshop.paired()
        try await workshop.journal.write(Array("{\"version\":99}".utf8), to: #require(RecordKey(.answers, "strange")))
        let ask = Fixture.ask()
        await workshop.server.add(ask)
        guard case .sent = await workshop.outbox.submit(AnswerDraft(to: ask, .approve)) else {
            return #expect(Bool(false))
        }
    }
}
