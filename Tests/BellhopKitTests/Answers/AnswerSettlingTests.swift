import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("What becomes of an ask elsewhere")
struct AnswerSettlingTests {
    private static let other = SignedAnswer(
        answer: .deny(message: nil), deviceID: DeviceID(high: 9, low: 9), deviceName: "iPad", signature: "")

    @Test("an answer that waits is not sent any more when another was given first")
    func answeredElsewhere() async throws {
        let workshop = try await Workshop.paired()
        var ask = Fixture.ask()
        await workshop.server.add(ask)
        await workshop.server.setDown(true)
        _ = await workshop.outbox.submit(AnswerDraft(to: ask, .approve))
        let resolution = Resolution(state: .denied, at: workshop.clock.now, answer: Self.other)
        ask.resolution = resolution
        var results = workshop.outbox.results.makeAsyncIterator()
        _ = await results.next()

        await workshop.outbox.settle(ask)
        await workshop.server.setDown(false)
        await workshop.outbox.flush(everything: true)

        #expect(await results.next()?.result == .answeredElsewhere(by: resolution))
        #expect(await workshop.server.requests(to: API.answerAsk).isEmpty)
    }

    @Test("the person learns that the agent went on")
    func wentOn() async throws {
        let workshop = try await Workshop.paired()
        let ask = Fixture.ask()
        await workshop.server.add(ask)
        var results = workshop.outbox.results.makeAsyncIterator()
        _ = await workshop.outbox.submit(AnswerDraft(to: ask, .approve))
        _ = await results.next()

        let applied = try #require(await workshop.server.apply(ask.id))
        await workshop.outbox.settle(applied)
        await workshop.outbox.settle(applied)

        #expect(await results.next()?.result == .agentWentOn(applied))
        let other = Fixture.ask(2)
        await workshop.server.add(other)
        _ = await workshop.outbox.submit(AnswerDraft(to: other, .approve))
        #expect(await results.next()?.askID == other.id, "told once")
    }

    @Test("news of an ask that was not answered here concern nobody")
    func unrelated() async throws {
        let workshop = try await Workshop.paired()
        var ask = Fixture.ask()
        ask.resolution = Resolution(state: .denied, at: workshop.clock.now, answer: Self.other)
        await workshop.outbox.settle(ask)
        #expect(await workshop.journal.count(in: .answers) == 0)
    }
}
