import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal

struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Makes, lists and revokes keys.",
        subcommands: [Create.self, List.self, Revoke.self], defaultSubcommand: List.self)

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Makes a key and prints it, this once.")

        @Option(help: "agent or admin. A device's key comes from pairing it.")
        var role = "agent"

        @Option(help: "What to call it, such as \"work laptop\".")
        var label: String

        @Option(help: "Whom it acts for. Unless given: the same user as the admin key's.")
        var user: String?

        @Flag(help: "Print JSON.")
        var json = false

        @OptionGroup var server: AdminOptions

        func run() async throws {
            guard let role = Role(rawValue: role) else { throw CommandFailure.usage("--role takes agent or admin.") }
            let user = try user.map(UserID.init(argument:))
            let created = try await server.withClient {
                try await $0.call(API.createKey, body: KeyRequest(role: role, label: label, userID: user))
            }
            if json { return try Output.json(created) }
            Output.line(created.key.reveal())
            Output.remark("Key \(created.record.id) (\(role.rawValue), \(label)). It is shown this once.")
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists all keys, without their secrets.")

        @Flag(help: "Print JSON.")
        var json = false

        @OptionGroup var server: AdminOptions

        func run() async throws {
            let keys = try await server.withClient { try await $0.call(API.listKeys).items }
            if json { return try Output.json(keys) }
            for key in keys { Output.line(Self.line(key)) }
        }

        static func line(_ key: KeyRecord) -> String {
            let state = key.revokedAt.map { "revoked \($0)" } ?? "valid"
            let (user, label) = (DisplayText.line(key.userID.description), DisplayText.line(key.label))
            return "\(key.id)  \(key.role.rawValue)  \(user)  \(label)  \(state)"
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Revokes a key, from its next request on.")

        @Argument(help: "The key's id, from `bellhop keys list`.")
        var id: String

        @OptionGroup var server: AdminOptions

        func run() async throws {
            guard let id = KeyID(id) else {
                throw CommandFailure.usage("\(id.debugDescription) is not an id; see `bellhop keys list`.")
            }
            try await server.withClient { try await $0.call(API.revokeKey, id) }
            Output.line("revoked")
        }
    }
}
