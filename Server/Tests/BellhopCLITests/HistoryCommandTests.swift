import ArgumentParser
import BellhopClient
import BellhopModel
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

@Suite("History, devices and users on the command line")
struct HistoryCommandTests {
    private static let now = Timestamp(seconds: 1_800_000_000)

    @Test("Spans of time are read in every unit, and nothing else is")
    func spans() {
        #expect(Span.read("90d") == .seconds(90 * 86_400))
        #expect(Span.read("2w") == .seconds(14 * 86_400))
        #expect(["12h", "30m", "45s", "0"].map(Span.read) == [.seconds(43_200), .seconds(1800), .seconds(45), .zero])
        for text in ["", "d", "9", "-1d", "1.5h", "1y", "99999999999999999999d", "9999999999w"] {
            #expect(Span.read(text) == nil, "\(text)")
        }
    }

    @Test("The filters become a query; a moment is a date or so long ago")
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

    @Test("A notification is a line that can be read and cut")
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

    @Test("devices lists unless told otherwise, and takes what it did before")
    func devices() throws {
        let list = try BellhopCommand.parseAsRoot(["devices", "--trust", "--json", "--user", "ada"])
        #expect((list as? DevicesCommand.List)?.trust == true)
        #expect((list as? DevicesCommand.List)?.user == "ada")
        let rename = try BellhopCommand.parseAsRoot(["devices", "rename", "ID", "Work phone"])
        #expect((rename as? DevicesCommand.Rename)?.name == "Work phone")
        #expect(try BellhopCommand.parseAsRoot(["devices", "remove", "ID"]) is DevicesCommand.Remove)
        #expect(try BellhopCommand.parseAsRoot(["users"]) is UsersCommand)
    }

    @Test("A user is a line with devices, unread and when they were last seen")
    func user() {
        let ada = UserSummary(
            userID: "ada", devices: 3, activeDevices: 2, notifications: 9, unread: 4, lastSeenAt: Self.now)
        #expect(
            UsersCommand.line(ada)
                == "ada  2 of 3 devices active  4 of 9 unread  seen about \(Self.now.description.prefix(13)):00Z")
    }
}
