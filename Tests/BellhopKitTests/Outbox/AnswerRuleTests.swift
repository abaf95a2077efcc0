import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Answers that remember or stop")
struct AnswerRuleTests {
    static let shared = OfferedRule(text: "Bash(npm ci)", scope: .sharedProject)

    @Test(
        "kept, signed and sent as they were given, also by the next launch",
        arguments: [
            Answer.approveAndRemember([Fixture.rule]), .approveAndRemember([Fixture.rule, shared]),
            .deny(message: nil, interrupt: true), .deny(message: "use npm ci", interrupt: true),
        ])
    func sent(_ answer: Answer) async throws {
        let workshop = try await DeviceUnderTest.paired()
        let ask = Fixture.ask(rules: [Fixture.rule, Self.shared])
        await workshop.server.add(ask)
        await workshop.server.setDown(true)
        #expect(await workshop.answers.submit(AnswerDraft(to: ask, answer)) == .queuedOffline)
        await workshop.server.setDown(false)

        await workshop.restarted().answers.flush(everything: true)

        let resolution = try #require(await workshop.server.ask(ask.id)?.resolution)
        #expect(resolution.answer?.answer == answer)
        #expect(resolution.state == answer.state)
    }

    @Test("a rule that the ask does not offer is refused on the device, and nothing is sent")
    func notOffered() async throws {
        let workshop = try await DeviceUnderTest.paired()
        let ask = Fixture.ask(rules: [Fixture.rule])
        await workshop.server.add(ask)
        let result = await workshop.answers.submit(AnswerDraft(to: ask, .approveAndRemember([Self.shared])))
        #expect(
            result
                == .refused(message: #""Bash(npm ci)" for shared_project is not one of the rules."#))
        #expect(await workshop.server.requests(to: API.answerAsk).isEmpty)
    }

    @Test("to approve is another answer than to approve and remember: the first stands")
    func different() async throws {
        let workshop = try await DeviceUnderTest.paired()
        let ask = Fixture.ask(rules: [Fixture.rule])
        await workshop.server.add(ask)
        await workshop.server.setDown(true)
        _ = await workshop.answers.submit(AnswerDraft(to: ask, .approve))
        let second = await workshop.answers.submit(AnswerDraft(to: ask, .approveAndRemember([Fixture.rule])))
        #expect(second == .refused(message: "This device already answered: approved. That answer counts."))
    }

    @Test("each is said in its own words")
    func wording() {
        Language.$current.withValue(.english) {
            #expect(AnswerMessages.summary(of: .approveAndRemember([Fixture.rule])) == "approved and remembered")
            let stop = Answer.deny(message: "no", interrupt: true)
            #expect(AnswerMessages.summary(of: stop) == "denied, with the instruction to stop, “no”")
            #expect(
                AnswerMessages.summary(of: .deny(message: nil, interrupt: true))
                    == "denied, with the instruction to stop")
        }
    }

    @Test("a card has the rules as they are to be named, and says how far each reaches")
    func card() {
        let card = AskCard(Fixture.ask(rules: [Fixture.rule, Self.shared]))
        #expect(card.rules == [Fixture.rule, Self.shared])
        let reach = OfferedRule.Scope.allCases.map { $0.label(in: .english) }
        #expect(
            reach == ["In this session", "In this project", "In this project, for everyone who works on it"])
    }

    @Test("no button of a notification remembers anything or stops the agent", arguments: CategoryCatalog.all)
    func buttons(_ category: NotificationCategory) {
        let ask = Fixture.ask(rules: [Fixture.rule])
        let notification = UserNotification(
            id: NotificationID(high: 9, low: 9), userID: ask.userID, category: category.id, askID: ask.id, title: "t",
            body: "b", createdAt: ask.createdAt, expiresAt: ask.deadline)
        let shown = DeliveredNotification(
            id: "1", deliveredAt: Fixture.start, payload: PushPayload(notification, ask: ask, badge: 1))
        for action in category.actions {
            for text in [nil, "use npm ci"] {
                let response = NotificationResponse(to: shown, action.id, text: text)
                switch ResponseMeaning(response, retries: false) {
                case .answer(_, .approveAndRemember), .answer(_, .deny(_, interrupt: true)):
                    Issue.record("\(action.id) widens or stops")
                default: break
                }
            }
        }
    }
}

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
            result(draft) == .refused(message: "This ask needs replies to its questions, not an approval."))
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
