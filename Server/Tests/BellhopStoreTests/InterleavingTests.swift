#if Postgres
import BellhopModel
import BellhopPostgres
import BellhopSQL
import BellhopTestSupport
import Dispatch
import Synchronization
import Testing

@testable import BellhopStore

/// Two nodes, of which the second commits a change while the first is in the middle of a transaction.
@Suite("Store: interleaved transactions of two nodes", .timeLimit(.minutes(10)))
struct InterleavingTests {
    @Test("An ended item is silenced to its end when another node reads one of its notifications in between")
    func silencing() async throws {
        let nodes = try Nodes(pausingBefore: "UPDATE notifications SET read_at")
        try await nodes.other.put("a")
        for _ in 0..<4 { _ = try await nodes.other.tell(of: "a", at: 1) }
        let ending = try #require(
            try await nodes.other.store.completeItem("a", by: "ada", on: nil, at: nodes.at(2), limit: 1))
        #expect(ending.hasMore)
        async let silenced = nodes.paused.store.silenceEndedItems(at: nodes.at(3), limit: 2)
        defer { nodes.pause.release() }
        let arguments = try await nodes.pause.reached()
        let id = try #require(
            arguments.lazy.compactMap { $0 as? [UInt8] }.first?.withUnsafeBytes { NotificationID(blob: $0) })
        #expect(try await nodes.other.store.markRead(id, by: nil, at: nodes.at(3)))
        nodes.pause.release()
        #expect(try await silenced.count == 1)
        #expect(try await nodes.other.store.silenceEndedItems(at: nodes.at(4), limit: 2).count == 1)
        #expect(try await nodes.other.store.badge(of: "ada", at: nodes.at(4)) == 0)
    }

    @Test("The end of an item reports more when another node reads one of its notifications in between")
    func ending() async throws {
        let nodes = try Nodes(pausingBefore: "UPDATE notifications SET read_at")
        try await nodes.other.put("a")
        for _ in 0..<3 { _ = try await nodes.other.tell(of: "a", at: 1) }
        async let ended = nodes.paused.store.completeItem("a", by: "ada", on: nil, at: nodes.at(2), limit: 2)
        defer { nodes.pause.release() }
        let arguments = try await nodes.pause.reached()
        let id = try #require(
            arguments.lazy.compactMap { $0 as? [UInt8] }.first?.withUnsafeBytes { NotificationID(blob: $0) })
        #expect(try await nodes.other.store.markRead(id, by: nil, at: nodes.at(2)))
        nodes.pause.release()
        #expect(try await ended?.hasMore == true)
        #expect(try await nodes.other.store.silenceEndedItems(at: nodes.at(4), limit: 2).count == 1)
        #expect(try await nodes.other.store.badge(of: "ada", at: nodes.at(4)) == 0)
    }

    @Test("A Live Activity held while another node records its device's running one is claimed next")
    func heldActivity() async throws {
        let nodes = try Nodes(pausingBefore: "UPDATE live_activities SET held = 1")
        _ = try await nodes.other.willing("5e01")
        try await nodes.other.start("run-1")
        let running = try #require(try await nodes.other.claimActivities(at: 1).first)
        try await nodes.other.start("run-2", at: 2)
        async let claimed = nodes.paused.claimActivities(at: 3)
        defer { nodes.pause.release() }
        _ = try await nodes.pause.reached()
        try await nodes.whileOtherRuns {
            try await nodes.other.store.record(
                LiveActivityResult(running, .waited, due: nodes.at(500)), at: nodes.at(3))
        }
        #expect(try await claimed.isEmpty)
        #expect(try await nodes.other.claimActivities(at: 4).map(\.session.id) == ["run-2"])
    }

    @Test("A claim of Live Activities leaves a device alone that another node is changing, and takes the next one")
    func busyDevice() async throws {
        let nodes = try Nodes(pausingBefore: "UPDATE live_activities SET claimed = 1")
        let (first, second) = (try await nodes.other.willing("5e01"), try await nodes.other.willing("5e02", at: 1))
        try await nodes.other.start("run-1", at: 2)
        try await nodes.other.start("run-2", at: 3)
        async let claimed = nodes.paused.claimActivities(at: 5, limit: 1)
        defer { nodes.pause.release() }
        _ = try await nodes.pause.reached()
        let others = try await nodes.other.claimActivities(at: 5)
        nodes.pause.release()
        let devices = (try await claimed + others).map(\.device.id)
        #expect(Set(devices) == [first.id, second.id] && devices.count == 2)
    }

    @Test("A session is updated while another node claims its Live Activity, and the change is shown next")
    func session() async throws {
        let nodes = try Nodes(pausingBefore: "SELECT id, user_id, title, origin")
        _ = try await nodes.other.willing("5e01")
        try await nodes.other.start("run-1")
        async let claimed = nodes.paused.claimActivities(at: 1)
        defer { nodes.pause.release() }
        _ = try await nodes.pause.reached()
        try await nodes.whileOtherRuns {
            let update = SessionUpdate(status: .waiting, operation: "Step 2")
            _ = try await nodes.other.store.update("run-1", of: "ada", update, at: nodes.at(2))
        }
        let first = try #require(try await claimed.first)
        #expect(first.session.operation == nil)
        try await nodes.other.store.record(LiveActivityResult(first, .waited, due: nodes.at(500)), at: nodes.at(3))
        #expect(try await nodes.other.claimActivities(at: 3).first?.session.operation == "Step 2")
    }

    @Test("A delivery is not claimed at its acceptance for a device that another node has removed")
    func removedDevice() async throws {
        let nodes = try Nodes(pausingBefore: "INSERT INTO notifications")
        let phone = try await nodes.other.device()
        let claim = ImmediateClaim(
            at: nodes.at(1), lease: nodes.at(31), platforms: Set(Platform.allCases), limit: 4)
        async let accepted = nodes.paused.store.accept(
            Submission(notification: nodes.other.notification(at: 1)), claiming: claim)
        defer { nodes.pause.release() }
        _ = try await nodes.pause.reached()
        let isFirst = try await nodes.whileOtherRuns {
            _ = try await nodes.other.store.removeDevice(phone.id, at: nodes.at(1))
        }
        guard case .stored(_, let claimed) = try await accepted else {
            Issue.record("not stored")
            return
        }
        // Otherwise the delivery was under way when the device was removed.
        #expect(claimed.isEmpty || !isFirst)
        #expect(try await nodes.other.state(of: phone) == .inactive)
    }

    @Test("Pruning keeps the entry of an item that another node subscribes the user to again in between")
    func pruning() async throws {
        let nodes = try Nodes(pausingBefore: "DELETE FROM item_changes")
        try await nodes.other.put("a")
        _ = try await nodes.other.store.unsubscribe("ada", from: "a", at: nodes.at(1))
        async let pruned = nodes.paused.store.pruneItemDeletions(before: nodes.at(5), limit: 9)
        defer { nodes.pause.release() }
        _ = try await nodes.pause.reached()
        _ = try await nodes.other.store.subscribe(["ada"], toItem: "a", at: nodes.at(6))
        nodes.pause.release()
        #expect(try await pruned == 0)
        #expect(try await nodes.other.changes().lines == ["a created"])
    }
}

/// Two stores of a database. The first one pauses once, before a certain statement.
private struct Nodes: Sendable {
    let paused: StoreFixture
    let other: StoreFixture
    let pause: Pause
    private let database: String

    init(pausingBefore statement: String) throws {
        let pause = Pause()
        database = try PostgresServer.shared.makeDatabase()
        // A deadlock fails the test, because it lasts until the timeout of a lock.
        let connection = try PostgresConnection(PostgresConfiguration(database))
        let name = database.split(separator: "=").last ?? ""
        try connection.execute(script: "ALTER DATABASE \(name) SET deadlock_timeout = '1h'")
        other = StoreFixture(store: try Store(postgres: database))
        var options = PostgresOptions(writers: 1)
        options.connection = { PausingConnection($0, statement, pause) }
        paused = StoreFixture(store: try Store(postgres: database, options: options))
        self.pause = pause
    }

    func at(_ seconds: Int64) -> Timestamp { other.at(seconds) }

    /// Runs `work` on the second node until it has ended or waits for a lock, and then lets the first node go on.
    ///
    /// - Returns: whether `work` ended before the first node went on.
    @discardableResult
    func whileOtherRuns(_ work: @escaping @Sendable () async throws -> Void) async throws
        -> Bool
    {
        let observer = try PostgresConnection(PostgresConfiguration(database))
        let hasEnded = Atomic(false)
        async let running: Void = {
            try await work()
            hasEnded.store(true, ordering: .sequentiallyConsistent)
        }()
        while !hasEnded.load(ordering: .sequentiallyConsistent),
            try observer.integer(
                """
                SELECT count(*) FROM pg_stat_activity
                WHERE datname = current_database() AND wait_event_type = 'Lock'
                """) == 0
        { await Task.yield() }
        let isFirst = hasEnded.load(ordering: .sequentiallyConsistent)
        pause.release()
        try await running
        return isFirst
    }
}

/// The moment at which a connection pauses.
private final class Pause: Sendable {
    private let arguments = Mutex<[(any SQLValueConvertible)?]>([])
    private let hasPaused = Atomic(false)
    private let arrival = DispatchSemaphore(value: 0)
    private let departure = DispatchSemaphore(value: 0)

    /// Blocks the first caller until ``release()``.
    func pass(_ arguments: [(any SQLValueConvertible)?]) {
        guard !hasPaused.exchange(true, ordering: .relaxed) else { return }
        self.arguments.withLock { $0 = arguments }
        arrival.signal()
        departure.wait()
    }

    /// Waits for the pause.
    ///
    /// - Returns: the arguments of the statement.
    func reached() async throws -> [any SQLValueConvertible] {
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "waits").async { [self] in
                arrival.wait()
                continuation.resume()
            }
        }
        return arguments.withLock { $0.compactMap(\.self) }
    }

    func release() { departure.signal() }
}

private final class PausingConnection: ForwardingConnection {
    private let statement: String
    private let pause: Pause

    init(_ base: any SQLConnection, _ statement: String, _ pause: Pause) {
        (self.statement, self.pause) = (statement, pause)
        super.init(base)
    }

    override func run(
        _ sql: String, _ arguments: [(any SQLValueConvertible)?], _ read: (any SQLRow) throws -> Bool
    ) throws {
        if sql.hasPrefix(statement) { pause.pass(arguments) }
        try super.run(sql, arguments, read)
    }
}
#endif
