import BellhopModel
import BellhopSQL
import BellhopSQLite
import BellhopTestSupport
import Foundation
import Synchronization
import Testing

@testable import BellhopStore

@Suite("Store: backup", .timeLimit(.minutes(10)))
struct BackupTests {
    @Test("A backup is one file, readable by its owner only, with everything that was acknowledged")
    func contents() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path + "/data")
        let fixture = StoreFixture(store: store)
        let (phone, removed) = (try await fixture.device(), try await fixture.device(at: 1))
        _ = try await store.removeDevice(removed.id, at: noon)
        let notification = UserNotification.sample()
        _ = try await store.accept(Submission(notification: notification))
        let file = folder.path + "/copy"
        let backup = try Backup.make(of: folder.path + "/data", at: file)
        #expect(backup.notifications == 1 && backup.devices == 1 && backup.file == file)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["copy", "data"])
        #expect(try FileManager.default.mode(ofItemAtPath: file) == 0o600)
        #expect(try FileManager.default.attributesOfItem(atPath: file)[.size] as? Int64 == backup.size)
        let copy = try Store(path: file)
        #expect(try await copy.notification(notification.id) == notification)
        #expect(try await copy.devices(of: "ada").map(\.id) == [phone.id, removed.id])
        withExtendedLifetime(store) {}
    }

    @Test("A backup beside a writing server has a prefix of its transactions")
    func prefix() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        _ = try await store.register(.sample(token: #require(DeviceToken("t"))))
        let written = Written()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                while !Task.isCancelled {
                    let notification = UserNotification.sample(body: String(repeating: "x", count: 2000))
                    _ = try await store.accept(Submission(notification: notification))
                    written.ids.withLock { $0.append(notification.id) }
                }
            }
            for round in 0..<5 {
                while written.ids.withLock(\.count) < round * 100 { await Task.yield() }
                let earlier = written.ids.withLock(\.count)
                let file = folder.path + "/copy-\(round)"
                let backup = try Backup.make(of: folder.path, at: file)
                #expect(backup.notifications >= Int64(earlier))
                // The last one may be in the backup before its writer is notified.
                while written.ids.withLock(\.count) < Int(backup.notifications) { await Task.yield() }
                let connection = try SQLiteConnection(path: file, .readOnly)
                #expect(try connection.isIntact("integrity_check"))
                let copy = try Store(path: file)
                let stored = try await copy.notifications(of: "ada", before: nil, limit: 100_000).map(\.id)
                #expect(Set(stored) == Set(written.ids.withLock { $0.prefix(stored.count) }))
                #expect(stored.count == Int(backup.notifications))
                #expect(try await copy.queueDepth() == stored.count)
            }
            group.cancelAll()
        }
    }

    @Test("An existing file is kept, unless it is to be replaced")
    func existing() throws {
        let folder = try TemporaryFolder()
        _ = try Store(folder: folder.path)
        let file = folder.path + "/copy"
        try Data("mine".utf8).write(to: URL(fileURLWithPath: file))
        #expect(
            sentence { try Backup.make(of: folder.path, at: file) }
                == "The file \(file) exists: choose another name, or replace it with --force.")
        #expect(try String(contentsOfFile: file, encoding: .utf8) == "mine")
        _ = try Backup.make(of: folder.path, at: file, isReplacing: true)
        #expect(try SQLiteConnection(path: file, .readOnly).integer("PRAGMA application_id") == Schema.applicationID)
    }

    @Test("The files of an interrupted backup are replaced, and a backup in progress is not disturbed")
    func interrupted() throws {
        let folder = try TemporaryFolder()
        _ = try Store(folder: folder.path + "/data")
        let file = folder.path + "/copy"
        for suffix in ["", "-journal", "-wal", "-shm"] {
            try Data(repeating: 0x42, count: 100_000).write(to: URL(fileURLWithPath: file + ".partial" + suffix))
        }
        let other = open(file + ".partial", O_RDWR)
        #expect(flock(other, LOCK_EX) == 0)
        #expect(
            sentence { try Backup.make(of: folder.path + "/data", at: file) }
                == "Another process writes \(file).partial: wait until it is done.")
        #expect(FileManager.default.fileExists(atPath: file + ".partial"))
        close(other)
        _ = try Backup.make(of: folder.path + "/data", at: file)
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path).sorted() == ["copy", "data"])
        #expect(try SQLiteConnection(path: file, .readOnly).isIntact("integrity_check"))
    }

    @Test("A damaged database gives no backup, and leaves no file")
    func damaged() async throws {
        let folder = try TemporaryFolder()
        let data = folder.path + "/data"
        do {
            let store = try Store(folder: data)
            _ = try await store.accept(Submission(notification: .long))
        }
        await waitForClosing(of: data + "/bellhop.sqlite")
        try damageLastPage(of: data + "/bellhop.sqlite")
        #expect(
            sentence { try Backup.make(of: data, at: folder.path + "/copy") }
                == "The database \(data)/bellhop.sqlite is damaged or not a database: restore it from a backup.")
        #expect(try FileManager.default.contentsOfDirectory(atPath: folder.path) == ["data"])
        #expect(
            sentence { try Backup.make(of: folder.path, at: folder.path + "/copy") }
                == "There is no database in \(folder.path): choose another data folder.")
    }

    @Test("The first opening after an unclean shutdown detects damage")
    func uncleanEnd() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        _ = try await store.accept(Submission(notification: .long))
        try SQLiteConnection(path: folder.database).run("PRAGMA wal_checkpoint(TRUNCATE)")
        try await store.ping()
        let copy = folder.path + "/copy"
        try FileManager.default.createDirectory(atPath: copy, withIntermediateDirectories: false)
        for suffix in ["", "-wal"] {
            try FileManager.default.copyItem(
                atPath: folder.database + suffix, toPath: copy + "/bellhop.sqlite" + suffix)
        }
        try damageLastPage(of: copy + "/bellhop.sqlite")
        let expected = "The database \(copy)/bellhop.sqlite is damaged or not a database: restore it from a backup."
        #expect(sentence { try Store(folder: copy) } == expected)
        withExtendedLifetime(store) {}
    }

    @Test("A truncated database is refused at every start")
    func truncated() async throws {
        let folder = try TemporaryFolder()
        _ = try Store(folder: folder.path)
        await waitForClosing(of: folder.database)
        let file = try FileHandle(forUpdating: URL(fileURLWithPath: folder.database))
        try file.truncate(atOffset: file.seekToEnd() / 2)
        try file.close()
        let expected = "The database \(folder.database) is damaged or not a database: restore it from a backup."
        #expect(sentence { try Store(folder: folder.path) } == expected)
    }
}

/// The notifications of a writer in the order of their transactions.
private final class Written: Sendable {
    let ids = Mutex<[NotificationID]>([])
}

extension UserNotification {
    /// A notification whose body fills the last pages of the file, which are not read before its text is.
    static var long: Self { .sample(body: String(repeating: "x", count: 100_000)) }
}

/// Overwrites the last page of the database.
func damageLastPage(of file: String) throws {
    let handle = try FileHandle(forUpdating: URL(fileURLWithPath: file))
    try handle.seek(toOffset: handle.seekToEnd() - 4096)
    try handle.write(contentsOf: Data(repeating: 0x42, count: 4096))
    try handle.close()
}

/// The sentence of the ``StoreUnavailable`` that `body` throws.
func sentence<Value>(_ body: () throws -> Value) -> String? {
    do {
        _ = try body()
        return nil
    } catch {
        return (error as? StoreUnavailable)?.description ?? "not StoreUnavailable: \(error)"
    }
}
