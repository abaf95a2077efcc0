import BellhopModel
import BellhopSQL
import BellhopSQLite
import BellhopTestSupport
import Testing

@testable import BellhopStore

@Suite("Store: failures")
struct FailureTests {
    @Test("A database held by another program is unavailable, and available again afterwards")
    func locked() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path, options: SQLiteOptions(busyTimeout: .milliseconds(20)))
        let other = try SQLiteConnection(path: folder.database)
        let notification = UserNotification.sample()
        try other.run("BEGIN EXCLUSIVE")
        try other.run("DELETE FROM sessions")
        let error = await #expect(throws: StoreUnavailable.self) {
            _ = try await store.accept(Submission(notification: notification))
        }
        #expect(
            error?.description
                == "Another program has locked the database \(folder.database): stop it, or wait until it is done.")
        #expect(error?.isPassing == true)
        // Reads succeed, so only a write shows whether the store works.
        #expect(try await store.notification(notification.id) == nil)
        await #expect(throws: StoreUnavailable.self) { try await store.ping() }
        try other.run("COMMIT")
        _ = try await store.accept(Submission(notification: notification))
        #expect(try await store.notification(notification.id) == notification)
    }

    @Test("On a full disk a submission fails with a clear message, stores nothing, and reads continue")
    func full() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path, options: SQLiteOptions(maximumSize: 500_000))
        _ = try await store.register(.sample(token: #require(DeviceToken("t"))))
        var stored: [UserNotification] = []
        var refused: UserNotification?
        var sentence = ""
        while refused == nil, stored.count < 1000 {
            let notification = UserNotification.sample(body: String(repeating: "x", count: 3000))
            do {
                _ = try await store.accept(Submission(notification: notification))
                stored.append(notification)
            } catch let error as StoreUnavailable {
                refused = notification
                sentence = error.description
            }
        }
        #expect(
            sentence
                == """
                The disk is full, or the database \(folder.database) has reached its size limit: nothing was stored.
                """
        )
        let lost = try #require(refused)
        #expect(try await store.notification(lost.id) == nil)
        #expect(try await store.timeline(of: lost.id).isEmpty)
        #expect(try await store.notifications(of: "ada", before: nil, limit: 1000).count == stored.count)
        #expect(try await store.queueDepth() == stored.count)
    }

    @Test("On a full disk simultaneous submissions are stored whole or not at all")
    func fullTogether() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path, options: SQLiteOptions(maximumSize: 500_000))
        _ = try await store.register(.sample(token: #require(DeviceToken("t"))))
        let stored = await withTaskGroup(of: NotificationID?.self) { group in
            for _ in 0..<300 {
                group.addTask {
                    let notification = UserNotification.sample(body: String(repeating: "x", count: 3000))
                    let result = try? await store.accept(Submission(notification: notification))
                    return result == nil ? nil : notification.id
                }
            }
            return await group.reduce(into: Set<NotificationID>()) { ids, id in id.map { _ = ids.insert($0) } }
        }
        let kept = try await store.notifications(of: "ada", before: nil, limit: 1000).map(\.id)
        #expect(stored.count < 300)
        #expect(Set(kept) == stored)
        #expect(try await store.queueDepth() == stored.count)
    }

    @Test(
        "Every failure of SQLite has a message that names the file",
        arguments: [
            (5, "Another program has locked the database /d: stop it, or wait until it is done."),
            (517, "Another program has locked the database /d: stop it, or wait until it is done."),
            (6, "Another program has locked the database /d: stop it, or wait until it is done."),
            (13, "The disk is full, or the database /d has reached its size limit: nothing was stored."),
            (
                8,
                "The database /d cannot be written: check the owner and mode of the file and of its folder."
            ),
            (
                1544,
                "The database /d cannot be written: check the owner and mode of the file and of its folder."
            ),
            (
                14,
                "The database /d cannot be written: check the owner and mode of the file and of its folder."
            ),
            (11, "The database /d is damaged or not a database: restore it from a backup."),
            (26, "The database /d is damaged or not a database: restore it from a backup."),
            (1034, "The disk failed to read or write the database /d (SQLite code 1034)."),
            (7, "There is not enough memory to work with the database /d."),
            (2067, "The database /d failed: not twice (SQLite code 2067)."),
        ] as [(Int32, String)])
    func messages(code: Int32, sentence: String) {
        let error = SQLiteError(extendedCode: code, message: "not twice")
        #expect(StoreUnavailable(error, at: "/d").description == sentence)
    }

    @Test(
        "A value that Bellhop did not write makes the store unavailable instead of crashing",
        arguments: ["id = x'00'", "user_id = ''", "platform = 'phone'", "token = 'ä'", "state = 'asleep'"])
    func unreadable(damage: String) async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let token = try #require(DeviceToken("t"))
        let device = try #require(try await store.register(.sample(token: token)))
        try SQLiteConnection(path: folder.database).run("UPDATE devices SET \(damage)")
        let error = await #expect(throws: StoreUnavailable.self) {
            _ = try await store.devices(of: "ada")
            _ = try await store.device(device.id)
        }
        #expect(
            error?.description == """
                The database \(folder.database) contains data that this version cannot read: restore it from a backup.
                """)
    }
}
