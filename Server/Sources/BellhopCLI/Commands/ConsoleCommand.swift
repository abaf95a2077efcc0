import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal

struct ConsoleCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "console",
        abstract: "Print a link that logs a browser in to the web console.",
        discussion: """
            The link works once within ten minutes. In the console, the browser can be made a device that answers asks and \
            receives pushes; a phone is added with `bellhop pair`. Logins are listed and ended in the console.

            Anyone with the link can log in: treat it like a password.
            """)

    @Option(help: "The user who logs in (default: that of the admin key).")
    var user: String?

    @Option(
        help: "The rights of the login: admin, or device, which may only read and answer as the user's devices do.")
    var role = Role.admin.rawValue

    @Option(help: "The server's address for the link, as the browser reaches it (default: this command's).")
    var reachableAt: String?

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var server: AdminOptions

    func validate() throws {
        guard [Role.admin, .device].map(\.rawValue).contains(role) else {
            throw ValidationError("--role takes admin or device.")
        }
    }

    func run() async throws {
        let request = ConsoleLinkRequest(
            userID: try user.map(UserID.init(argument:)), role: Role(rawValue: role))
        let reachable = try reachableAt.map { try ServerAddress($0) }
        try await server.withClient { client, address in
            let link = try await client.call(API.createConsoleLink, body: request)
            let shown = ConsoleAddress.login(link, at: (reachable ?? address).description)
            if json {
                struct Shown: Encodable {
                    let link: String
                    let expires_at: Timestamp
                }
                try Output.json(Shown(link: shown, expires_at: link.expiresAt))
            } else {
                Output.line("\(shown)  (once, until \(link.expiresAt))")
            }
        }
    }
}
