import ArgumentParser
import BellhopModel
import BellhopStore
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("Preferences on the command line")
struct PreferencesTests {
    @Test(
        "A known name is a type or a category",
        arguments: [
            ("reminders", PreferenceSwitch.type(.reminders)), ("reminder", .category(.reminder)),
            ("TASK_COMPLETE", .category(.taskComplete)), ("messages", .type(.messages)),
        ])
    func known(_ name: String, _ expected: PreferenceSwitch) throws {
        #expect(try PreferenceSwitch(named: name, in: .default) == expected)
    }

    @Test("An unknown name is accepted once it is in the preferences, and rejected with the known names before")
    func unknownName() throws {
        let preferences = NotificationPreferences(
            types: [PreferenceType(rawValue: "polls"): true], categories: [CategoryID("MINE"): false])
        #expect(try PreferenceSwitch(named: "polls", in: preferences) == .type(PreferenceType(rawValue: "polls")))
        #expect(try PreferenceSwitch(named: "MINE", in: preferences) == .category(CategoryID("MINE")))
        let failure = #expect(throws: CommandFailure.self) { try PreferenceSwitch(named: "polls", in: .default) }
        #expect(failure?.description.contains("new_items, reminders, updates, messages") == true)
        #expect(failure?.description.contains("APPROVAL_REQUEST") == true)
    }

    @Test("Turning a switch changes no other switch")
    func switching() throws {
        let text = #"{"categories":{"MINE":false},"preferences":{"digest":"weekly","polls":false}}"#
        var preferences = try CanonicalJSON.decode(NotificationPreferences.self, from: text.utf8)
        PreferenceSwitch.type(.reminders).turn(false, in: &preferences)
        PreferenceSwitch.category(.taskComplete).turn(false, in: &preferences)
        PreferenceSwitch.category(CategoryID("MINE")).turn(true, in: &preferences)
        #expect(
            try CanonicalJSON.text(preferences)
                == #"{"categories":{"MINE":true,"TASK_COMPLETE":false},"preferences":{"digest":"weekly","#
                + #""messages":true,"new_items":true,"polls":false,"reminders":false,"updates":true}}"#)
    }

    @Test("Each switch is printed on one line, types first")
    func lines() {
        let preferences = NotificationPreferences(
            types: [.reminders: false, PreferenceType(rawValue: "polls"): true], categories: [.taskComplete: false])
        #expect(
            preferences.lines == [
                "new_items      on", "reminders      off", "updates        on", "messages       on",
                "polls          on", "TASK_COMPLETE  off",
            ])
    }

    @Test("preferences shows by default; set accepts only on and off")
    func arguments() throws {
        let shown = try BellhopCommand.parseAsRoot(["preferences", "--json", "--user", "ada"])
        #expect((shown as? PreferencesCommand.Show)?.options.user == "ada")
        let set = try BellhopCommand.parseAsRoot(["preferences", "set", "MINE", "off", "--category"])
        let command = try #require(set as? PreferencesCommand.Set)
        #expect(command.position == .off)
        #expect(command.kind == .category)
        #expect(throws: (any Error).self) { try BellhopCommand.parseAsRoot(["preferences", "set", "reminders", "no"]) }
    }

    @Test("quiet takes a start, an end and options, or off")
    func quiet() throws {
        func hours(_ arguments: String...) throws -> QuietHours? {
            let command = try BellhopCommand.parseAsRoot(["preferences", "quiet"] + arguments)
            return try #require(command as? QuietCommand).hours()
        }
        let (night, morning) = (try #require(TimeOfDay("22:00")), try #require(TimeOfDay("07:00")))
        #expect(try hours("22:00", "07:00") == QuietHours(start: night, end: morning))
        #expect(
            try hours("22:00", "07:00", "--days", "fri,SAT", "--zone", "Asia/Tokyo", "--no-time-sensitive", "--asks")
                == QuietHours(
                    start: night, end: morning, days: [.friday, .saturday], timeZone: "Asia/Tokyo",
                    allowTimeSensitive: false, allowAsks: true))
        #expect(try hours("off") == nil)
        for wrong in [["22:00"], ["22:00", "7"], ["off", "07:00"], ["22:00", "07:00", "--days", "someday"]] {
            let command = try BellhopCommand.parseAsRoot(["preferences", "quiet"] + wrong)
            let quiet = try #require(command as? QuietCommand)
            #expect(throws: CommandFailure.self) { try quiet.hours() }
        }
    }

    @Test("mute takes one subject and an optional duration; cap takes a number and a period")
    func muteAndCap() throws {
        func mute(_ arguments: String...) throws -> Mute {
            let command = try BellhopCommand.parseAsRoot(["preferences", "mute"] + arguments)
            return try #require(command as? MuteCommand).mute(at: Timestamp(seconds: 1000))
        }
        #expect(try mute("--session", "run-1") == Mute(.session("run-1")))
        #expect(try mute("--topic", "news", "--for", "2h") == Mute(.topic("news"), until: Timestamp(seconds: 8200)))
        #expect(throws: CommandFailure.self) { try mute() }
        #expect(throws: CommandFailure.self) { try mute("--thread", "a", "--topic", "b") }
        for length in ["2", "h", "0s", "1.5h", "99999999999999999999d", "9999999d"] {
            #expect(throws: CommandFailure.self) { try mute("--thread", "a", "--for", length) }
        }
        func cap(_ arguments: String...) throws -> FrequencyCap? {
            try #require(try BellhopCommand.parseAsRoot(["preferences", "cap"] + arguments) as? CapCommand).cap()
        }
        #expect(try cap("10", "--per", "30m") == FrequencyCap(limit: 10, seconds: 1800))
        #expect(try cap("10") == FrequencyCap(limit: 10, seconds: 3600))
        #expect(try cap("off") == nil)
        #expect(throws: (any Error).self) { try cap("many") }
    }

    @Test("Each other setting is printed on one line after the switches")
    func settingLines() throws {
        let preferences = NotificationPreferences(
            quietHours: QuietHours(
                start: try #require(TimeOfDay("22:00")), end: try #require(TimeOfDay("07:00")), days: [.friday],
                timeZone: "Asia/Tokyo"),
            mutes: [Mute(.session("run-1"), until: Timestamp(seconds: 1_767_225_600)), Mute(.thread("shop"))],
            frequencyCap: FrequencyCap(limit: 10, seconds: 7200))
        #expect(
            preferences.lines.dropFirst(4) == [
                "quiet 22:00 to 07:00 on friday (Asia/Tokyo), except for time-sensitive notifications and asks",
                "muted session run-1 until 2026-01-01T00:00:00.000Z", "muted thread shop",
                "at most 10 pushes in 2h",
            ])
    }

    @Test("The server folds bursts by default")
    func bursts() throws {
        func limits(_ arguments: String...) throws -> BurstLimits? {
            try #require(try BellhopCommand.parseAsRoot(["serve"] + arguments) as? ServeCommand).burstLimits
        }
        #expect(try limits() == BurstLimits(limit: 3, window: .seconds(60)))
        #expect(
            try limits("--burst-limit", "5", "--burst-window", "10") == BurstLimits(limit: 5, window: .seconds(10)))
        #expect(try limits("--burst-limit", "0") == nil)
        #expect(throws: (any Error).self) { try limits("--burst-limit=-1") }
        #expect(throws: (any Error).self) { try limits("--burst-window", "0") }
    }
}
