import BellhopModel
import BellhopSQL
import BellhopSQLite
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopStore

@Suite("Store: restoration", .timeLimit(.minutes(10)))
struct RestorationTests {
    private let folder: TemporaryFolder
    private let later = noon + .seconds(60)

    init() throws { folder = try TemporaryFolder() }

    private var data: String { folder.path + "/data" }
    private var database: String { data + "/bellhop.sqlite" }
    private var file: String { folder.path + "/backup" }
    private var former: String { "\(database).before-restore-20270115T080100Z" }

    /// Fills a database, makes a backup, and changes the database.
    private func change<Value>(
        before: (StoreFixture) async throws -> Value, after: (StoreFixture, Value) async throws -> Void = { _, _ in }
    ) async throws -> Value {
        let value = try await {
            let fixture = StoreFixture(store: try Store(folder: data))
            let value = try await before(fixture)
            _ = try Backup.make(of: data, at: file)
            try await after(fixture, value)
            return value
        }()
        await waitForClosing(of: database)
        return value
    }

    private func restore() throws -> Restoration {
        let restoration = try Restoration(of: file, into: data, at: later)
        try restoration.commit()
        return restoration
    }

    private func key(_ label: String) -> KeyRecord {
        KeyRecord(id: .make(at: noon), role: .agent, userID: "ada", label: label, createdAt: noon)
    }

    @Test("A restored database is that of the backup, and the former one is kept with its last transaction")
    func contents() async throws {
        let kept = try await change {
            try await $0.tell()
        } after: { fixture, _ in
            _ = try await fixture.tell(at: 1)
            try await fixture.ask(at: 2)
        }
        let restoration = try restore()
        #expect(restoration.losses?.notifications == 2)
        #expect(restoration.losses?.asks == 1)
        #expect(restoration.former == former)
        let names = try FileManager.default.contentsOfDirectory(atPath: data).sorted()
        #expect(names == ["bellhop.sqlite", (former as NSString).lastPathComponent])
        #expect(try FileManager.default.mode(ofItemAtPath: database) == 0o600)
        let store = try Store(folder: data)
        #expect(try await store.notifications(of: "ada", before: nil, limit: 9) == [kept])
        let old = try Store(path: former)
        #expect(try await old.notifications(of: "ada", before: nil, limit: 9).count == 3)
        #expect(FileManager.default.fileExists(atPath: file))
    }

    @Test("Revoked keys stay revoked and removed devices removed; others are as in the backup")
    func revocations() async throws {
        let (lost, kept) = (key("lost laptop"), key("laptop"))
        let (stolen, phone) = try await change { fixture in
            for (index, record) in [lost, kept].enumerated() {
                _ = try await fixture.store.addKey(record, hash: [UInt8(index)], idempotency: nil)
            }
            return (try await fixture.device(), try await fixture.device())
        } after: { fixture, devices in
            _ = try await fixture.store.revokeKey(lost.id, at: noon)
            _ = try await fixture.store.removeDevice(devices.0.id, at: noon)
            try await fixture.tell()
        }
        let losses = try #require(try restore().losses)
        #expect(losses.revokedKeys == [lost])
        #expect(losses.removedDevices == [stolen])
        let store = try Store(folder: data)
        #expect(try await store.key(hash: [0])?.revokedAt == later)
        #expect(try await store.key(hash: [1]) == kept)
        #expect(try await store.device(stolen.id)?.inactivation?.cause == .removed)
        #expect(try await store.device(phone.id) == phone)
    }

    @Test("A device that another user has taken over, or whose token another device has, is removed")
    func takenOver() async throws {
        let (sold, replaced, kept) = try await change { fixture in
            (
                try await fixture.device(token: "1"), try await fixture.device(token: "2"),
                try await fixture.device(token: "3")
            )
        } after: { fixture, devices in
            #expect(try await fixture.device(of: "ben", token: "1", at: 5).id == devices.0.id)
            let renewed = try fixture.unregistered(devices.2.id, token: "2", at: 6)
            #expect(try await fixture.store.register(renewed)?.id == devices.2.id)
        }
        let losses = try #require(try restore().losses)
        #expect(Set(losses.removedDevices) == [sold, replaced])
        let fixture = StoreFixture(store: try Store(folder: data))
        for device in [sold, replaced] {
            #expect(try await fixture.store.device(device.id)?.inactivation?.cause == .removed)
        }
        try await fixture.tell(at: 100)
        #expect(try await fixture.claim(at: 100).map(\.device) == [kept])
    }

    @Test("A delivery that was sent after the backup is not sent again, and a waiting one is sent")
    func deliveries() async throws {
        let (_, waiting) = try await change { fixture in
            try await fixture.device()
            return (try await fixture.tell(), try await fixture.tell(at: 1))
        } after: { fixture, sent in
            let claimed = try #require(try await fixture.claim(at: 1, limit: 1).first)
            #expect(claimed.notification.id == sent.0.id)
            try await fixture.record(claimed, .sent(gatewayID: nil), at: 1)
        }
        _ = try restore()
        let fixture = StoreFixture(store: try Store(folder: data))
        #expect(try await fixture.claim(at: 2).map(\.notification.id) == [waiting.id])
    }

    @Test("An occurrence and a campaign that went on after the backup do not start again")
    func progress() async throws {
        let (due, future) = try await change { fixture in
            let schedules = (fixture.schedule(due: 30), fixture.schedule(due: 90))
            for schedule in [schedules.0, schedules.1] { _ = try await fixture.store.add(schedule, idempotency: nil) }
            try await fixture.device()
            let campaign = Campaign(
                id: .make(at: noon), to: Campaign.Target(.user("ada")),
                notification: NotificationRequest(title: "News", body: ""), createdAt: noon,
                expiresAt: noon + .seconds(3600))
            _ = try await fixture.store.accept(CampaignSubmission(campaign: campaign, audience: .user("ada")))
            return schedules
        } after: { fixture, schedules in
            for schedule in [schedules.0, schedules.1] {
                #expect(try await fixture.store.replace(schedule.ended(.cancelled, revision: 2, at: noon)))
            }
            while try await fixture.store.advanceCampaign(at: noon, limit: 9) != nil {}
        }
        _ = try restore()
        let store = try Store(folder: data)
        #expect(try await store.schedule(due.id)?.state == .cancelled)
        #expect(try await store.schedule(future.id) == future)
        #expect(try await store.advanceCampaign(at: later, limit: 9) == nil)
        #expect(try await store.notifications(of: "ada", before: nil, limit: 9).isEmpty)
    }

    @Test("Without a readable current database nothing is compared, and its files are kept")
    func unreadable() async throws {
        let kept = try await change { try await $0.tell() }
        let garbage = Data(repeating: 0x42, count: 8192)
        for suffix in ["", "-wal"] { try garbage.write(to: URL(fileURLWithPath: database + suffix)) }
        #expect(try restore().losses == nil)
        #expect(try Data(contentsOf: URL(fileURLWithPath: former)) == garbage)
        #expect(!FileManager.default.fileExists(atPath: database + "-wal"))
        #expect(try await Store(folder: data).notification(kept.id) == kept)
        try FileManager.default.removeItem(atPath: data)
        try FileManager.default.createDirectory(atPath: data, withIntermediateDirectories: false)
        let second = try restore()
        #expect(second.losses == nil && second.former == nil)
        #expect(try await Store(folder: data).notification(kept.id) == kept)
    }

    @Test(
        "A file that is not a backup of this version is refused, and nothing changes",
        arguments: [
            ("newer", "The database FILE was written by a newer version of Bellhop: update this one."),
            ("foreign", "The file FILE is not a database of Bellhop: choose another file."),
            ("garbage", "The backup FILE is damaged or not a database: choose another one."),
            ("truncated", "The backup FILE is damaged or not a database: choose another one."),
            ("damaged", "The backup FILE is damaged or not a database: choose another one."),
            ("missing", "There is no backup FILE: choose another file."),
        ])
    func refused(kind: String, message: String) async throws {
        let kept = try await change { fixture in
            let kept = try await fixture.tell()
            try await fixture.accept(.long)
            return kept
        }
        let url = URL(fileURLWithPath: file)
        switch kind {
        case "newer": try SQLiteConnection(path: file).run("PRAGMA user_version = 99")
        case "foreign": try SQLiteConnection(path: file).run("PRAGMA application_id = 7")
        case "garbage": try Data(repeating: 0x42, count: 8192).write(to: url)
        case "truncated": try Data(contentsOf: url).dropLast(8192).write(to: url)
        case "damaged": try damageLastPage(of: file)
        default: try FileManager.default.removeItem(at: url)
        }
        let expected = message.replacing("FILE", with: file)
        #expect(sentence { try Restoration(of: file, into: data, at: later) } == expected)
        #expect(try FileManager.default.contentsOfDirectory(atPath: data) == ["bellhop.sqlite"])
        #expect(try await Store(folder: data).notification(kept.id) == kept)
    }

    @Test("Nothing changes without a commit")
    func uncommitted() async throws {
        _ = try await change { _ in
        } after: { fixture, _ in
            try await fixture.tell()
        }
        func prepare() throws -> Restoration.Losses? { try Restoration(of: file, into: data, at: later).losses }
        #expect(try prepare()?.notifications == 1)
        #expect(try FileManager.default.contentsOfDirectory(atPath: data) == ["bellhop.sqlite"])
        #expect(try await Store(folder: data).notifications(of: "ada", before: nil, limit: 9).count == 1)
    }
}
