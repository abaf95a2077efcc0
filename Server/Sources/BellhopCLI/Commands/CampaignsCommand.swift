import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal

struct CampaignsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "campaigns", abstract: "List, show and stop campaigns: notifications to many users.",
        subcommands: [List.self, Show.self, Stop.self], defaultSubcommand: List.self)

    struct List: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "List campaigns, newest first.")

        @OptionGroup var page: LimitOptions

        @Option(
            help: ArgumentHelp("List only campaigns older than this one, such as the last of a page.", valueName: "id"))
        var before: String?

        @OptionGroup var output: OutputOptions
        @OptionGroup var server: AdminOptions

        func run() async throws {
            let cursor = try before.map { try CampaignID(argument: $0, listedBy: "campaigns") }
            let campaigns = try await server.withClient {
                try await $0.call(API.listCampaigns, query: ["before": cursor, "limit": page.limit]).items
            }
            try output.show(campaigns, none: "There is no campaign.", line: \.line)
        }
    }

    struct Show: AsyncParsableCommand {
        static let configuration = CommandConfiguration(abstract: "Show a campaign and its progress.")

        @OptionGroup var options: CampaignOptions

        func run() async throws {
            try await options.run { try await $0.call(API.getCampaign, $1) }
        }
    }

    struct Stop: AsyncParsableCommand {
        static let configuration = CommandConfiguration(
            abstract: "Stop a campaign: notifications not sent yet are cancelled, sent ones remain.")

        @OptionGroup var options: CampaignOptions

        func run() async throws {
            try await options.run { try await $0.call(API.stopCampaign, $1) }
        }
    }
}

/// The arguments of commands about one campaign.
struct CampaignOptions: ParsableArguments {
    @Argument(help: "The campaign's id, from `bellhop campaigns`.")
    var id: String

    @OptionGroup var output: OutputOptions
    @OptionGroup var server: AdminOptions

    /// Sends a request about the campaign and prints the campaign from the response.
    func run(_ request: (BellhopClient, CampaignID) async throws -> Campaign) async throws {
        let id = try CampaignID(argument: id, listedBy: "campaigns")
        let campaign = try await server.withClient { try await request($0, id) }
        try output.show(campaign, lines: campaign.lines)
    }
}

extension Campaign {
    /// The campaign on one line.
    var line: String {
        "\(id)  \(state.rawValue)  \(to.text)  \(recipients) notified, \(deliveries) pushes, \(refused) refused  "
            + DisplayText.line(notification.title, characters: 60)
    }

    /// All fields of the campaign, one a line.
    var lines: [String] {
        [
            "id          \(id)", "state       \(state.rawValue)", "to          \(to.text)",
            "title       \(DisplayText.line(notification.title))", "delivery    \(delivery.rawValue)",
            "notified    \(recipients == 1 ? "1 user" : "\(recipients) users")",
            "pushes      \(deliveries)", "refused     \(refused)",
        ] + (figures?.lines ?? []) + [
            "created     \(createdAt)", "started     \(begunAt.map(\.description) ?? "not yet")",
            "ended       \(endedAt.map(\.description) ?? "not yet")", "expires     \(expiresAt)",
        ]
    }
}

extension BroadcastFigures {
    /// The results of a broadcast, one a line.
    fileprivate var lines: [String] {
        func counted(_ number: Int, _ reasons: [ReasonCount]) -> String {
            let list = reasons.map { "\(DisplayText.line($0.reason)) \($0.devices)" }.joined(separator: ", ")
            return number == 0 || list.isEmpty ? "\(number)" : "\(number) (\(list))"
        }
        return [
            "sent        \(sent == 1 ? "1 device" : "\(sent) devices")", "failed      \(counted(failed, failures))",
            "skipped     \(counted(skipped, skips))", "opened      \(opened)",
            "latency     \(latency.map { "\($0) ms on average" } ?? "unknown")",
        ]
    }
}

extension Campaign.Target {
    var text: String {
        if let user { return "user \(DisplayText.line(user.description))" }
        if let topic { return "topic \(DisplayText.line(topic.description))" }
        if let userCount { return userCount == 1 ? "1 user" : "\(userCount) users" }
        return "everyone"
    }
}
