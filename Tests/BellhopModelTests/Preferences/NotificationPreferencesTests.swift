import BellhopModel
import Testing

@Suite("Notification preferences")
struct NotificationPreferencesTests {
    @Test("Everything is on until it is turned off")
    func defaults() throws {
        for category in CategoryCatalog.all { #expect(NotificationPreferences.default.allows(category: category.id)) }
        #expect(NotificationPreferences.default.allows(category: CategoryID("MY_OWN")))
        #expect(
            try CanonicalJSON.text(NotificationPreferences.default)
                == #"{"preferences":{"messages":true,"new_items":true,"reminders":true,"updates":true}}"#)
    }

    @Test(
        "A type turns off all categories of its kind and no others",
        arguments: [
            (PreferenceType.newItems, [CategoryID.newItem]), (.reminders, [.reminder, .reminderCategory]),
            (.updates, [.update, .updateCategory]), (.messages, [.message, .messageCategory]),
        ])
    func types(_ type: PreferenceType, _ silenced: [CategoryID]) {
        let preferences = NotificationPreferences(types: [type: false])
        let off = CategoryCatalog.all.map(\.id).filter { !preferences.allows(category: $0) }
        #expect(Set(off) == Set(silenced))
    }

    @Test("A category can be turned off alone, and its own switch does not overrule its type's")
    func categories() {
        var preferences = NotificationPreferences(categories: [.taskComplete: false, .message: true])
        preferences.types[.messages] = false
        #expect(!preferences.allows(category: .taskComplete) && preferences.allows(category: .agentComplete))
        #expect(!preferences.allows(category: .message))
    }

    @Test("A refusal names the switch, the category's first; an ask is silenced by its category's alone")
    func refusals() {
        let preferences = NotificationPreferences(
            types: [.reminders: false, .messages: false], categories: [.message: false, .approvalRequest: false])
        #expect(preferences.refusal(of: .reminder) == .type(.reminders))
        #expect(preferences.refusal(of: .reminder, isAsk: true) == nil)
        #expect(preferences.refusal(of: .message, isAsk: true) == .category(.message))
        #expect(preferences.refusal(of: .approvalRequest, isAsk: true) == .category(.approvalRequest))
        #expect(preferences.refusal(of: .questionAsked, isAsk: true) == nil)
        #expect(preferences.refusal(of: .message)?.description == "the user turned off the category message")
        #expect(preferences.refusal(of: .reminder)?.description == "the user turned off the type reminders")
    }

    @Test("Names that are not known are kept")
    func unknown() throws {
        let text =
            #"{"categories":{"MINE":false},"preferences":{"digest":"weekly","messages":false,"new_items":true,"polls":false,"reminders":true,"updates":true}}"#
        let preferences = try CanonicalJSON.decode(NotificationPreferences.self, from: text.utf8)
        #expect(!preferences.allows(category: .message) && !preferences.allows(category: CategoryID("MINE")))
        #expect(
            preferences.types[PreferenceType(rawValue: "polls")] == false && preferences.others["digest"] == "weekly")
        #expect(try CanonicalJSON.text(preferences) == text)
        #expect(try CanonicalJSON.decode(NotificationPreferences.self, from: "{}".utf8) == .default)
    }

    @Test(
        "A known type that is not on or off is refused",
        arguments: [
            #"{"preferences":{"messages":"no"}}"#, #"{"preferences":{"messages":0}}"#,
            #"{"categories":{"message":null}}"#,
        ])
    func refused(_ text: String) {
        #expect(throws: DecodingError.self) { try CanonicalJSON.decode(NotificationPreferences.self, from: text.utf8) }
    }
}
