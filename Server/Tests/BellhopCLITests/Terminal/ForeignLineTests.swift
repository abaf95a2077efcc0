import BellhopModel
import Testing

@testable import BellhopCLI
@testable import BellhopTerminal

/// What others chose stands in one line of a list, and cannot end it or hide in it.
@Suite("Lines about what others named")
struct ForeignLineTests {
    private static let moment = Timestamp(seconds: 1_800_000_000)
    /// As far as a name or a category lets it in, from a server of any version.
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
            Campaign.Target(.user(user)).words, Campaign.Target(.topic(topic)).words, KeysCommand.List.line(key),
        ] + explanation.lines
    }

    @Test("none of them holds a line break, a terminal's escape or a change of direction")
    func lines() throws {
        for line in try Self.lines() {
            #expect(!line.contains("\n"))
            #expect(TerminalText.safe(line) == line)
        }
    }
}
