import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal

struct UsersCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "users", abstract: "Lists everybody with a key or a device, by name.")

    @Flag(help: "Print JSON.")
    var json = false

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
        if json { return try Output.json(users) }
        Output.list(users.map(Self.line), none: "There is no user.")
    }

    static func line(_ user: UserSummary) -> String {
        let seen = user.lastSeenAt.map(LastSeen.words) ?? "never seen"
        return "\(DisplayText.line(user.userID.description))  \(user.activeDevices) of \(user.devices) devices active  "
            + "\(user.unread) of \(user.notifications) unread  \(seen)"
    }
}
