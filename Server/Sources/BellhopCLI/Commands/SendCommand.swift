import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal

struct NotifyCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "notify", abstract: "Send a notification to your devices.")

    @Argument(help: "The text; - reads it from standard input.")
    var text: String

    @Option(help: "The title.")
    var title = "Bellhop"

    @Option(help: "The category, such as TASK_COMPLETE, which decides sound and interruption level.")
    var category: String?

    @Option(help: "The thread; notifications of one thread are grouped.")
    var thread: String?

    @OptionGroup var output: OutputOptions

    @OptionGroup var server: ServerOptions

    func validate() throws { try MessageText.check(text) }

    func run() async throws {
        let request = NotificationRequest(
            title: title, body: try MessageText.read(text), category: category.map { CategoryID($0) }, thread: thread)
        let sent = try await server.withClient { try await $0.sendAndReport(request) }
        try output.show(sent, sent.line)
    }
}

struct SendCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "send", abstract: "Send a notification to one user or many, with all options.",
        discussion: """
            A notification for one user is sent immediately. For several users, a topic or everyone, it becomes a campaign, \
            which runs in the background: see `bellhop campaigns`. Other users than the key's own require an admin key.
            """)

    @OptionGroup var content: ContentOptions

    @OptionGroup(title: "Recipients")
    var to: AudienceOptions

    @Flag(
        help: ArgumentHelp(
            "Only push: no history and no badge, for very many devices.",
            discussion: "For --topic, --everyone, or several users without texts of their own."))
    var broadcast = false

    @Flag(help: "Send nothing; print the payloads, their problems and the number of devices.")
    var dryRun = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var server: ReaderOptions

    func run() async throws {
        let audience = try to.audience()
        if broadcast, audience == nil { throw ValidationError("--broadcast needs --topic, --everyone or --user.") }
        try await server.withClient(orAgent: audience == nil) { client in
            if dryRun { return try await preview(audience, client) }
            switch audience {
            case nil: try await send(to: nil, client)
            case .user(let user)? where !broadcast: try await send(to: user, client)
            case .user?: try await start(audience, client)
            case .users?, .recipients?, .topic?, .everyone?: try await start(audience, client)
            }
        }
    }

    private func preview(_ audience: Audience?, _ client: BellhopClient) async throws {
        let request = try content.request(to: Self.user(in: audience))
        let preview = try await client.call(API.validateNotification, body: request)
        try output.show(preview, lines: preview.lines(for: audience))
    }

    private func send(to user: UserID?, _ client: BellhopClient) async throws {
        let sent = try await client.sendAndReport(try content.request(to: user))
        try output.show(sent, sent.line)
    }

    private func start(_ audience: Audience?, _ client: BellhopClient) async throws {
        guard let audience else { return }
        let request = CampaignRequest(
            to: audience, delivery: broadcast ? .broadcast : nil, notification: try content.request(to: nil))
        let campaign = try await client.call(API.createCampaign, body: request)
        try output.show(campaign, "sending to \(campaign.to.text): \(campaign.id)")
        guard !output.json else { return }
        Output.remark("See its progress with `bellhop campaigns show \(campaign.id)`.")
    }

    private static func user(in audience: Audience?) -> UserID? {
        if case .user(let user)? = audience { user } else { nil }
    }
}

extension NotificationPreview {
    /// The output of `bellhop send --dry-run`: the payloads, their problems and the number of devices.
    ///
    /// - Parameter audience: the recipients; `nil` for the key's own user. The devices of several users are not counted.
    func lines(for audience: Audience?) throws -> [String] {
        var lines: [String] = []
        for preview in payloads {
            lines.append("\(preview.gateway): \(preview.size) of \(preview.limit) bytes")
            lines.append("  " + (try CanonicalJSON.text(preview.payload)))
            lines += preview.findings.map { "  \($0.severity.rawValue): \($0) [\($0.rule.rawValue)]" }
        }
        switch audience {
        case .users?, .recipients?, .topic?, .everyone?:
            lines.append("The number of devices is determined when it is sent.")
        case .user?, nil: lines.append(reason.map { "It would be sent to no device: \($0)." } ?? counted)
        }
        return lines
    }

    private var counted: String { "It would be sent to \(devices == 1 ? "1 device" : "\(devices) devices")." }
}

extension NotifyCommand: FieldNaming {
    static var arguments: [String: String] { ContentOptions.arguments }
}

extension SendCommand: FieldNaming {
    static var arguments: [String: String] {
        ContentOptions.arguments.merging(AudienceOptions.arguments) { content, _ in content }
    }
}
