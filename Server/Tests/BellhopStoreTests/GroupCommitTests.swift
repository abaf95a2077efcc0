import BellhopModel
import BellhopSQL
import BellhopSQLite
import BellhopTestSupport
import Foundation
import Synchronization
import Testing

@testable import BellhopStore

@Suite("Store: group commit")
struct GroupCommitTests {
    @Test("Simultaneous writes share one transaction")
    func sharing() async throws {
        let folder = try TemporaryFolder()
        let statements = Statements()
        let store = try Store(folder: folder.path, options: statements.options)
        statements.forget()
        try await gathered(100, in: store) { index in
            _ = try await store.accept(Submission(notification: .sample(body: "number \(index)")))
        }
        // One commit for the write that blocked the others, and one for all of them.
        #expect(statements.count(of: "COMMIT") == 2)
        #expect(try await store.notifications(of: "ada", before: nil, limit: 1000).count == 100)
    }

    @Test("A transaction has at most its maximum number of writes")
    func bound() async throws {
        let folder = try TemporaryFolder()
        let statements = Statements()
        let store = try Store(folder: folder.path, options: statements.options)
        statements.forget()
        try await gathered(2 * GroupCommit.batchLimit + 1, in: store) { _ in
            _ = try await store.accept(Submission(notification: .sample()))
        }
        #expect(statements.count(of: "COMMIT") == 4)
    }

    @Test("Background writes run one at a time, after normal ones")
    func background() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let order = Mutex<[String]>([])
        try await gathered(6, in: store) { index in
            let isBackground = index < 3
            try await store.commits.run(isBackground: isBackground) { _ in
                order.withLock { $0.append(isBackground ? "background" : "normal") }
            }
        }
        #expect(order.withLock { $0 } == ["normal", "normal", "normal", "background", "background", "background"])
    }

    @Test("A campaign's step ends early when other writes wait, and the next one continues")
    func shortStep() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        for number in 0..<50 {
            let user = try #require(UserID("user-\(number + 10)"))
            _ = try await store.register(.sample(of: user, token: try #require(DeviceToken("t\(number)"))))
        }
        let campaign = Campaign(
            id: .make(at: noon), to: Campaign.Target(.everyone),
            notification: NotificationRequest(title: "t", body: "b"), createdAt: noon, expiresAt: noon + .seconds(3600))
        _ = try await store.accept(CampaignSubmission(campaign: campaign, audience: .everyone))
        let step = try await store.write { try $0.advanceCampaign(at: noon, limit: 250) { true } }
        #expect(step?.notifications.count == 32)
        let rest = try await store.advanceCampaign(at: noon, limit: 250)
        #expect(rest?.campaign.recipients == 50)
        #expect(rest?.notifications.count == 18)
    }

    @Test("A write that throws is rolled back alone")
    func failingWrite() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let outcomes = Mutex<[Int: Bool]>([:])
        try await gathered(30, in: store) { index in
            do {
                try await store.commits.run { db in
                    let user: UserID = index.isMultiple(of: 3) ? "eve" : "ada"
                    try db.notifications.insert([(.sample(for: user), .push(due: noon, nil))])
                    if index.isMultiple(of: 3) { throw Refusal() }
                }
                outcomes.withLock { $0[index] = true }
            } catch is Refusal {
                outcomes.withLock { $0[index] = false }
            }
        }
        let succeeded = outcomes.withLock { $0.filter(\.value).keys.sorted() }
        #expect(succeeded == (0..<30).filter { !$0.isMultiple(of: 3) })
        #expect(try await store.notifications(of: "ada", before: nil, limit: 100).count == 20)
        #expect(try await store.notifications(of: "eve", before: nil, limit: 100).isEmpty)
    }

    @Test("A failed commit fails every write in the transaction, and the next one succeeds")
    func failingCommit() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let failures = Mutex(0)
        try await gathered(20, in: store) { index in
            do {
                try await store.write { db in
                    try db.notifications.insert([(.sample(), .push(due: noon, nil))])
                    guard index == 7 else { return }
                    // A dangling reference, checked at the commit.
                    try db.run("PRAGMA defer_foreign_keys = ON")
                    try db.timeline.add(TimelineEntry(at: noon, step: .shown), to: .make(at: noon))
                }
            } catch is StoreUnavailable {
                failures.withLock { $0 += 1 }
            }
        }
        #expect(failures.withLock { $0 } == 20)
        #expect(try await store.notifications(of: "ada", before: nil, limit: 100).isEmpty)
        _ = try await store.accept(Submission(notification: .sample()))
        #expect(try await store.notifications(of: "ada", before: nil, limit: 100).count == 1)
    }

    @Test("A write whose task is cancelled is completed")
    func cancellation() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let notification = UserNotification.sample()
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.cancelAll()
            group.addTask { _ = try await store.accept(Submission(notification: notification)) }
            try await group.waitForAll()
        }
        #expect(try await store.notification(notification.id) == notification)
    }

    private struct Refusal: Error {}

    /// Runs `count` writes that all wait for the same transaction: the writer is blocked until they are queued.
    private func gathered(
        _ count: Int, in store: Store, _ write: @escaping @Sendable (Int) async throws -> Void
    ) async throws {
        let gate = DispatchSemaphore(value: 0)
        let (held, holds) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await store.commits.run { _ in
                    holds.finish()
                    gate.wait()
                }
            }
            for await _ in held {}
            for index in 0..<count { group.addTask { try await write(index) } }
            while store.commits.waiting < count { await Task.yield() }
            gate.signal()
            try await group.waitForAll()
        }
    }
}
