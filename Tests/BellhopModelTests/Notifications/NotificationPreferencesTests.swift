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

    @Test("A category can be turned off alone, and its switch does not override its type's")
    func categories() {
        var preferences = NotificationPreferences(categories: [.taskComplete: false, .message: true])
        preferences.types[.messages] = false
        #expect(!preferences.allows(category: .taskComplete) && preferences.allows(category: .agentComplete))
        #expect(!preferences.allows(category: .message))
    }

    @Test("The disabled switch is reported, the category's first; only the category's switch suppresses an ask")
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

    @Test("Quiet hours, mutes and a cap survive JSON, together with unknown settings")
    func settings() throws {
        let text =
            #"{"digest":{"at":"18:00"},"frequency_cap":{"limit":5,"seconds":3600},"mutes":[{"session":"run-1","until":"#
            + #""2026-01-31T09:30:00.000Z"},{"topic":"news"},{"thread":"shop"}],"preferences":{"messages":true,"#
            + #""new_items":true,"reminders":true,"updates":true},"quiet_hours":{"allow_asks":false,"#
            + #""allow_time_sensitive":true,"days":["friday","saturday"],"end":"07:00","start":"22:00","time_zone":"Asia/Tokyo"}}"#
        let preferences = try CanonicalJSON.decode(NotificationPreferences.self, from: text.utf8)
        #expect(preferences.quietHours?.days == [.friday, .saturday] && preferences.quietHours?.allowAsks == false)
        #expect(preferences.mutes.map(\.subject) == [.session("run-1"), .topic("news"), .thread("shop")])
        #expect(preferences.frequencyCap == FrequencyCap(limit: 5, seconds: 3600))
        #expect(preferences.unknown == ["digest": ["at": "18:00"]])
        #expect(try CanonicalJSON.text(preferences) == text)
        let end = try #require(preferences.mutes[0].until)
        #expect(preferences.current(at: end - .milliseconds(1)) == preferences)
        #expect(preferences.current(at: end).mutes.map(\.subject) == [.topic("news"), .thread("shop")])
    }

    @Test("A mute covers a session, a topic or a thread until it ends")
    func mutes() throws {
        let notification = Sample.notification(.taskComplete, title: "t", body: "b", thread: "shop")
        func mute(_ subject: Mute.Subject, until: Timestamp? = nil, about topics: [TopicID] = []) -> Mute? {
            NotificationPreferences(mutes: [Mute(subject, until: until)])
                .mute(of: notification, about: topics, at: Sample.now)
        }
        #expect(mute(.session("session-789")) != nil && mute(.session("other")) == nil)
        #expect(mute(.thread("shop")) != nil && mute(.thread("session-789")) == nil)
        #expect(mute(.topic("news"), about: ["news"]) != nil && mute(.topic("news")) == nil)
        #expect(mute(.thread("shop"), until: Sample.now + .milliseconds(1)) != nil)
        #expect(mute(.thread("shop"), until: Sample.now) == nil)
    }

    @Test(
        "Invalid settings are refused",
        arguments: [
            #"{"quiet_hours":{"start":"22:00"}}"#, #"{"quiet_hours":{"start":"22:00","end":"7"}}"#,
            #"{"quiet_hours":{"start":"22:00","end":"07:00","days":["someday"]}}"#,
            #"{"quiet_hours":{"start":"22:00","end":"07:00","allow_asks":1}}"#, #"{"quiet_hours":true}"#,
            #"{"mutes":[{}]}"#, #"{"mutes":[{"session":"a","topic":"b"}]}"#, #"{"mutes":[{"session":""}]}"#,
            #"{"mutes":[{"session":"a","until":"tomorrow"}]}"#, #"{"frequency_cap":{"limit":5}}"#,
        ])
    func notUnderstood(_ text: String) {
        #expect(throws: DecodingError.self) { try CanonicalJSON.decode(NotificationPreferences.self, from: text.utf8) }
    }

    @Test("Unknown names are kept")
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
        "A known type with a value other than a boolean is refused",
        arguments: [
            #"{"preferences":{"messages":"no"}}"#, #"{"preferences":{"messages":0}}"#,
            #"{"categories":{"message":null}}"#,
        ])
    func refused(_ text: String) {
        #expect(throws: DecodingError.self) { try CanonicalJSON.decode(NotificationPreferences.self, from: text.utf8) }
    }
}

@Suite("Quiet hours")
struct QuietHoursTests {
    @Test("Time-sensitive notifications are delivered by choice, and asks likewise unless set otherwise")
    func exceptions() throws {
        var quiet = QuietHours(start: try #require(TimeOfDay("22:00")), end: try #require(TimeOfDay("07:00")))
        #expect(quiet.allow(isAsk: false, level: .timeSensitive) && quiet.allow(isAsk: true, level: .timeSensitive))
        #expect(!quiet.allow(isAsk: false, level: .active) && quiet.allow(isAsk: true, level: .active))
        quiet.allowAsks = false
        #expect(quiet.allow(isAsk: false, level: .timeSensitive) && !quiet.allow(isAsk: true, level: .timeSensitive))
        (quiet.allowTimeSensitive, quiet.allowAsks) = (false, nil)
        #expect(!quiet.allow(isAsk: false, level: .timeSensitive) && !quiet.allow(isAsk: true, level: .timeSensitive))
        quiet.allowAsks = true
        #expect(quiet.allow(isAsk: true, level: .timeSensitive))
    }

    @Test("A time of day is written as HH:MM only", arguments: ["7:00", "24:00", "12:60", "12:5", "12", "ab:cd", ""])
    func times(_ text: String) { #expect(TimeOfDay(text) == nil) }
}
