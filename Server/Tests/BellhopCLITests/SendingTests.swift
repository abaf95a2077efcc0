import ArgumentParser
import BellhopAgents
import BellhopClient
import BellhopModel
import BellhopStore
import Foundation
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("bellhop send, notify and campaigns")
struct SendingTests {
    private static func send(_ arguments: String...) throws -> SendCommand {
        try #require(try BellhopCommand.parseAsRoot(["send"] + arguments) as? SendCommand)
    }

    @Test("Every option becomes a field")
    func options() throws {
        let command = try Self.send(
            "There is something new", "--title", "News", "--subtitle", "S", "--category", "update", "--thread", "t",
            "--link", "app://7", "--expires-in", "60", "--sound", "a.caf", "--badge", "7", "--image",
            "https://example.com/a.png", "--level", "time-sensitive", "--relevance", "0.5",
            "--filter-criteria", "work", "--priority", "low", "--collapse", "k", "--title-key", "TK",
            "--title-argument", "a", "--title-argument", "b", "--body-key",
            "BK", "--item", "7", "--message", "8", "--field", "name=va=lue", "--field", "tries:=2")
        #expect(
            try command.content.request(to: "ada")
                == NotificationRequest(
                    userID: "ada", title: "News", subtitle: "S", body: "There is something new", category: .update,
                    thread: "t", deepLink: "app://7", expiresIn: 60,
                    options: NotificationOptions(
                        sound: "a.caf", badge: 7, imageURL: "https://example.com/a.png",
                        interruptionLevel: .timeSensitive, relevanceScore: 0.5, filterCriteria: "work", priority: .low,
                        collapseKey: "k",
                        titleLocalization: .init(key: "TK", arguments: ["a", "b"]),
                        bodyLocalization: .init(key: "BK"), itemID: "7", messageID: "8",
                        data: ["name": "va=lue", "tries": 2])))
    }

    @Test("A text alone becomes the same notification as with notify")
    func textAlone() throws {
        let command = try Self.send("Done")
        #expect(try command.content.request(to: nil) == NotificationRequest(title: "Bellhop", body: "Done"))
        #expect(try command.to.audience() == nil)
        #expect(!command.dryRun && !command.output.json)
    }

    @Test(
        "Placeholder values need a localization key",
        arguments: [
            ["--title-argument", "a"], ["--body-argument", "b"], ["--title-key", "K", "--body-argument", "b"],
        ])
    func argumentsWithoutKey(_ arguments: [String]) {
        #expect(throws: (any Error).self) { try BellhopCommand.parseAsRoot(["send", "x"] + arguments) }
    }

    @Test("Only a silent notification needs no text")
    func silent() throws {
        let command = try Self.send("--silent")
        let request = try command.content.request(to: nil)
        #expect(request == NotificationRequest(title: "", body: "", options: NotificationOptions(isSilent: true)))
        #expect(throws: (any Error).self) { try BellhopCommand.parseAsRoot(["send"]) }
    }

    @Test(
        "Recipients are a user, several users, a topic or everyone",
        arguments: [
            (["--user", "ada"], Audience.user("ada")), (["--users", "ada,bob"], .users(["ada", "bob"])),
            (["--users", "ada", "--users", "bob,eve"], .users(["ada", "bob", "eve"])),
            (["--topic", "news tech"], .topic("news tech")), (["--everyone"], .everyone),
        ])
    func audience(_ arguments: [String], _ audience: Audience) throws {
        let command = try BellhopCommand.parseAsRoot(["send", "x"] + arguments) as? SendCommand
        #expect(try #require(command).to.audience() == audience)
    }

    @Test(
        "Contradictory and invalid options are rejected",
        arguments: [
            ["x", "--user", "ada", "--everyone"], ["x", "--topic", "a", "--users", "b"], ["x", "--level", "critical"],
            ["x", "--priority", "10"], ["x", "--badge", "many"],
        ])
    func refused(_ arguments: [String]) {
        #expect(throws: (any Error).self) { try BellhopCommand.parseAsRoot(["send"] + arguments) }
    }

    @Test(
        "Invalid data fields are rejected by name",
        arguments: [
            (["a"], "--field a: takes name=value"), (["=b"], "--field =b: takes name=value"),
            (["a:=x"], "--field a:=x: the value after := is not JSON"), (["a=1", "a=2"], "--field a is given twice"),
        ])
    func badData(_ fields: [String], _ message: String) {
        let failure = #expect(throws: CommandFailure.self) { try DataFields.read(fields) }
        #expect(failure?.description.hasPrefix(message) == true, "\(failure?.description ?? "")")
    }

    @Test("Data fields of every JSON type are parsed")
    func data() throws {
        let fields = ["text=", "list:=[1,null]", "on:=true", "quoted:=\"x\""]
        #expect(
            try DataFields.read(fields) == ["text": "", "list": [1, .null], "on": true, "quoted": "x"])
        #expect(try DataFields.read([]) == nil)
    }

    @Test("A dry run prints sizes, payloads, findings and the number of devices")
    func preview() throws {
        let finding = PayloadFinding(.unknownCategory, at: "aps.category", "is not registered")
        let preview = NotificationPreview(
            payloads: [
                PayloadPreview(gateway: "apns", payload: ["aps": [:]], size: 10, limit: 4096, findings: [finding])
            ],
            devices: 0, reason: "the user has no device")
        let payload = ["apns: 10 of 4096 bytes", #"  {"aps":{}}"#, "  error: \(finding) [unknown_category]"]
        #expect(try preview.lines(for: nil) == payload + ["It would be sent to no device: the user has no device."])
        #expect(try preview.lines(for: .everyone).last == "The number of devices is determined when it is sent.")
        var reached = preview
        (reached.devices, reached.reason) = (1, nil)
        #expect(try reached.lines(for: .user("ada")).last == "It would be sent to 1 device.")
    }

    private static let told = UserNotification(
        id: NotificationID(high: 1, low: 1), userID: "ada", category: .update, title: "News", body: "B",
        createdAt: Timestamp(seconds: 1_800_000_000), expiresAt: Timestamp(seconds: 1_800_003_600))

    /// - Parameters:
    ///   - devices: the states of the user's devices.
    ///   - deliveries: the number of devices with a delivery.
    private static func sent(
        _ entries: [(TimelineEntry.Step, String)] = [], to devices: [Device.State], deliveries: Int
    ) throws -> SentNotification {
        let all = try devices.enumerated().map { number, state in
            DeviceSummary(
                Device(
                    id: DeviceID(high: 1, low: UInt64(number)), userID: "ada", name: "Phone", platform: .ios,
                    token: try #require(DeviceToken("aa")), environment: .production, app: "dev.bellhop",
                    publicKey: [4], state: state, registeredAt: told.createdAt))
        }
        return SentNotification(
            NotificationTimeline(
                notification: told,
                timeline: [TimelineEntry(at: told.createdAt, step: .accepted)]
                    + entries.map { TimelineEntry(at: told.createdAt, step: $0.0, detail: $0.1) },
                deliveries: all.prefix(deliveries).map {
                    DeliveryStatus(deviceID: $0.id, purpose: .show, state: .waiting, attempts: 0)
                }, devices: all))
    }

    @Test("A notification is reported as sent only when a device is notified, otherwise with a reason")
    func reportedAsSent() throws {
        let id = Self.told.id
        #expect(
            try Self.sent(to: [], deliveries: 0).line == "stored \(id); no device is notified: the user has no device")
        #expect(
            try Self.sent(to: [.inactive], deliveries: 0).line
                == "stored \(id); no device is notified: none of the user's devices is active")
        let refusal = "the user turned off the type updates"
        #expect(
            try Self.sent([(.cancelled, refusal)], to: [.active], deliveries: 0).line
                == "stored \(id); no device is notified: \(refusal)")
        #expect(try Self.sent(to: [.active, .inactive], deliveries: 1).line == "sent \(id) to 1 device")
        #expect(
            try Self.sent([(.held, "quiet hours of the user")], to: [.active, .active], deliveries: 2).line
                == "sent \(id) to 2 devices: quiet hours of the user")
        #expect(
            try Self.sent([(.folded, "more than 3")], to: [.active, .inactive], deliveries: 0).line
                == "sent \(id) to 1 device: as part of a summary")
        #expect(SentNotification(Self.told).line.hasPrefix("stored \(id); "))
    }

    @Test("Failed deliveries are not counted, and give the reason")
    func failed() throws {
        let reason = "no gateway for ios is configured"
        func timeline(_ states: [DeliveryStatus.State]) -> NotificationTimeline {
            let ids = states.indices.map { DeviceID(high: 1, low: UInt64($0)) }
            return NotificationTimeline(
                notification: Self.told,
                timeline: zip(ids, states).filter { $0.1 == .failed }.map {
                    TimelineEntry(at: Self.told.createdAt, step: .failed, deviceID: $0.0, detail: reason)
                },
                deliveries: zip(ids, states).map {
                    DeliveryStatus(deviceID: $0.0, purpose: .show, state: $0.1, attempts: 1)
                })
        }
        let id = Self.told.id
        #expect(
            SentNotification(timeline([.failed, .failed])).line == "stored \(id); no device is notified: \(reason)")
        #expect(
            SentNotification(timeline([.sent, .failed])).line
                == "sent \(id) to 1 device: failed for 1 more, \(reason)")
        #expect(timeline([.claimed, .failed]).hasUnsettledPushes)
        #expect(!timeline([.sent, .failed]).hasUnsettledPushes)
    }

    @Test("A push that waits for a later time counts as settled")
    func held() {
        func hasUnsettledPushes(after delay: Duration, attempts: Int = 0) -> Bool {
            NotificationTimeline(
                notification: Self.told, timeline: [],
                deliveries: [
                    DeliveryStatus(
                        deviceID: DeviceID(high: 1, low: 1), purpose: .show, state: .waiting, attempts: attempts,
                        nextAttemptAt: Self.told.createdAt + delay)
                ]
            ).hasUnsettledPushes
        }
        #expect(hasUnsettledPushes(after: .zero))
        #expect(!hasUnsettledPushes(after: .seconds(60)))
        #expect(!hasUnsettledPushes(after: .zero, attempts: 1))
    }

    @Test("Without a gateway neither a notification nor an ask is reported as sent")
    func noGateway() async throws {
        try await RunningBellhop.run(pushes: false) { bellhop in
            let sent = try await bellhop.agent.sendAndReport(NotificationRequest(title: "News", body: "B"))
            #expect(
                sent.line
                    == "stored \(sent.notification.id); no device is notified: no gateway for ios is configured")
            let request = AskRequest(
                content: .init(title: "?", body: "?", input: "?", inputDigest: InputDigest.hex(of: "?", nonce: nil)),
                expiresIn: 600)
            let ask = try await bellhop.agent.createAsk(request).ask
            guard case .none(let reason) = await AskCommand.notifiedDevices(of: ask, bellhop.agent) else {
                Issue.record("A device is notified.")
                return
            }
            #expect(reason.hasPrefix("no gateway for ios is configured"))
        }
    }

    @Test("While it waits, ask prints its number of devices and the local time of its deadline")
    func waiting() async throws {
        let berlin = try #require(TimeZoneRules(known: "Europe/Berlin"))
        func ask(_ title: String) -> Ask {
            Ask(
                id: AskID(high: 1, low: 2), userID: Self.told.userID, sessionID: nil, category: .approvalRequest,
                request: .init(title: title, body: "Deploy?", input: "Deploy?", inputDigest: ""),
                createdAt: Timestamp("2026-11-22T12:00:00Z") ?? Timestamp(seconds: 0),
                deadline: Timestamp("2026-11-22T12:02:00Z") ?? Timestamp(seconds: 0))
        }
        #expect(
            AskCommand.waitDescription(of: ask("Question"), notified: .count(2), zone: berlin)
                == #""Deploy?" waits for an answer on 2 devices until 13:02:00 (2m); Control-C withdraws it"#)
        #expect(
            AskCommand.waitDescription(of: ask("Release"), notified: .count(1), zone: berlin)
                .hasPrefix(#""Release" waits for"#))
        #expect(
            AskCommand.waitDescription(of: ask("Release"), notified: .unknown, zone: berlin)
                .contains("answer until 13:02:00"))
        try await RunningBellhop.run { bellhop in
            let request = AskRequest(
                content: .init(title: "?", body: "?", input: "?", inputDigest: InputDigest.hex(of: "?", nonce: nil)),
                expiresIn: 600)
            let ask = try await bellhop.agent.createAsk(request).ask
            #expect(await AskCommand.notifiedDevices(of: ask, bellhop.agent) == .count(1))
        }
    }

    @Test("The JSON of a sent notification has the number of devices and the reason")
    func reportedInJSON() throws {
        func json(_ sent: SentNotification) throws -> JSONValue {
            try CanonicalJSON.decode(JSONValue.self, from: CanonicalJSON.encode(sent))
        }
        let none = try json(Self.sent(to: [], deliveries: 0))
        #expect(none["id"] == .string(Self.told.id.description))
        #expect(none["devices"] == 0)
        #expect(none["reason"] == "the user has no device")
        let one = try json(Self.sent(to: [.active], deliveries: 1))
        #expect(one["devices"] == 1)
        #expect(one["reason"] == nil)
    }

    @Test("A campaign is printed on one line, or with all fields")
    func campaign() {
        let start = Timestamp(seconds: 1_767_225_600)
        let campaign = Campaign(
            id: CampaignID(high: 1, low: 2), to: .init(userCount: 3), notification: .init(title: "News", body: "B"),
            state: .sending, recipients: 2, deliveries: 4, refused: 1, createdAt: start, expiresAt: start)
        #expect(campaign.line == "\(campaign.id)  sending  3 users  2 notified, 4 pushes, 1 refused  News")
        #expect(campaign.lines.contains("ended       not yet"))
        #expect(campaign.lines.contains("notified    2 users"))
        var first = campaign
        first.recipients = 1
        #expect(first.lines.contains("notified    1 user"))
        #expect(
            [Campaign.Target(topic: "x"), .init(everyone: true), .init(user: "ada")].map(\.text)
                == ["topic x", "everyone", "user ada"])
    }

    @Test("A broadcast is printed with its figures")
    func broadcast() throws {
        let start = Timestamp(seconds: 1_767_225_600)
        let figures = BroadcastFigures(
            sent: 8, failed: 2, skipped: 0, opened: 1,
            failures: [.init(reason: "Unregistered", devices: 1), .init(reason: "BadDeviceToken", devices: 1)],
            latency: 40)
        let campaign = Campaign(
            id: CampaignID(high: 1, low: 2), to: .init(everyone: true), delivery: .broadcast,
            notification: .init(title: "News", body: "B"), figures: figures, createdAt: start, expiresAt: start)
        for line in [
            "delivery    broadcast", "sent        8 devices", "failed      2 (Unregistered 1, BadDeviceToken 1)",
            "skipped     0", "opened      1", "latency     40 ms on average",
        ] { #expect(campaign.lines.contains(line), "\(line)") }
        let send = try #require(
            try BellhopCommand.parseAsRoot(["send", "Hi", "--everyone", "--broadcast"]) as? SendCommand)
        #expect(send.broadcast)
    }

    @Test("campaigns and topics list by default")
    func lists() throws {
        #expect(try BellhopCommand.parseAsRoot(["campaigns", "--limit", "5"]) is CampaignsCommand.List)
        let id = CampaignID(high: 1, low: 2).description
        #expect(
            try (BellhopCommand.parseAsRoot(["campaigns", "stop", id]) as? CampaignsCommand.Stop)?.options.id == id)
        #expect(try BellhopCommand.parseAsRoot(["topics", "--user", "ada"]) is TopicsCommand.List)
        let subscribe = try BellhopCommand.parseAsRoot(["topics", "subscribe", "news", "ada", "bob"])
        #expect((subscribe as? TopicsCommand.Subscribe)?.users == ["ada", "bob"])
        #expect(throws: CommandFailure.self) { try CampaignID(argument: "x", listedBy: "campaigns") }
        #expect(throws: CommandFailure.self) { try TopicID(argument: "") }
    }
}
