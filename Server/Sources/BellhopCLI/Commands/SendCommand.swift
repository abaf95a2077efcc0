import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal

struct SendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Tells one user something, or many, with every option there is.",
        discussion: """
            To one user it is sent at once. To several, a topic or everyone it becomes a campaign, which goes on in the \
            background: see `bellhop campaigns`. With --dry-run nothing is sent, and you see what would be. To tell \
            anybody but the key's own user takes an admin's key.
            """)

    @OptionGroup var content: ContentOptions

    @OptionGroup(title: "Whom it is for")
    var to: AudienceOptions

    @Flag(help: "Send nothing: print the payload, what is to be said about it, and who would get it.")
    var dryRun = false

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var server: ReaderOptions

    func run() async throws {
        let audience = try to.audience()
        try await server.withClient(orAgent: audience == nil) { client in
            if dryRun { return try await preview(audience, client) }
            switch audience {
            case nil: try await send(to: nil, client)
            case .user(let user)?: try await send(to: user, client)
            case .users?, .topic?, .everyone?: try await start(audience, client)
            }
        }
    }

    private func preview(_ audience: Audience?, _ client: BellhopClient) async throws {
        let request = try content.request(to: Self.user(in: audience))
        let preview = try await client.call(API.validateNotification, body: request)
        if json { return try Output.json(preview) }
        for line in try preview.lines(for: audience) { Output.line(line) }
    }

    private func send(to user: UserID?, _ client: BellhopClient) async throws {
        let sent = try await client.tell(try content.request(to: user))
        if json { try Output.json(sent) } else { Output.line(sent.line) }
    }

    private func start(_ audience: Audience?, _ client: BellhopClient) async throws {
        guard let audience else { return }
        let request = CampaignRequest(to: audience, notification: try content.request(to: nil))
        let campaign = try await client.call(API.createCampaign, body: request)
        if json { return try Output.json(campaign) }
        Output.line("sending to \(campaign.to.words): \(campaign.id)")
        Output.remark("See how far it has come with `bellhop campaigns show \(campaign.id)`.")
    }

    private static func user(in audience: Audience?) -> UserID? {
        if case .user(let user)? = audience { user } else { nil }
    }
}
