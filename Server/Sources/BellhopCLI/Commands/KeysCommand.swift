import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal

struct KeysCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "keys", abstract: "Create, list and revoke keys.",
        subcommands: [Create.self, List.self, Revoke.self], defaultSubcommand: List.self)

    struct Create: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Create a key and print it; it cannot be shown again.")

        @Option(help: "The role: agent or admin. Devices get their keys when they are paired.")
        var role = "agent"

        @Option(help: "The key's name in lists, such as \"work laptop\".")
        var label: String

        @Option(help: "The user (default: that of the admin key).")
        var user: String?

        @OptionGroup var output: OutputOptions
        @OptionGroup var server: AdminOptions

        func run() async throws {
            guard let role = Role(rawValue: role) else { throw CommandFailure.usage("--role takes agent or admin.") }
            let user = try user.map(UserID.init(argument:))
            let created = try await server.withClient {
                try await $0.call(API.createKey, body: KeyRequest(role: role, label: label, userID: user))
            }
            try output.show(created, created.key.reveal())
            guard !output.json else { return }
            Output.remark("Key \(created.record.id) (\(role.rawValue), \(label)). It cannot be shown again.")
        }
    }

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List all keys without their secrets.")

        @OptionGroup var output: OutputOptions
        @OptionGroup var server: AdminOptions

        func run() async throws {
            let keys = try await server.withClient { try await $0.call(API.listKeys).items }
            try output.show(keys, none: "There is no key.", line: Self.line)
        }

        static func line(_ key: KeyRecord) -> String {
            let state = key.revokedAt.map { "revoked \($0)" } ?? "valid"
            let (user, label) = (DisplayText.line(key.userID.description), DisplayText.line(key.label))
            return "\(key.id)  \(key.role.rawValue)  \(user)  \(label)  \(state)"
        }
    }

    struct Revoke: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Revoke a key with immediate effect.")

        @Argument(help: "The key's id, from `bellhop keys list`.")
        var id: String

        @OptionGroup var server: AdminOptions

        func run() async throws {
            let id = try KeyID(argument: id, listedBy: "keys list")
            _ = try await server.withClient { try await $0.call(API.revokeKey, id) }
            Output.line("revoked")
        }
    }
}

struct UsersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users", abstract: "List all users with a key or a device, ordered by name.")

    @OptionGroup var output: OutputOptions
    @OptionGroup var server: AdminOptions

    func run() async throws {
        let users = try await server.withClient { client in
            var users: [UserSummary] = []
            while true {
                let page = try await client.call(API.listUsers, query: ["after": users.last?.userID, "limit": 200])
                    .items
                users += page
                if page.count < 200 { return users }
            }
        }
        try output.show(users, none: "There is no user.", line: Self.line)
    }

    static func line(_ user: UserSummary) -> String {
        let seen = user.lastSeenAt?.lastSeen ?? "never seen"
        return "\(DisplayText.line(user.userID.description))  \(user.activeDevices) of \(user.devices) devices active  "
            + "\(user.unread) of \(user.notifications) unread  \(seen)"
    }
}

extension KeysCommand.Create: FieldNaming {
    static let arguments = ["label": "--label", "role": "--role", "user_id": "--user"]
}
