import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("Meaning of a response")
struct ResponseMeaningTests {
    struct Row: Sendable, CustomTestStringConvertible {
        var name: String
        var payload: PushPayload
        var action: ActionID
        var text: String?
        var retries = true
        var meaning: @Sendable (DeliveredNotification) -> ResponseMeaning
        var testDescription: String { name }
    }

    private static let ask = Fixture.ask()
    private static let question = Fixture.ask(2, questions: [Fixture.question])
    private static let approval = Fixture.push(ask)
    private static let asking = Fixture.push(question)

    private static func payload(_ category: CategoryID, _ change: (inout PushPayload) -> Void = { _ in }) -> PushPayload
    {
        var payload = PushPayload(aps: APS(alert: PushAlert(body: "…"), category: category))
        change(&payload)
        return payload
    }

    static let rows: [Row] = [
        Row(name: "Approve", payload: approval, action: "APPROVE_ACTION") { _ in .answer(AskNotice(ask), .approve) },
        Row(name: "Deny", payload: approval, action: "DENY_ACTION") { _ in
            .answer(AskNotice(ask), .deny(message: nil))
        },
        Row(name: "Deny with a reason", payload: approval, action: "DENY_ACTION", text: "not on Friday") { _ in
            .answer(AskNotice(ask), .deny(message: "not on Friday"))
        },
        Row(name: "a tap on an approval", payload: approval, action: .opened) { _ in .open(.ask(ask.id)) },
        Row(name: "dismissing an approval answers nothing", payload: approval, action: .dismissed) { _ in .nothing },
        Row(name: "a tap on a question", payload: asking, action: .opened) { _ in .open(.question(question.id)) },
        Row(name: "Open App on a question", payload: asking, action: "OPEN_ACTION") { _ in
            .open(.question(question.id))
        },
        Row(name: "a reply", payload: asking, action: "REPLY_ACTION", text: "SQLite") { _ in
            .answer(AskNotice(question), .replies([Reply(text: "SQLite")]))
        },
        Row(name: "an empty reply opens the question", payload: asking, action: "REPLY_ACTION", text: " \n") { _ in
            .open(.question(question.id))
        },
        Row(
            name: "Approve without an ask to approve",
            payload: payload(.approvalRequest) { ($0.requestID, $0.sessionID) = ("approval-123", "s1") },
            action: "APPROVE_ACTION"
        ) { _ in .open(.session("s1", .look)) },
        Row(
            name: "Continue Chat", payload: payload(.agentComplete) { $0.sessionID = "s1" }, action: "CONTINUE_CHAT"
        ) { _ in .open(.session("s1", .write)) },
        Row(name: "Retry", payload: payload(.agentError) { $0.sessionID = "s1" }, action: "RETRY") { _ in
            .act(.retry, leading: .session("s1", .look))
        },
        Row(
            name: "Retry without a handler", payload: payload(.agentError) { $0.sessionID = "s1" }, action: "RETRY",
            retries: false
        ) { _ in .open(.session("s1", .retry)) },
        Row(
            name: "Retry of something else without a handler", payload: payload(.agentError) { $0.itemID = "7" },
            action: "RETRY", retries: false
        ) { _ in .act(.retry, leading: .item("7")) },
        Row(name: "View Result", payload: payload(.agentComplete) { $0.sessionID = "s1" }, action: "VIEW_RESULT") { _ in
            .open(.session("s1", .look))
        },
        Row(name: "Dismiss", payload: payload(.agentError), action: "DISMISS") { _ in .nothing },
        Row(name: "Complete", payload: payload(.reminder) { $0.itemID = "7" }, action: "COMPLETE_TASK") { _ in
            .act(.complete, leading: nil)
        },
        Row(name: "Snooze", payload: payload(.reminderCategory) { $0.itemID = "7" }, action: "SNOOZE_ACTION") { _ in
            .act(.snooze(.quarterHour), leading: nil)
        },
        Row(name: "Mark as Read", payload: payload(.messageCategory), action: "MARK_READ_ACTION") { _ in
            .act(.markRead, leading: nil)
        },
        Row(name: "a reply to a message", payload: payload(.message), action: "REPLY", text: "Hi") { _ in
            .act(.reply(text: "Hi"), leading: nil)
        },
        Row(
            name: "Reply without a text field opens the message",
            payload: payload(.messageCategory) { $0.messageID = "9" }, action: "REPLY_ACTION"
        ) { _ in .open(.message("9")) },
        Row(name: "a button of the app's own", payload: payload(CategoryID("MINE")), action: "LIGHTS_OFF") { _ in
            .act(.custom("LIGHTS_OFF", text: nil), leading: nil)
        },
    ]

    @Test("Every button has a meaning", arguments: rows)
    func table(row: Row) {
        let notification = DeliveredNotification(id: "n", deliveredAt: Fixture.start, payload: row.payload)
        let response = NotificationResponse(to: notification, row.action, text: row.text)
        #expect(ResponseMeaning(response, retries: row.retries) == row.meaning(notification))
    }
}
