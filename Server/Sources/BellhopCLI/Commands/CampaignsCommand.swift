import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal

struct CampaignsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "campaigns", abstract: "Lists, shows and stops sends to many.",
        subcommands: [List.self, Show.self, Stop.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Lists them, newest first.")

        @Option(help: "At most so many, 1 to 200.")
        var limit = 20

        @Option(help: "Only those older than this one: the last of a page leads to the next.")
        var before: String?

        @Flag(help: "Print JSON.")
        var json = false

        @OptionGroup var server: AdminOptions

        func validate() throws { try ArgumentRange.check(limit, in: APILimits.page, "--limit") }

        func run() async throws {
            let cursor = try before.map(CampaignID.init(argument:))
            let campaigns = try await server.withClient {
                try await $0.call(API.listCampaigns, query: ["before": cursor, "limit": limit]).items
            }
            if json { return try Output.json(campaigns) }
            Output.list(campaigns.map(\.line), none: "There is no campaign.")
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Shows one, and how far it has come.")

        @OptionGroup var options: CampaignOptions

        func run() async throws {
            let id = try CampaignID(argument: options.id)
            try options.show(try await options.server.withClient { try await $0.call(API.getCampaign, id) })
        }
    }

    struct Stop: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Stops one, also in the middle: nothing of it is sent any more, and what was sent stays.")

        @OptionGroup var options: CampaignOptions

        func run() async throws {
            let id = try CampaignID(argument: options.id)
            try options.show(try await options.server.withClient { try await $0.call(API.stopCampaign, id) })
        }
    }
}

/// What commands about one campaign take.
struct CampaignOptions: ParsableArguments {
    @Argument(help: "The campaign's id, from `bellhop campaigns`.")
    var id: String

    @Flag(help: "Print JSON.")
    var json = false

    @OptionGroup var server: AdminOptions

    func show(_ campaign: Campaign) throws {
        if json { return try Output.json(campaign) }
        for line in campaign.lines { Output.line(line) }
    }
}
