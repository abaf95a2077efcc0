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
        let workshop = try await Workshop.paired()
        let ask = Fixture.ask(rules: [Fixture.rule, Self.shared])
        await workshop.server.add(ask)
        await workshop.server.setDown(true)
        #expect(await workshop.outbox.submit(AnswerDraft(to: ask, answer)) == .queuedOffline)
        await workshop.server.setDown(false)

        await workshop.restarted().outbox.flush(everything: true)

        let resolution = try #require(await workshop.server.ask(ask.id)?.resolution)
        #expect(resolution.answer?.answer == answer)
        #expect(resolution.state == answer.state)
    }

    @Test("a rule that the ask does not offer is refused on the device, and nothing is sent")
    func notOffered() async throws {
        let workshop = try await Workshop.paired()
        let ask = Fixture.ask(rules: [Fixture.rule])
        await workshop.server.add(ask)
        let result = await workshop.outbox.submit(AnswerDraft(to: ask, .approveAndRemember([Self.shared])))
        #expect(
            result
                == .refused(message: #""Bash(npm ci)" for shared_project is not one of the rules."#))
        #expect(await workshop.server.requests(to: API.answerAsk).isEmpty)
    }

    @Test("to approve is another answer than to approve and remember: the first stands")
    func different() async throws {
        let workshop = try await Workshop.paired()
        let ask = Fixture.ask(rules: [Fixture.rule])
        await workshop.server.add(ask)
        await workshop.server.setDown(true)
        _ = await workshop.outbox.submit(AnswerDraft(to: ask, .approve))
        let second = await workshop.outbox.submit(AnswerDraft(to: ask, .approveAndRemember([Fixture.rule])))
        #expect(second == .refused(message: "This device already answered: approved. That answer stands."))
    }

    @Test("each is said in its own words")
    func wording() {
        Words.$current.withValue(Words(.english)) {
            #expect(AnswerWording.summary(of: .approveAndRemember([Fixture.rule])) == "approved and remembered")
            let stop = Answer.deny(message: "no", interrupt: true)
            #expect(AnswerWording.summary(of: stop) == "denied, with the word to stop, “no”")
            #expect(
                AnswerWording.summary(of: .deny(message: nil, interrupt: true)) == "denied, with the word to stop")
        }
    }

    @Test("a card has the rules as they are to be named, and says how far each reaches")
    func card() {
        let card = AskCard(Fixture.ask(rules: [Fixture.rule, Self.shared]))
        #expect(card.rules == [Fixture.rule, Self.shared])
        let reach = OfferedRule.Scope.allCases.map { $0.words(Words(.english)) }
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
