import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Answers that remember a rule or stop the agent")
struct AnswerRuleTests {
    static let shared = PermissionRule(text: "Bash(npm ci)", scope: .sharedProject)

    @Test(
        "Answers with rules or a stop are stored, signed and sent unchanged, also by the next launch",
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

    @Test("A rule that the ask does not offer is refused on the device, and nothing is sent")
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

    @Test("Approve, and approve and remember, are different answers: the first counts")
    func different() async throws {
        let workshop = try await DeviceUnderTest.paired()
        let ask = Fixture.ask(rules: [Fixture.rule])
        await workshop.server.add(ask)
        await workshop.server.setDown(true)
        _ = await workshop.answers.submit(AnswerDraft(to: ask, .approve))
        let second = await workshop.answers.submit(AnswerDraft(to: ask, .approveAndRemember([Fixture.rule])))
        #expect(second == .refused(message: "This device already answered: approved. That answer counts."))
    }

    @Test("Each answer has its own text")
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

    @Test("A card lists the offered rules with a label for each scope")
    func card() {
        let card = AskCard(Fixture.ask(rules: [Fixture.rule, Self.shared]))
        #expect(card.rules == [Fixture.rule, Self.shared])
        let reach = PermissionRule.Scope.allCases.map { $0.label(in: .english) }
        #expect(
            reach == ["In this session", "In this project", "In this project, for everyone who works on it"])
    }

    @Test("No button of a notification remembers a rule or stops the agent", arguments: CategoryCatalog.all)
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

@Suite("Checks before an answer is sent")
struct AnswerPreflightTests {
    private func result(_ draft: AnswerDraft, after seconds: Int64 = 1) -> AnswerResult? {
        AnswerPreflight.result(for: draft, at: Fixture.start + .seconds(seconds), digesting: FakeDigest())
    }

    @Test("An ask whose input does not match its digest is not answered")
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
        "An ask with a nonce is answered only with that nonce", arguments: [nil, "another-nonce-of-32-characters-0"])
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

    @Test("An ask that changed since the notification is not answered")
    func changed() {
        let draft = AnswerDraft(to: Fixture.ask(), .approve, inputDigest: FakeDigest.hex("something else"))
        #expect(result(draft) == .refused(message: AnswerMessages.inputChanged))
    }

    @Test("An answer that does not fit the ask is refused with a text for the user")
    func misfit() {
        let draft = AnswerDraft(to: Fixture.ask(questions: [Fixture.question]), .approve)
        #expect(
            result(draft) == .refused(message: "This ask needs replies to its questions, not an approval."))
    }

    @Test("An ask that has ended is not answered again")
    func ended() {
        var ask = Fixture.ask()
        ask.resolution = Resolution(state: .withdrawn, at: Fixture.start, reason: .answeredInTerminal)
        #expect(result(AnswerDraft(to: ask, .approve)) == .withdrawn(reason: .answeredInTerminal))
        ask.resolution = Resolution(state: .expired, at: Fixture.start)
        #expect(result(AnswerDraft(to: ask, .approve)) == .tooLate)
    }

    @Test(
        "An answer at the deadline or later is too late",
        arguments: [(59, false), (60, true), (61, true)] as [(Int64, Bool)])
    func late(seconds: Int64, isLate: Bool) {
        let ask = Fixture.ask(for: 60)
        #expect((result(AnswerDraft(to: ask, .approve), after: seconds) == .tooLate) == isLate)
        let extract = AnswerDraft(
            askID: ask.id, answer: .approve, inputDigest: ask.request.inputDigest, deadline: ask.deadline)
        #expect((result(extract, after: seconds) == .tooLate) == isLate)
    }

    @Test("In all other states the answer is sent")
    func open() {
        #expect(result(AnswerDraft(to: Fixture.ask(), .approve)) == nil)
        #expect(result(AnswerDraft(to: Fixture.ask(), .deny(message: "no"))) == nil)
    }
}
