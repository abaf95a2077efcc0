import BellhopModel
import BellhopSQL
import BellhopSQLite
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopStore

@Suite("Store: opening")
struct OpeningTests {
    @Test("Folder and files are created readable by their owner only")
    func permissions() async throws {
        let folder = try TemporaryFolder()
        let data = folder.path + "/a/data"
        let store = try Store(folder: data)
        _ = try await store.accept(Submission(notification: .sample()))
        #expect(try FileManager.default.mode(ofItemAtPath: data) == 0o700)
        for suffix in ["", "-wal", "-shm"] {
            #expect(try FileManager.default.mode(ofItemAtPath: data + "/bellhop.sqlite" + suffix) == 0o600)
        }
    }

    @Test("Stored data is read back when the file is opened again")
    func reopening() async throws {
        let folder = try TemporaryFolder()
        let notification = UserNotification.sample()
        do {
            let store = try Store(folder: folder.path)
            _ = try await store.accept(Submission(notification: notification))
        }
        let again = try Store(path: folder.database)
        #expect(try await again.notification(notification.id) == notification)
    }

    @Test("Acknowledged data is in the files at that moment, so a killed process loses none")
    func crash() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        _ = try await store.register(.sample(token: #require(DeviceToken("t"))))
        for round in 0..<5 {
            let told = (0..<20).map { _ in UserNotification.sample() }
            try await withThrowingTaskGroup(of: Void.self) { group in
                for notification in told {
                    group.addTask { _ = try await store.accept(Submission(notification: notification)) }
                }
                try await group.waitForAll()
            }
            let claimed = try await store.claimDeliveries(at: noon, lease: noon + .seconds(60), limit: 5)
            let copy = folder.path + "/copy-\(round)"
            try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
            for suffix in ["", "-wal"] {
                try FileManager.default.copyItem(
                    atPath: folder.database + suffix, toPath: copy + "/bellhop.sqlite" + suffix)
            }
            let survivor = try Store(folder: copy)
            for notification in told { #expect(try await survivor.notification(notification.id) == notification) }
            #expect(try await survivor.queueDepth() == (round + 1) * 20)
            try await survivor.recover()
            let again = try await survivor.claimDeliveries(at: noon, lease: noon + .seconds(60), limit: 1000)
            #expect(again.count == (round + 1) * 20)
            #expect(Set(again.map(\.id)).isSuperset(of: claimed.map(\.id)))
        }
    }

    @Test(
        "A database of another version is refused with a message that says what to do, and not changed",
        arguments: [
            (2, "was written by a newer version of Bellhop: update this one."),
            (0, "was written before the first release of Bellhop: move it away and start again."),
        ])
    func otherVersion(version: Int, message: String) throws {
        let folder = try TemporaryFolder()
        _ = try Store(folder: folder.path)
        try SQLiteConnection(path: folder.database).run("PRAGMA user_version = \(version)")
        #expect(sentence { try Store(folder: folder.path) } == "The database \(folder.database) \(message)")
        #expect(try SQLiteConnection(path: folder.database).integer("PRAGMA user_version") == Int64(version))
    }

    @Test("Another program's database is refused and not changed")
    func foreignDatabase() throws {
        let folder = try TemporaryFolder()
        try SQLiteConnection(path: folder.database).run("CREATE TABLE recipes (name TEXT)")
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.database))
        let expected = "The file \(folder.database) is the database of another program: choose another path."
        #expect(sentence { try Store(folder: folder.path) } == expected)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.database)) == before)
    }

    @Test("A file that is no database is refused and not changed")
    func damagedFile() throws {
        let folder = try TemporaryFolder()
        let garbage = Data(repeating: 0x42, count: 8192)
        try garbage.write(to: URL(fileURLWithPath: folder.database))
        let expected = "The database \(folder.database) is damaged or not a database: restore it from a backup."
        #expect(sentence { try Store(folder: folder.path) } == expected)
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.database)) == garbage)
    }

    @Test("A folder that cannot be created is named, with the reason")
    func impossibleFolder() throws {
        let folder = try TemporaryFolder()
        let file = folder.path + "/file"
        try Data().write(to: URL(fileURLWithPath: file))
        #expect(
            sentence { try Store(folder: file + "/data") }
                == "The folder \(file)/data cannot be created: not a directory.")
        #expect(
            sentence { try Store(path: folder.path + "/absent/b.sqlite") }
                == """
                The database \(folder.path)/absent/b.sqlite cannot be opened for writing: no such file or directory.
                """
        )
    }

    @Test(
        "A read-only folder is named, with the reason",
        .disabled(if: geteuid() == 0, "root may write everywhere"))
    func readOnlyFolder() throws {
        let folder = try TemporaryFolder()
        #expect(chmod(folder.path, 0o500) == 0)
        #expect(
            sentence { try Store(folder: folder.path) }
                == "The database \(folder.database) cannot be opened for writing: permission denied.")
        #expect(
            sentence { try Store(folder: folder.path + "/data") }
                == "The folder \(folder.path)/data cannot be created: permission denied.")
    }

    @Test(
        "A read-only file is named, with the reason, and not changed",
        .disabled(if: geteuid() == 0, "root may write everywhere"))
    func readOnlyFile() throws {
        let folder = try TemporaryFolder()
        _ = try Store(folder: folder.path)
        let before = try Data(contentsOf: URL(fileURLWithPath: folder.database))
        #expect(chmod(folder.database, 0o400) == 0)
        #expect(
            sentence { try Store(folder: folder.path) }
                == "The database \(folder.database) cannot be opened for writing: permission denied.")
        #expect(try Data(contentsOf: URL(fileURLWithPath: folder.database)) == before)
    }

    @Test("A database that another program has locked is unavailable for a moment, and opened afterwards")
    func locked() throws {
        let folder = try TemporaryFolder()
        _ = try Store(folder: folder.path)
        let other = try SQLiteConnection(path: folder.database)
        try other.run("BEGIN EXCLUSIVE")
        let options = SQLiteOptions(busyTimeout: .milliseconds(1))
        let error = #expect(throws: StoreUnavailable.self) { try Store(folder: folder.path, options: options) }
        #expect(error?.isPassing == true)
        #expect(
            error?.description
                == "Another program has locked the database \(folder.database): stop it, or wait until it is done.")
        try other.run("COMMIT")
        _ = try Store(folder: folder.path, options: options)
    }

    @Test("On a full disk a new database is unavailable for a moment, and created when there is space")
    func full() throws {
        let folder = try TemporaryFolder()
        let error = #expect(throws: StoreUnavailable.self) {
            try Store(folder: folder.path, options: SQLiteOptions(maximumSize: 8192))
        }
        #expect(error?.isPassing == true)
        #expect(error?.description.hasPrefix("The disk is full") == true)
        _ = try Store(folder: folder.path)
    }

    @Test("Commits are synchronized to the disk, the log is write-ahead, and foreign keys are checked")
    func settings() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let settings = try await store.write { db in
            try ["synchronous", "foreign_keys", "busy_timeout"].map { try db.connection.integer("PRAGMA \($0)") }
        }
        #expect(settings == [2, 1, 5000])
        #expect(try await store.read { try $0.first("PRAGMA journal_mode") { try $0.text() } } == "wal")
    }
}
