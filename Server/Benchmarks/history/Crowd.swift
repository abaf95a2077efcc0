import BellhopModel
import BellhopSQL
import BellhopSQLite
import BellhopStore
import Foundation

/// A million notifications, one a minute, of a few categories and many sessions; every other one is read, and those of
/// the last month have not expired. There are as many items, each with one change.
struct Crowd {
    static let user: UserID = "ada"
    private static let start = Timestamp(seconds: 1_700_000_000)
    private static let life: Duration = .seconds(30 * 86_400)

    let now: Timestamp
    let middle: NotificationID
    private let count: Int

    /// Makes half of the items changed.
    var cursor: ItemCursor { ItemCursor(caughtUpAt: Int64(count / 2)) }

    /// The measured pages, by name.
    var reads: [(String, HistoryFilter, HistoryStart)] {
        [
            ("first page", .init(), .page(1)), ("last page", .init(), .page((count + 49) / 50)),
            ("page in the middle", .init(), .page(count / 100)), ("page after a cursor", .init(), .before(middle)),
            ("first page of a category", .init(categories: [.reminder]), .page(1)),
            ("first page of three categories", .init(categories: [.reminder, .message, .update]), .page(1)),
            ("first page of what is unread", .init(isRead: false), .page(1)),
            ("first page of a session", .init(session: "run-7"), .page(1)),
            ("page of a category after a cursor", .init(categories: [.reminder]), .before(middle)),
        ]
    }

    /// Fills the database in `folder` directly, in one transaction without a sync.
    static func fill(_ folder: URL, count: Int) throws -> Crowd {
        let categories = ["reminder", "message", "update", "TASK_COMPLETE", "SESSION_STATUS"]
        let db = try SQLiteConnection(path: folder.appending(path: "bellhop.sqlite").path)
        try db.execute(script: "PRAGMA synchronous = OFF; PRAGMA cache_size = -200000")
        try db.transaction {
            for index in 0..<count {
                let time = start + .seconds(60 * index)
                let session = "run-\(index % 10_000)"
                try db.run(
                    """
                    INSERT INTO notifications (
                        id, user_id, category, session_id, title, body, thread, created_at, expires_at, read_at)
                    VALUES (?, ?, ?, ?, 'Done', 'All 312 tests passed', ?, ?, ?, ?)
                    """,
                    [
                        blob(id(index)), user.description, categories[index % categories.count], session, session,
                        time.milliseconds, (time + life).milliseconds, index % 2 == 0 ? time.milliseconds : nil,
                    ])
            }
            try fillItems(db, count: count)
        }
        return Crowd(now: start + .seconds(60 * count), middle: id(count / 2), count: count)
    }

    private static func fillItems(_ db: SQLiteConnection, count: Int) throws {
        for index in 0..<count {
            let (name, time) = ("item-\(index)", (start + .seconds(60 * index)).milliseconds)
            try db.run(
                "INSERT INTO items (id, title, body, created_at, updated_at) VALUES (?, 'Milk', 'Two litres', ?, ?)",
                [name, time, time])
            try db.run(
                "INSERT INTO item_changes (user_id, item_id, sequence, appeared, is_gone, at) VALUES (?, ?, ?, ?, 0, ?)",
                [user.description, name, index + 1, index + 1, time])
        }
        try db.run("UPDATE item_clock SET sequence = ?", [count])
    }

    private static func id(_ index: Int) -> NotificationID {
        NotificationID(high: NotificationID.first(at: start + .seconds(60 * index)).high | 0x7000, low: UInt64(index))
    }

    private static func blob(_ id: NotificationID) -> [UInt8] {
        withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { Array($0) }
    }
}
