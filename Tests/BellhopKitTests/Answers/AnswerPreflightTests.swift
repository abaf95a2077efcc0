import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Before an answer is sent")
struct AnswerPreflightTests {
    private func result(_ draft: AnswerDraft, after seconds: Int64 = 1) -> AnswerResult? {
        AnswerPreflight.result(for: draft, at: Fixture.start + .seconds(seconds), digesting: FakeDigest())
    }

    @Test("an ask whose input is not what its digest stands for is not answered")
    func forged() {
        let honest = Fixture.ask()
        var content = honest.request
        content.input = "rm -rf /"
        let ask = Ask(
            id: honest.id, userID: honest.userID, sessionID: nil, category: honest.category, request: content,
            createdAt: honest.createdAt, deadline: honest.deadline)
        #expect(result(AnswerDraft(to: ask, .approve)) == .refused(message: AnswerMessages.inputForged))
    }

    @Test(
        "an ask under a nonce is answered under that one alone", arguments: [nil, "another-nonce-of-32-characters-0"])
    func nonce(_ other: String?) {
        let honest = Fixture.ask(nonce: "0123456789abcdef")
        #expect(honest.request.inputDigest != Fixture.ask().request.inputDigest)
        #expect(result(AnswerDraft(to: honest, .approve)) == nil)
        var content = honest.request
        content.nonce = other
        let ask = Ask(
            id: honest.id, userID: honest.userID, sessionID: nil, category: honest.category, request: content,
            createdAt: honest.createdAt, deadline: honest.deadline)
        #expect(result(AnswerDraft(to: ask, .approve)) == .refused(message: AnswerMessages.inputForged))
    }

    @Test("an ask that changed since the notification is not answered")
    func changed() {
        let draft = AnswerDraft(to: Fixture.ask(), .approve, inputDigest: FakeDigest.hex("something else"))
        #expect(result(draft) == .refused(message: AnswerMessages.inputChanged))
    }

    @Test("an answer that does not fit is refused in words for the person")
    func misfit() {
        let draft = AnswerDraft(to: Fixture.ask(questions: [Fixture.question]), .approve)
        #expect(
            result(draft) == .refused(message: "This ask wants a reply to its question, not an approval."))
    }

    @Test("an ask that has ended is not answered again")
    func ended() {
        var ask = Fixture.ask()
        ask.resolution = Resolution(state: .withdrawn, at: Fixture.start, reason: .answeredInTerminal)
        #expect(result(AnswerDraft(to: ask, .approve)) == .withdrawn(reason: .answeredInTerminal))
        ask.resolution = Resolution(state: .expired, at: Fixture.start)
        #expect(result(AnswerDraft(to: ask, .approve)) == .tooLate)
    }

    @Test("from the deadline on it is too late", arguments: [(59, false), (60, true), (61, true)] as [(Int64, Bool)])
    func late(seconds: Int64, isLate: Bool) {
        let ask = Fixture.ask(for: 60)
        #expect((result(AnswerDraft(to: ask, .approve), after: seconds) == .tooLate) == isLate)
        let extract = AnswerDraft(
            askID: ask.id, answer: .approve, inputDigest: ask.request.inputDigest, deadline: ask.deadline)
        #expect((result(extract, after: seconds) == .tooLate) == isLate)
    }

    @Test("otherwise only the server can tell")
    func open() {
        #expect(result(AnswerDraft(to: Fixture.ask(), .approve)) == nil)
        #expect(result(AnswerDraft(to: Fixture.ask(), .deny(message: "no"))) == nil)
    }
}
