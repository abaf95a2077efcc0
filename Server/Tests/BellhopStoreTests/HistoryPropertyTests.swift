import BellhopModel
import BellhopSQL
import BellhopSQLite
import BellhopTestSupport
import BellhopTesting
import Testing

@testable import BellhopStore

@Suite("Store: the history under random changes")
struct HistoryPropertyTests {
    private static let categories: [CategoryID] = [.message, .reminder, .taskComplete]

    @Test(
        "The counters equal the counted rows after any changes",
        arguments: 0..<6 as Range<UInt64>)
    func counters(seed: UInt64) async throws {
        var random = SeededGenerator(seed: seed)
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        var told: [NotificationID] = []
        for step in 0..<120 {
            let time = noon + .seconds(step * 60)
            switch Int.random(in: 0..<10, using: &random) {
            case 0..<6:
                let notification = random.notification(at: time)
                told.append(notification.id)
                _ = try await store.accept(Submission(notification: notification))
            case 6..<8:
                if let id = told.randomElement(using: &random) { _ = try await store.markRead(id, by: nil, at: time) }
            case 8:
                _ = try await store.markAllRead(
                    of: "ada", .init(), upTo: .last(at: time), by: nil, at: time, limit: 5)
            default:
                _ = try await store.pruneNotifications(before: time - .seconds(3600), at: time, limit: 3)
            }
            try await check(store, at: time)
        }
    }

    private func check(_ store: Store, at time: Timestamp) async throws {
        let (counted, badge) = try await store.read { db in
            let total = try db.first("SELECT count(*) FROM notifications WHERE user_id = 'ada'") {
                Int(try $0.integer())
            }
            let unread = try db.first(
                """
                SELECT count(*) FROM notifications
                WHERE user_id = 'ada' AND read_at IS NULL AND is_silent = 0 AND expires_at > ?
                """, [time.milliseconds]
            ) { Int(try $0.integer()) }
            return (total, unread)
        }
        let page = try await store.history(of: "ada", .init(), from: .page(1), limit: 1, at: time)
        #expect(page.total == counted)
        #expect(page.unread == badge)
        #expect(try await store.badge(of: "ada", at: time) == badge)
        var sum = 0
        for category in Self.categories {
            for isRead in [true, false] {
                let filter = HistoryFilter(categories: [category], isRead: isRead)
                sum += try await store.history(of: "ada", filter, from: .page(1), limit: 1, at: time).total ?? 0
            }
        }
        #expect(sum == counted)
    }

    @Test(
        "Cursors neither skip nor repeat, and numbered pages form one list, during concurrent additions")
    func order() async throws {
        var random = SeededGenerator(seed: 7)
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        for second in 0..<100 {
            _ = try await store.accept(Submission(notification: random.notification(at: noon + .seconds(second))))
        }
        let before = try await store.notifications(of: "ada", before: nil, limit: 1000).map(\.id)
        var read: [NotificationID] = []
        while true {
            let limit = Int.random(in: 1...13, using: &random)
            let page = try await store.history(
                of: "ada", .init(), from: .before(read.last), limit: limit, at: noon)
            read += page.items.map(\.id)
            if page.items.count < limit { break }
            _ = try await store.accept(Submission(notification: random.notification(at: noon + .seconds(500))))
        }
        #expect(read == before)
        let all = try await store.notifications(of: "ada", before: nil, limit: 1000).map(\.id)
        for limit in [1, 7, 50, 1000] {
            var pages: [NotificationID] = []
            for page in 1...(all.count / limit + 1) {
                pages += try await store.history(of: "ada", .init(), from: .page(page), limit: limit, at: noon)
                    .items.map(\.id)
            }
            #expect(pages == all)
        }
    }
}

extension SeededGenerator {
    /// A notification of a random category that lives a minute to three hours, sometimes a silent one.
    fileprivate mutating func notification(at time: Timestamp) -> UserNotification {
        let category = [CategoryID.message, .reminder, .taskComplete][Int.random(in: 0..<3, using: &self)]
        return UserNotification(
            id: .make(at: time, using: &self), userID: "ada", category: category, title: "t", body: "b",
            options: Bool.random(using: &self) ? NotificationOptions(isSilent: true) : nil,
            createdAt: time, expiresAt: time + .seconds(60 * Int.random(in: 1...180, using: &self)))
    }
}
