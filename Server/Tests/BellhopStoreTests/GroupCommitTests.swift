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

    @Test("Normal writes that arrive during a background write are committed with it")
    func joined() async throws {
        let folder = try TemporaryFolder()
        let statements = Statements()
        let store = try Store(folder: folder.path, options: statements.options)
        statements.forget()
        try await gathered(10, in: store, behindBackground: true) { index in
            _ = try await store.accept(Submission(notification: .sample(body: "number \(index)")))
        }
        #expect(statements.count(of: "COMMIT") == 1)
        #expect(try await store.notifications(of: "ada", before: nil, limit: 100).count == 10)
    }

    @Test("A normal write that throws does not undo the background write that it is committed with")
    func joinedFailure() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let notification = UserNotification.sample()
        try await gathered(1, in: store, behindBackground: true) { _ in
            await #expect(throws: Refusal.self) { try await store.commits.run { _ in throw Refusal() } }
        } writing: { db in
            try db.notifications.insert([(notification, .push(due: noon, nil))])
        }
        #expect(try await store.notifications(of: "ada", before: nil, limit: 100) == [notification])
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
        #expect(step?.notifications.count == 8)
        let rest = try await store.advanceCampaign(at: noon, limit: 250)
        #expect(rest?.campaign.recipients == 50)
        #expect(rest?.notifications.count == 42)
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

    @Test("The writes of a transaction run in the order of the users that they notify, others last")
    func order() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let order = Mutex<[UserID?]>([])
        try await gathered(6, in: store) { index in
            let user: UserID? = [nil, "eve", "ada"][index % 3]
            try await store.commits.run(notifying: user) { _ in
                order.withLock { $0.append(user) }
            } finish: { _, _ in
            }
        }
        #expect(order.withLock { $0 } == ["ada", "ada", "eve", "eve", nil, nil])
    }

    @Test("A transaction that is rolled back because its connection is lost runs again on another connection")
    func lostConnection() async throws {
        let folder = try TemporaryFolder()
        let loss = Loss()
        var options = SQLiteOptions()
        options.connection = { LosableConnection($0, loss) }
        let store = try Store(folder: folder.path, options: options)
        loss.isNext.store(true, ordering: .relaxed)
        let notification = UserNotification.sample()
        _ = try await store.accept(Submission(notification: notification))
        #expect(try await store.notification(notification.id) == notification)
        let isStillNext = loss.isNext.load(ordering: .relaxed)
        #expect(!isStillNext)
    }

    @Test("A write is refused when too many others wait, which are stored")
    func tooMany() async throws {
        let folder = try TemporaryFolder()
        let store = try Store(folder: folder.path)
        let stored = Atomic(0)
        try await gathered(GroupCommit.waitingLimit, in: store) { _ in
            try await store.write { _ in _ = stored.add(1, ordering: .relaxed) }
        } whileBlocked: {
            let error = await #expect(throws: StoreUnavailable.self) { try await store.ping() }
            #expect(error?.isPassing == true)
        }
        let count = stored.load(ordering: .relaxed)
        #expect(count == GroupCommit.waitingLimit)
    }

    @Test("A write that has waited too long fails and does not run later", arguments: [true, false])
    func overdue(whileBlocked: Bool) async throws {
        let folder = try TemporaryFolder()
        let path = folder.database
        let open: SQLPool.Open = { try SQLiteConnection(path: path) }
        let now = Mutex(ContinuousClock.now)
        let commits = GroupCommit(
            try SQLPool(readers: 1, openWriter: open, openReader: open), burst: nil, now: { now.withLock { $0 } })
        let gate = DispatchSemaphore(value: 0)
        let (held, holds) = AsyncStream.makeStream(of: Void.self)
        let hasRun = Atomic(false)
        async let first: Void = commits.run { _ in
            holds.finish()
            gate.wait()
        }
        for await _ in held {}
        async let second: Void = commits.run { _ in hasRun.store(true, ordering: .relaxed) }
        while commits.waiting < 1 { await Task.yield() }
        now.withLock { $0 += GroupCommit.longestWait }
        if whileBlocked {
            commits.failOverdue()
        } else {
            gate.signal()
        }
        do {
            try await second
            Issue.record("a write that waited too long was stored")
        } catch is StoreUnavailable {}
        if whileBlocked { gate.signal() }
        try await first
        let ran = hasRun.load(ordering: .relaxed)
        #expect(!ran && commits.waiting == 0)
    }

    private struct Refusal: Error {}

    /// Runs `count` writes that all wait for the same transaction: the writer is blocked until they are queued, and
    /// `whileBlocked` has ended.
    ///
    /// - Parameters:
    ///   - behindBackground: whether the write that blocks the writer is a background write.
    ///   - written: the work of that write.
    private func gathered(
        _ count: Int, in store: Store, behindBackground: Bool = false,
        _ write: @escaping @Sendable (Int) async throws -> Void,
        whileBlocked: () async throws -> Void = {},
        writing written: @escaping @Sendable (Database) throws -> Void = { _ in }
    ) async throws {
        let gate = DispatchSemaphore(value: 0)
        let (held, holds) = AsyncStream.makeStream(of: Void.self)
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask {
                try await store.commits.run(isBackground: behindBackground) { db in
                    holds.finish()
                    gate.wait()
                    // It may run again in a transaction of its own.
                    gate.signal()
                    try written(db)
                }
            }
            for await _ in held {}
            for index in 0..<count { group.addTask { try await write(index) } }
            while store.commits.waiting < count { await Task.yield() }
            try await whileBlocked()
            gate.signal()
            try await group.waitForAll()
        }
    }
}

/// A loss of a connection during COMMIT.
private final class Loss: Sendable {
    /// Indicates whether the next transaction loses its connection.
    let isNext = Atomic(false)
}

private struct LostConnection: SQLError {
    let isConflict: Bool
    let isCancellation = false
}

private final class LosableConnection: ForwardingConnection {
    private let loss: Loss
    private var isLost = false

    init(_ base: any SQLConnection, _ loss: Loss) {
        self.loss = loss
        super.init(base)
    }

    override var isUsable: Bool { !isLost && super.isUsable }

    override func transaction<Value>(_ work: () throws -> Value) throws -> Value {
        guard !isLost else { throw LostConnection(isConflict: false) }
        guard loss.isNext.exchange(false, ordering: .relaxed) else { return try super.transaction(work) }
        isLost = true
        return try super.transaction {
            _ = try work()
            throw LostConnection(isConflict: true)
        }
    }
}
