import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

/// What screens show of categories, asks and sessions.
@Suite struct PresentationTests {
    private let words = Words(.english)

    @Test("Every category has a symbol, a colour and the buttons of the catalog")
    func categories() {
        for category in CategoryCatalog.all {
            let look = CategoryAppearance(category.id, words: words)
            #expect(!look.symbol.isEmpty && look.symbol != "bell.fill")
            #expect(look.buttons == category.actions)
        }
        #expect(CategoryAppearance(.approvalRequest).isMonospaced)
        #expect(CategoryAppearance(CategoryID("HOUSE"), words: words).buttons.isEmpty)
        #expect(CategoryAppearance(nil, kind: .error).color == .failure)
        #expect(CategoryAppearance(.taskError, words: Strings(.german)).buttons.map(\.title) == ["App öffnen"])
    }

    @Test("A button is confirmed in its own words, in the person's language; one whose outcome is not known is not")
    func confirmations() throws {
        func confirmation(_ effect: ActionEffect, in category: CategoryID, _ words: Strings) throws -> ActionConfirmation?
        {
            let action = try #require(CategoryCatalog[category]?.actions.first { $0.effect == effect })
            return ActionConfirmation(action.id, in: category, words: words)
        }
        let complete = try confirmation(.complete, in: .reminder, words)
        #expect(complete?.text == words.confirmCompleted && complete?.symbol == "checkmark.circle.fill")
        #expect(try confirmation(.complete, in: .reminder, Words(.german))?.text != complete?.text)
        #expect(try confirmation(.snooze, in: .reminder, words)?.text == words.confirmSnoozed(count: 15))
        #expect(try confirmation(.approve, in: .approvalRequest, words) == nil)
        #expect(ActionConfirmation(.opened, in: .reminder, words: words) == nil)
    }

    @Test("Nothing is cut within a character, and secrets are masked")
    func characters() {
        let family = "👩‍👩‍👧‍👦"
        let cut = CutText(String(repeating: family, count: 50), characters: 7)
        #expect(cut.head == String(repeating: family, count: 4))
        #expect(cut.tail == String(repeating: family, count: 3))
        #expect(
            !CutText("git push https://a:ghp_0123456789abcdefghijklmnopqrstuvwxyz@x", characters: nil).head.contains(
                "0123456789"))
    }

    @Test("What is hidden in a command, and what its sender says of it, is a danger")
    func dangers() {
        #expect(AskCard(Fixture.ask(), words: words).isDangerous == false)
        #expect(
            AskCard(Fixture.ask(input: "rm \u{202E}x"), words: words).dangers == ["characters that reverse the text"])
        var payload = PushPayload()
        payload.extra["danger"] = .string("deletes \u{7}files")
        #expect(AskCard(Fixture.ask(), payload: payload, words: words).dangers.first?.hasPrefix("deletes ") == true)
        payload.extra["danger"] = .bool(true)
        #expect(AskCard(Fixture.ask(), payload: payload, words: words).dangers == ["Marked as dangerous"])
        payload.extra["danger"] = .bool(false)
        #expect(AskCard(Fixture.ask(), payload: payload, words: words).dangers.isEmpty)
        var ask = Fixture.ask(input: "rm \u{202E}x")
        var request = ask.request
        request.body = "⚠ as root; deletes recursively\n⚠ characters that reverse the text\nrm ‹U+202E›x"
        ask = Ask(
            id: ask.id, userID: ask.userID, sessionID: nil, category: ask.category, request: request,
            createdAt: ask.createdAt, deadline: ask.deadline)
        #expect(
            AskCard(ask, words: words).dangers == ["as root; deletes recursively", "characters that reverse the text"])
    }

    @Test(
        "The countdown says what is left, to the second",
        arguments: [
            (-10_000, 60, "1:00", Countdown.Urgency.calm), (0, 60, "1:00", .calm), (1, 60, "1:00", .calm),
            (1000, 59, "0:59", .calm), (30_001, 30, "0:30", .calm), (31_000, 29, "0:29", .soon),
            (59_999, 1, "0:01", .soon), (60_000, 0, "0:00", .over), (90_000, 0, "0:00", .over),
        ] as [(Int64, Int, String, Countdown.Urgency)])
    func countdown(after milliseconds: Int64, seconds: Int, clock: String, urgency: Countdown.Urgency) {
        let card = AskCard(Fixture.ask(for: 60), words: words)
        let now = Fixture.start + .milliseconds(milliseconds)
        let countdown = card.countdown(at: now)
        if milliseconds >= 0 { #expect(countdown.seconds == seconds && countdown.clock == clock) }
        #expect(countdown.urgency == urgency)
        #expect((0...1).contains(countdown.fraction))
        #expect(card.canBeAnswered(at: now) == (urgency != .over))
        #expect(countdown.text(words) == (urgency == .over ? "Expired" : "\(countdown.clock) left"))
    }

    @Test("Hours have their own place, and no clock makes a countdown fail")
    func countdownExtremes() {
        let start = Fixture.start
        #expect(Countdown(from: start, to: start + .seconds(3723), at: start).clock == "1:02:03")
        #expect(Countdown(from: start, to: start, at: start).fraction == 0)
        let far = Timestamp(milliseconds: Int64.max)
        #expect(Countdown(from: start, to: far, at: Timestamp(milliseconds: 0)).isOver == false)
    }

    @Test("A session's row says its state, its step and its progress")
    func session() {
        var session = AgentSession(
            id: "s", userID: Fixture.user, title: "Fix \u{202E}login",
            origin: Origin(agent: "claude", host: "studio", project: "shop"),
            status: .running, operation: "Running tests", progress: .init(completed: 3, total: 7),
            startedAt: Fixture.start, updatedAt: Fixture.start)
        let row = SessionRow(session, words: words)
        #expect(row.progress == "3 of 7 tasks")
        #expect(row.fraction == 3.0 / 7)
        #expect(row.origin == "claude · shop · studio")
        #expect(row.operation == "Running tests")
        #expect(row.spoken.contains("Working, Running tests, 3 of 7 tasks"))
        #expect(!row.title.unicodeScalars.contains("\u{202E}"))
        session.status = .completed
        #expect(SessionRow(session, words: words).operation == nil)
        session.progress = .init(completed: 9, total: 0)
        #expect(SessionRow(session, words: words).fraction == nil)
        session.progress = .init(completed: 9, total: 1)
        #expect(SessionRow(session, words: words).fraction == 1)
        #expect(SessionRow(session, words: words).progress == "1 of 1 task")
    }
}
