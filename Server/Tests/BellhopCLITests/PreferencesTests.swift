import ArgumentParser
import BellhopModel
import Testing

@testable import BellhopCLI

@Suite("Preferences on the command line")
struct PreferencesTests {
    @Test(
        "A name that Bellhop knows is a type or a category",
        arguments: [
            ("reminders", PreferenceSwitch.type(.reminders)), ("reminder", .category(.reminder)),
            ("TASK_COMPLETE", .category(.taskComplete)), ("messages", .type(.messages)),
        ])
    func known(_ name: String, _ expected: PreferenceSwitch) throws {
        #expect(try PreferenceSwitch(named: name, in: .default) == expected)
    }

    @Test("An unknown name is taken once it is in the preferences, and refused with what there is before")
    func own() throws {
        let preferences = NotificationPreferences(
            types: [PreferenceType(rawValue: "polls"): true], categories: [CategoryID("MINE"): false])
        #expect(try PreferenceSwitch(named: "polls", in: preferences) == .type(PreferenceType(rawValue: "polls")))
        #expect(try PreferenceSwitch(named: "MINE", in: preferences) == .category(CategoryID("MINE")))
        let failure = #expect(throws: CommandFailure.self) { try PreferenceSwitch(named: "polls", in: .default) }
        #expect(failure?.description.contains("new_items, reminders, updates, messages") == true)
        #expect(failure?.description.contains("APPROVAL_REQUEST") == true)
    }

    @Test("A switch is turned and nothing else changes")
    func turning() throws {
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

    @Test("Each switch is a line, the types first")
    func lines() {
        let preferences = NotificationPreferences(
            types: [.reminders: false, PreferenceType(rawValue: "polls"): true], categories: [.taskComplete: false])
        #expect(
            preferences.lines == [
                "new_items      on", "reminders      off", "updates        on", "messages       on",
                "polls          on", "TASK_COMPLETE  off",
            ])
    }

    @Test("Without a subcommand they are shown; set takes on or off and nothing else")
    func arguments() throws {
        let shown = try BellhopCommand.parseAsRoot(["preferences", "--json", "--user", "ada"])
        #expect((shown as? PreferencesCommand.Show)?.options.user == "ada")
        let set = try BellhopCommand.parseAsRoot(["preferences", "set", "MINE", "off", "--category"])
        let command = try #require(set as? PreferencesCommand.Set)
        #expect(command.position == .off)
        #expect(command.kind == .category)
        #expect(throws: (any Error).self) { try BellhopCommand.parseAsRoot(["preferences", "set", "reminders", "no"]) }
    }
}
