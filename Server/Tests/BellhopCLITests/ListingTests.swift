import ArgumentParser
import BellhopClient
import BellhopModel
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("bellhop history, devices and users")
struct HistoryCommandTests {
    private static let now = Timestamp(seconds: 1_800_000_000)

    @Test("Durations are parsed in every unit, and nothing else is")
    func spans() {
        #expect(DurationArgument.parse("90d") == .seconds(90 * 86_400))
        #expect(DurationArgument.parse("2w") == .seconds(14 * 86_400))
        #expect(
            ["12h", "30m", "45s", "0"].map(DurationArgument.parse) == [
                .seconds(43_200), .seconds(1800), .seconds(45), .zero,
            ])
        for text in ["", "d", "9", "-1d", "1.5h", "1y", "99999999999999999999d", "9999999999w"] {
            #expect(DurationArgument.parse(text) == nil, "\(text)")
        }
    }

    @Test("Filters become a query; a time is a date or a duration before now")
    func filters() throws {
        let parsed = try BellhopCommand.parseAsRoot([
            "history", "--user", "ada", "--unread", "--category", "reminder", "--since", "2h", "--until",
            "2027-01-15T08:00:00Z", "--limit", "0", "--json",
        ])
        let command = try #require(parsed as? HistoryCommand)
        let query = try command.filter.query(at: Self.now)
        #expect(query.user == "ada")
        #expect(query.isRead == false)
        #expect(query.category == .reminder)
        #expect(query.since == Self.now - .seconds(7200))
        #expect(query.until == Timestamp("2027-01-15T08:00:00Z"))
        #expect(command.limit == 0)
        let wrong = try #require(try BellhopCommand.parseAsRoot(["history", "--since", "soon"]) as? HistoryCommand)
        #expect(throws: CommandFailure.self) { try wrong.filter.query(at: Self.now) }
    }

    @Test("A notification is printed on one line")
    func line() {
        let notification = UserNotification(
            id: NotificationID(high: 1, low: 2), userID: "ada", category: .reminder, title: "Milk\nand bread",
            body: "Two",
            createdAt: Self.now, expiresAt: Self.now)
        let line = HistoryLine.text(of: notification)
        #expect(line.hasPrefix("\(Self.now)  \(notification.id)  unread  reminder  Milk"))
        #expect(!line.contains("\n"))
        #expect(line.hasSuffix(": Two"))
    }

    @Test("devices lists by default, and its subcommands are found")
    func devices() throws {
        let list = try BellhopCommand.parseAsRoot(["devices", "--trust", "--json", "--user", "ada"])
        #expect((list as? DevicesCommand.List)?.trust == true)
        #expect((list as? DevicesCommand.List)?.user == "ada")
        let rename = try BellhopCommand.parseAsRoot(["devices", "rename", "ID", "Work phone"])
        #expect((rename as? DevicesCommand.Rename)?.name == "Work phone")
        #expect(try BellhopCommand.parseAsRoot(["devices", "remove", "ID"]) is DevicesCommand.Remove)
        #expect(try BellhopCommand.parseAsRoot(["users"]) is UsersCommand)
    }

    @Test("A user is printed on one line with devices, unread notifications and last contact")
    func user() {
        let ada = UserSummary(
            userID: "ada", devices: 3, activeDevices: 2, notifications: 9, unread: 4, lastSeenAt: Self.now)
        #expect(
            UsersCommand.line(ada)
                == "ada  2 of 3 devices active  4 of 9 unread  seen about \(Self.now.description.prefix(13)):00Z")
    }
}

@Suite("bellhop devices import")
struct DeviceImportTests {
    @Test(
        "An import file has one object a line, or a list of objects, and every field is kept",
        arguments: [
            #"{"token":"aa","deviceType":"ios"}"# + "\n\n" + #"{"token":"bb"}"# + "\r\n",
            #"[{"token":"aa","deviceType":"ios"},{"token":"bb"}]"#,
        ])
    func read(text: String) throws {
        let devices = try DevicesCommand.Import.devices(in: text, of: "f")
        #expect(devices == [["token": "aa", "deviceType": "ios"], ["token": "bb"]])
    }

    @Test("A line that is not an object is reported with its number")
    func broken() throws {
        let error = #expect(throws: CommandFailure.self) {
            try DevicesCommand.Import.devices(in: "{}\n[1]", of: "tokens.jsonl")
        }
        #expect(error.map { "\($0)" }?.contains("Line 2 of tokens.jsonl is not a JSON object.") == true)
    }
}

@Suite("bellhop sessions")
struct SessionLinesTests {
    @Test(
        "A session is printed on one line with its operation, or the reason of a failure",
        arguments: [
            (SessionStatus.running, "run-1  running  Fix  2/5  Stopped: rate limit reached"),
            (.waiting, "run-1  waiting  Fix  2/5  Stopped: rate limit reached"),
            (.failed, "run-1  failed  Fix  2/5  Stopped: rate limit reached"),
            (.completed, "run-1  completed  Fix  2/5"),
        ])
    func line(_ status: SessionStatus, _ line: String) {
        let session = AgentSession(
            id: "run-1", userID: "ada", title: "Fix", status: status, operation: "Stopped: rate limit reached",
            progress: .init(completed: 2, total: 5), startedAt: Timestamp(seconds: 1), updatedAt: Timestamp(seconds: 2))
        #expect(session.line == line)
    }
}

/// Texts from others cannot break a line of a list or hide in it.
@Suite("Untrusted text in lists")
struct ForeignLineTests {
    private static let moment = Timestamp(seconds: 1_800_000_000)
    /// A text that is a valid name for a server of any version.
    private static let text = "x\u{202E}\u{2028}y"

    private static func notification(_ user: UserID) -> UserNotification {
        UserNotification(
            id: NotificationID(high: 1, low: 2), userID: user, category: CategoryID("c\u{9B}2J\n\(text)"),
            title: "t\n\(text)", body: "", createdAt: moment, expiresAt: moment)
    }

    private static func lines() throws -> [String] {
        let user = try #require(UserID(text))
        let topic = try #require(TopicID(text))
        let refusal = "because of\n\u{9B}\(text)"
        let explanation = Explanation(
            NotificationTimeline(
                notification: notification(user),
                timeline: [TimelineEntry(at: moment, step: .cancelled, detail: refusal)], deliveries: [], devices: [],
                ask: nil), meanings: .known)
        let key = KeyRecord(
            id: KeyID(high: 1, low: 2), role: .agent, userID: user, label: "l\n\(text)", createdAt: moment)
        return [
            HistoryLine.text(of: notification(user)),
            UsersCommand.line(
                UserSummary(
                    userID: user, devices: 1, activeDevices: 1, notifications: 1, unread: 1, lastSeenAt: nil)),
            Campaign.Target(.user(user)).text, Campaign.Target(.topic(topic)).text, KeysCommand.List.line(key),
        ] + explanation.lines
    }

    @Test("No line has a line break, an escape sequence or a direction override")
    func lines() throws {
        for line in try Self.lines() {
            #expect(!line.contains("\n"))
            #expect(TerminalText.safe(line) == line)
        }
    }
}
