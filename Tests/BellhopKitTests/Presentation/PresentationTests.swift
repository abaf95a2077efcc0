import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

/// The content of screens about categories, asks and sessions.
@Suite struct PresentationTests {
    private let strings = Strings(.english)

    @Test("Every category has a symbol, a colour and the buttons of the catalog")
    func categories() {
        for category in CategoryCatalog.all {
            let look = CategoryAppearance(category.id, language: .english)
            #expect(!look.symbol.isEmpty && look.symbol != "bell.fill")
            #expect(look.buttons == category.actions)
        }
        #expect(CategoryAppearance(.approvalRequest).isMonospaced)
        #expect(CategoryAppearance(CategoryID("HOUSE"), language: .english).buttons.isEmpty)
        #expect(CategoryAppearance(nil, kind: .error).color == .failure)
        #expect(CategoryAppearance(.taskError, language: .german).buttons.map(\.title) == ["App öffnen"])
    }

    @Test("A confirmation has the button's text in the user's language; undecided actions have none")
    func confirmations() throws {
        func confirmation(_ effect: ActionEffect, in category: CategoryID, _ strings: Strings) throws
            -> ActionConfirmation?
        {
            let action = try #require(CategoryCatalog[category]?.actions.first { $0.effect == effect })
            return ActionConfirmation(action.id, in: category, strings: strings)
        }
        let complete = try confirmation(.complete, in: .reminder, strings)
        #expect(complete?.text == strings.confirmCompleted && complete?.symbol == "checkmark.circle.fill")
        #expect(try confirmation(.complete, in: .reminder, Strings(.german))?.text != complete?.text)
        #expect(try confirmation(.snooze, in: .reminder, strings)?.text == strings.confirmSnoozed(count: 15))
        #expect(try confirmation(.approve, in: .approvalRequest, strings) == nil)
        #expect(ActionConfirmation(.opened, in: .reminder, strings: strings) == nil)
    }

    @Test("No character is split, and secrets are masked")
    func characters() {
        let family = "👩‍👩‍👧‍👦"
        let cut = CutText(String(repeating: family, count: 50), characters: 7)
        #expect(cut.head == String(repeating: family, count: 4))
        #expect(cut.tail == String(repeating: family, count: 3))
        #expect(
            !CutText("git push https://a:ghp_0123456789abcdefghijklmnopqrstuvwxyz@x", characters: nil).head.contains(
                "0123456789"))
    }

    @Test("Hidden parts of a command, and a sender's warnings, are shown as dangers")
    func dangers() {
        #expect(AskCard(Fixture.ask(), language: .english).isDangerous == false)
        #expect(
            AskCard(Fixture.ask(input: "rm \u{202E}x"), language: .english).dangers == [
                "characters that reverse the text"
            ])
        var payload = PushPayload()
        payload.extra["danger"] = .string("deletes \u{7}files")
        #expect(
            AskCard(Fixture.ask(), payload: payload, language: .english).dangers.first?.hasPrefix("deletes ") == true)
        payload.extra["danger"] = .bool(true)
        #expect(AskCard(Fixture.ask(), payload: payload, language: .english).dangers == ["Marked as dangerous"])
        payload.extra["danger"] = .bool(false)
        #expect(AskCard(Fixture.ask(), payload: payload, language: .english).dangers.isEmpty)
        var ask = Fixture.ask(input: "rm \u{202E}x")
        var request = ask.request
        request.body = "⚠ as root; deletes recursively\n⚠ characters that reverse the text\nrm ‹U+202E›x"
        ask = Ask(
            id: ask.id, userID: ask.userID, sessionID: nil, category: ask.category, request: request,
            createdAt: ask.createdAt, deadline: ask.deadline)
        #expect(
            AskCard(ask, language: .english).dangers == [
                "as root; deletes recursively", "characters that reverse the text",
            ])
    }

    @Test(
        "The countdown shows the remaining time to the second",
        arguments: [
            (-10_000, 60, "1:00", Countdown.Urgency.calm), (0, 60, "1:00", .calm), (1, 60, "1:00", .calm),
            (1000, 59, "0:59", .calm), (30_001, 30, "0:30", .calm), (31_000, 29, "0:29", .soon),
            (59_999, 1, "0:01", .soon), (60_000, 0, "0:00", .over), (90_000, 0, "0:00", .over),
        ] as [(Int64, Int, String, Countdown.Urgency)])
    func countdown(after milliseconds: Int64, seconds: Int, clock: String, urgency: Countdown.Urgency) {
        let card = AskCard(Fixture.ask(for: 60), language: .english)
        let now = Fixture.start + .milliseconds(milliseconds)
        let countdown = card.countdown(at: now)
        if milliseconds >= 0 { #expect(countdown.seconds == seconds && countdown.clock == clock) }
        #expect(countdown.urgency == urgency)
        #expect((0...1).contains(countdown.fraction))
        #expect(card.canBeAnswered(at: now) == (urgency != .over))
        #expect(countdown.text(in: .english) == (urgency == .over ? "Expired" : "\(countdown.clock) left"))
    }

    @Test("A countdown shows hours separately, and accepts any clock")
    func countdownExtremes() {
        let start = Fixture.start
        #expect(Countdown(from: start, to: start + .seconds(3723), at: start).clock == "1:02:03")
        #expect(Countdown(from: start, to: start, at: start).fraction == 0)
        let far = Timestamp(milliseconds: Int64.max)
        #expect(Countdown(from: start, to: far, at: Timestamp(milliseconds: 0)).isOver == false)
    }

    @Test("A session's row shows its state, its step and its progress")
    func session() {
        var session = AgentSession(
            id: "s", userID: Fixture.user, title: "Fix \u{202E}login",
            origin: Origin(agent: "claude", host: "studio", project: "shop"),
            status: .running, operation: "Running tests", progress: .init(completed: 3, total: 7),
            startedAt: Fixture.start, updatedAt: Fixture.start)
        let row = SessionRow(session, language: .english)
        #expect(row.progress == "3 of 7 tasks")
        #expect(row.fraction == 3.0 / 7)
        #expect(row.origin == "claude · shop · studio")
        #expect(row.operation == "Running tests")
        #expect(row.spoken.contains("Working, Running tests, 3 of 7 tasks"))
        #expect(!row.title.unicodeScalars.contains("\u{202E}"))
        session.status = .completed
        #expect(SessionRow(session, language: .english).operation == nil)
        session.progress = .init(completed: 9, total: 0)
        #expect(SessionRow(session, language: .english).fraction == nil)
        session.progress = .init(completed: 9, total: 1)
        #expect(SessionRow(session, language: .english).fraction == 1)
        #expect(SessionRow(session, language: .english).progress == "1 of 1 task")
    }
}

@Suite("An expanded notification")
struct NotificationCardTests {
    @Test("A command is shown completely, as code, with its dangers")
    func command() {
        var payload = PushPayload()
        payload.aps.category = .approvalRequest
        payload.aps.alert = PushAlert(title: "Approval Needed", body: "Execute: rm …")
        payload.requestID = Fixture.askID(1).description
        payload.deadline = Fixture.start
        payload.toolInput = "rm -rf build \u{202E}gpj.exe"
        let card = NotificationCard(payload, strings: Strings(.english))
        #expect(card.detail?.head.hasPrefix("rm -rf build ") == true)
        #expect(card.detail?.head.contains("\u{202E}") == false)
        #expect(card.detail?.warnings.isEmpty == false)
        #expect(card.appearance.isMonospaced)
        #expect(card.deadline == Fixture.start)
    }

    @Test("White space alone is no detail, and a notification that needs no answer has no deadline")
    func plain() {
        var payload = PushPayload()
        payload.aps.category = .taskComplete
        payload.codePreview = " \n"
        payload.deadline = Fixture.start
        let card = NotificationCard(payload, strings: Strings(.english))
        #expect(card.detail == nil && card.deadline == nil)
    }

    @Test("Completing and snoozing are confirmed; navigation and undecided actions are not")
    func confirmation() {
        let strings = Strings(.english)
        #expect(ActionConfirmation("COMPLETE_ACTION", in: .reminderCategory, strings: strings)?.text == "Completed")
        #expect(ActionConfirmation("SNOOZE", in: .reminder, strings: strings)?.text == "Again in 15 minutes")
        for action in ["APPROVE_ACTION", "DENY_ACTION", "VIEW_ITEM", "OTHER"] as [ActionID] {
            #expect(ActionConfirmation(action, in: .approvalRequest, strings: strings) == nil)
        }
    }
}
