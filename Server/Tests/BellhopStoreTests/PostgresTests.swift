#if Postgres
import BellhopModel
import BellhopPostgres
import BellhopSQL
import BellhopTestSupport
import Dispatch
import Synchronization
import Testing

@testable import BellhopStore

@Suite("Store: contract in PostgreSQL", .serialized)
struct PostgresContractTests {
    private static let database = ReusedDatabase()

    @Test(
        "The store fulfils each sentence of its contract",
        arguments: ConformanceCase.cases.filter { !$0.isForOneNode })
    func conforms(_ conformance: ConformanceCase) async throws {
        try await conformance.check(Self.database.emptyStore())
    }

    @Test("The store folds bursts", arguments: ConformanceCase.burstCases)
    func folds(_ conformance: ConformanceCase) async throws {
        try await conformance.check(Self.database.emptyStore(burst: ConformanceCase.burst))
    }
}

@Suite("Store: query plans in PostgreSQL", .serialized)
struct PostgresPlanTests {
    /// Statements that may read a whole table, each with the reason.
    private static let walks: [(statement: String, reason: String)] = [
        ("FROM keys ORDER BY created_at", "lists all keys"),
        ("UPDATE pairings SET refusals", "every open code is meant"),
        ("DELETE FROM pairings WHERE", "a handful of rows"),
        ("DELETE FROM console_sessions WHERE expires_at", "a handful of rows"),
        ("GROUP BY platform, app, environment, state", "every device is counted, when an operator asks"),
        ("item_clock", "one row"),
        ("layout", "one row"),
    ]

    /// Statements that sort the few rows they find, each with the reason.
    private static let sorts: [(statement: String, reason: String)] = [
        ("FROM keys ORDER BY created_at", "lists all keys"),
        ("FROM console_sessions WHERE user_id", "a user's logins"),
        (") AS part", "as many rows of each category as the page may need"),
        ("FROM devices WHERE token", "one row, unless a token wandered"),
        ("ORDER BY id FOR SHARE", "locks the devices of up to 32 users in one order"),
        ("GROUP BY platform, app, environment, state", "every device is counted, when an operator asks"),
    ]

    @Test("No statement of the contract reads a whole table, or sorts rows that an index could order")
    func plans() async throws {
        let database = ReusedDatabase()
        let statements = Statements()
        for conformance in ConformanceCase.cases where !conformance.isForOneNode {
            try await conformance.check(database.emptyStore(recording: statements))
        }
        for conformance in ConformanceCase.burstCases {
            try await conformance.check(
                database.emptyStore(recording: statements, burst: ConformanceCase.burst))
        }
        let hot = Set(statements.all).filter { sql in
            ["SELECT", "INSERT", "UPDATE", "DELETE"].contains { sql.hasPrefix($0) } && !sql.hasPrefix("SELECT pg_")
                && !Self.walks.contains { sql.contains($0.statement) }
        }
        #expect(hot.count > 40)
        let connection = try database.connect()
        for sql in hot {
            let plan = try connection.queryPlan(of: sql)
            #expect(!plan.contains { $0.hasPrefix("Seq Scan") }, "\(sql)\n\(plan)")
            // An incremental sort orders rows of the same moment.
            let sorts = plan.contains("Sort")
            #expect(!sorts || Self.sorts.contains { sql.contains($0.statement) }, "\(sql)\n\(plan)")
        }
    }
}

@Suite("Store: several nodes")
struct NodeLockTests {
    @Test("A claim waits neither for a device nor for deliveries that another node is changing")
    func claims() async throws {
        let database = try PostgresServer.shared.makeDatabase()
        let (first, second) = (try Store(postgres: database), try Store(postgres: database))
        let token = try #require(DeviceToken("ab12"))
        let device = try #require(try await first.register(.sample(token: token)))
        for _ in 0..<2 { _ = try await first.accept(Submission(notification: .sample())) }
        let (isLocked, isReleased) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        async let change: Void = first.write { db in
            _ = try db.devices.find(device.id)
            #expect(try db.deliveries.due(at: noon, limit: 1, isBulk: false, on: [.ios]).count == 1)
            isLocked.signal()
            isReleased.wait()
        }
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "waits").async {
                isLocked.wait()
                continuation.resume()
            }
        }
        let claimed = try await second.claimDeliveries(at: noon, lease: noon + .seconds(60), limit: 9)
        #expect(claimed.count == 1)
        isReleased.signal()
        try await change
        #expect(try await second.claimDeliveries(at: noon, lease: noon + .seconds(60), limit: 9).count == 1)
    }

    @Test("A write that violates a constraint each time does not fail the others of its transaction")
    func violation() async throws {
        let database = try PostgresServer.shared.makeDatabase()
        let store = try Store(postgres: database, options: PostgresOptions(writers: 1))
        let taken = UserNotification.sample()
        _ = try await store.accept(Submission(notification: taken))
        let (isRunning, isReleased) = (DispatchSemaphore(value: 0), DispatchSemaphore(value: 0))
        async let first: Void = store.write { _ in
            isRunning.signal()
            isReleased.wait()
        }
        await withCheckedContinuation { continuation in
            DispatchQueue(label: "waits").async {
                isRunning.wait()
                continuation.resume()
            }
        }
        let another = UserNotification.sample()
        let refused = Task { try await store.accept(Submission(notification: taken)) }
        async let accepted: SubmissionResult = store.accept(Submission(notification: another))
        while store.commits.waiting < 2 { await Task.yield() }
        isReleased.signal()
        try await first
        #expect(try await accepted == .stored(deliveries: 0))
        await #expect(throws: StoreUnavailable.self) { try await refused.value }
        #expect(try await store.badge(of: "ada", at: noon) == 2)
    }

    @Test("One of two answers on different nodes ends the ask, and both nodes return the same resolution")
    func answers() async throws {
        let database = try PostgresServer.shared.makeDatabase()
        let nodes = (try Store(postgres: database), try Store(postgres: database))
        for _ in 0..<20 {
            let fixture = StoreFixture(store: nodes.0)
            let (ask, _) = try await fixture.ask()
            async let first = nodes.0.transition(ask.id, .withdrawn(.answeredInTerminal), at: fixture.at(1))
            async let second = nodes.1.transition(ask.id, .withdrawn(.deviceRemoved), at: fixture.at(1))
            let ends = try await [first, second].map { $0?.ask.resolution }
            #expect(ends[0] != nil && ends[0] == ends[1])
        }
    }
}

/// A database whose rows are deleted before each use, which is faster than creating one.
private final class ReusedDatabase: Sendable {
    private let name = Result { try PostgresServer.shared.makeDatabase() }

    func connect() throws -> PostgresConnection {
        let connection = try PostgresConnection(PostgresConfiguration(name.get()))
        try connection.execute(script: "SET search_path TO \(Schema.name)")
        return connection
    }

    func emptyStore(recording statements: Statements? = nil, burst: BurstLimits? = nil) throws -> Store {
        var options = PostgresOptions(writers: 1, burst: burst)
        if let statements { options.connection = { RecordingConnection($0, statements) } }
        let store = try Store(postgres: name.get(), options: options)
        let connection = try connect()
        var tables: [String] = []
        try connection.run(
            "SELECT tablename FROM pg_tables WHERE schemaname = ? AND tablename NOT IN ('layout', 'item_clock')",
            [Schema.name]
        ) { row in
            row.text(at: 0).map { tables.append($0) }
            return true
        }
        // Without checks of foreign keys.
        try connection.execute(
            script: "SET session_replication_role TO replica;" + tables.map { "DELETE FROM \($0);" }.joined()
                + "UPDATE item_clock SET sequence = 1")
        return store
    }
}

/// A connection that records its statements.
private final class RecordingConnection: ForwardingConnection {
    private let statements: Statements

    init(_ base: any SQLConnection, _ statements: Statements) {
        self.statements = statements
        super.init(base)
    }

    override func run(
        _ sql: String, _ arguments: [(any SQLValueConvertible)?], _ read: (any SQLRow) throws -> Bool
    ) throws {
        statements.hear(sql)
        try super.run(sql, arguments, read)
    }
}
#endif
