import ArgumentParser
import BellhopModel
import BellhopTerminal
import Foundation

struct MuteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "mute", abstract: "Mutes a session, topic or thread, for ever or for a time such as 2h.",
        discussion: "What is muted is stored and stays in the history, asks included, but is not pushed.")

    @OptionGroup var subject: MuteOptions

    @Option(
        name: [.customLong("for")],
        help: ArgumentHelp(
            "For how long: a number with s, m, h or d; at most ten years. Unless given: for ever.", valueName: "time"))
    var length: String?

    @OptionGroup var options: PreferencesOptions

    func run() async throws {
        let mute = try mute(at: Timestamp(milliseconds: Int64(Date().timeIntervalSince1970 * 1000)))
        try await options.change { preferences in
            preferences.mutes.removeAll { $0.subject == mute.subject }
            preferences.mutes.append(mute)
        }
    }

    func mute(at now: Timestamp) throws -> Mute {
        Mute(try subject.subject(), until: try length.map { now + .seconds(try ShortTime.seconds($0, "--for")) })
    }
}

struct UnmuteCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "unmute", abstract: "Lets a session, topic or thread be heard again.")

    @OptionGroup var subject: MuteOptions

    @OptionGroup var options: PreferencesOptions

    func run() async throws {
        let subject = try subject.subject()
        try await options.change { preferences in
            guard preferences.mutes.contains(where: { $0.subject == subject }) else {
                throw CommandFailure("The \(subject) is not muted.")
            }
            preferences.mutes.removeAll { $0.subject == subject }
        }
    }
}

/// What is meant: one of three.
struct MuteOptions: ParsableArguments {
    @Option(help: "A session, by the agent's own id.")
    var session: String?

    @Option(help: "A topic, or an item by its id.")
    var topic: String?

    @Option(help: "A thread, as notifications name it.")
    var thread: String?

    func subject() throws -> Mute.Subject {
        let given: [Mute.Subject?] = [
            try session.map { .session(try Self.name($0)) }, try topic.map { .topic(try Self.name($0)) },
            thread.map { .thread($0) },
        ]
        let subjects = given.compactMap { $0 }
        guard subjects.count == 1, let subject = subjects.first else {
            throw CommandFailure.usage("Name one of --session, --topic and --thread.")
        }
        return subject
    }

    private static func name<Kind>(_ text: String) throws -> Name<Kind> {
        guard let name = Name<Kind>(text) else {
            throw CommandFailure.usage("A name has 1 to 128 bytes without control characters.")
        }
        return name
    }
}
