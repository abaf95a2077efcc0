import BellhopModel
import BellhopTesting
import Testing

@testable import BellhopKit

@Suite("An expanded notification")
struct NotificationCardTests {
    @Test("A command is shown whole, as code, with what is suspicious about it")
    func command() {
        var payload = PushPayload()
        payload.aps.category = .approvalRequest
        payload.aps.alert = PushAlert(title: "Approval Needed", body: "Execute: rm …")
        payload.requestID = Fixture.askID(1).description
        payload.deadline = Fixture.start
        payload.toolInput = "rm -rf build \u{202E}gpj.exe"
        let card = NotificationCard(payload, words: Strings(.english))
        #expect(card.detail?.head.hasPrefix("rm -rf build ") == true)
        #expect(card.detail?.head.contains("\u{202E}") == false)
        #expect(card.detail?.warnings.isEmpty == false)
        #expect(card.appearance.isMonospaced)
        #expect(card.deadline == Fixture.start)
    }

    @Test("Nothing but white space is no detail, and what waits for no answer has no deadline")
    func plain() {
        var payload = PushPayload()
        payload.aps.category = .taskComplete
        payload.codePreview = " \n"
        payload.deadline = Fixture.start
        let card = NotificationCard(payload, words: Strings(.english))
        #expect(card.detail == nil && card.deadline == nil)
    }

    @Test("Completing and snoozing are confirmed; what leads somewhere, or is not decided yet, is not")
    func confirmation() {
        let words = Words(.english)
        #expect(ActionConfirmation("COMPLETE_ACTION", in: .reminderCategory, words: words)?.text == "Completed")
        #expect(ActionConfirmation("SNOOZE", in: .reminder, words: words)?.text == "Again in 15 minutes")
        for action in ["APPROVE_ACTION", "DENY_ACTION", "VIEW_ITEM", "OTHER"] as [ActionID] {
            #expect(ActionConfirmation(action, in: .approvalRequest, words: words) == nil)
        }
    }
}
