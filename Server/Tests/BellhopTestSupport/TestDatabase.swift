public import BellhopModel
import BellhopSQL
import BellhopSQLite
import Foundation
import Synchronization

@testable public import BellhopStore

/// A store in a temporary SQLite file that counts its work and can be made to fail.
public final class TestDatabase: Sendable {
    public let store: Store

    /// Recorded delivery results.
    public let recorded = Tally()
    /// Claims of deliveries.
    public let claims = Tally()
    /// Written last-seen times of devices.
    public let seen = Tally()
    /// Transactions and reads that failed because of ``breakDown(_:afterCalls:)``.
    public let refusals = Tally()

    private let folder: TemporaryFolder
    private let failure = Mutex<Failure?>(nil)
    private let observers = Mutex<[@Sendable () -> Void]>([])
    private let reader: Mutex<SQLiteConnection>

    private struct Failure {
        var reason: String
        var remainingCalls: Int
    }

    /// - Parameter burst: the limits for folding notifications into summaries.
    public init(burst: BurstLimits? = nil) {
        do {
            folder = try TemporaryFolder()
            let path = folder.path + "/" + SQLiteFile.name
            let connections = Connections()
            var options = SQLiteOptions(burst: burst)
            options.isDurable = false
            options.connection = { ObservedConnection($0, connections) }
            store = try Store(path: path, options: options)
            reader = Mutex(try SQLiteConnection(path: path, .readOnly))
            connections.database = self
        } catch {
            fatalError("No store can be opened in the temporary folder: \(error)")
        }
    }

    deinit { folder.remove() }

    /// Makes every transaction and read throw ``StoreUnavailable``, at once or after `calls` of them.
    public func breakDown(_ reason: String = "the disk is full", afterCalls calls: Int = 0) {
        failure.withLock { $0 = Failure(reason: reason, remainingCalls: calls) }
    }

    public func mend() { failure.withLock { $0 = nil } }

    /// Calls `observe` after each commit, on the writer's thread.
    public func onCommit(_ observe: @escaping @Sendable () -> Void) { observers.withLock { $0.append(observe) } }

    /// The number of devices that gateways have made inactive.
    public var lapsedDevices: Int {
        query {
            try $0.first("SELECT count(*) FROM devices WHERE state_cause = 'gateway'") { Int(try $0.integer()) } ?? 0
        }
    }

    /// All deliveries, oldest first.
    public var deliveries: [DeliveryRow] {
        query { db in
            try db.all(
                """
                SELECT id, notification_id, device_id, purpose, state, due, is_bulk, attempt, failures,
                    (SELECT detail FROM timeline WHERE timeline.notification_id = deliveries.notification_id
                        AND timeline.device_id = deliveries.device_id AND step = 'failed' ORDER BY timeline.sequence DESC LIMIT 1)
                FROM deliveries ORDER BY sequence
                """
            ) { try DeliveryRow(&$0) }
        }
    }

    private func query<Value: Sendable>(_ body: (Database) throws -> sending Value) -> Value {
        reader.withLock { connection in
            do {
                return try body(Database(connection: connection, burst: nil))
            } catch {
                fatalError("The test's query failed: \(error)")
            }
        }
    }

    /// Throws when the store is to fail.
    fileprivate func begin() throws {
        let reason = failure.withLock { failure -> String? in
            guard let remaining = failure?.remainingCalls else { return nil }
            guard remaining > 0 else { return failure?.reason }
            failure?.remainingCalls -= 1
            return nil
        }
        if let reason {
            refusals.add()
            throw StoreUnavailable(reason)
        }
    }

    fileprivate func committed(_ statements: [String]) {
        for observe in observers.withLock(\.self) { observe() }
        recorded.add(statements.count { $0.hasPrefix("UPDATE deliveries SET state = ?1, due = ?2, failures") })
        seen.add(statements.count { $0.hasPrefix("UPDATE devices SET last_seen_at") })
        if statements.contains(where: { $0.hasPrefix("SELECT \(DueDelivery.columns)") }) { claims.add() }
    }
}

/// Waits for the end of the last connection to the database at `path`, whose store is released: it closes on its queue.
public func waitForClosing(of path: String) async {
    while FileManager.default.fileExists(atPath: path + "-wal") { await Task.yield() }
}

/// One delivery as the store keeps it.
public struct DeliveryRow: Hashable, Sendable {
    public enum Ending: Hashable, Sendable {
        case sent, cancelled
        case failed(String)
    }

    public var id: DeliveryID
    public var notificationID: NotificationID
    public var deviceID: DeviceID
    public var purpose: DeliveryPurpose
    /// The time of the next attempt; `nil` while it is claimed and when it has ended.
    public var due: Timestamp?
    /// The end of the running claim.
    public var lease: Timestamp?
    public var isBulk: Bool
    public var attempts: Int
    public var failures: Int
    public var ending: Ending?

    fileprivate init(_ row: inout Columns) throws {
        id = try row.id()
        notificationID = try row.id()
        deviceID = try row.id()
        purpose = try row.known(DeliveryPurpose(code: row.integer()))
        let state = try row.known(DeliveryState(rawValue: Int(row.integer())))
        let time = try row.optionalTime()
        due = state == .waiting ? time : nil
        lease = state == .claimed ? time : nil
        isBulk = try row.integer() != 0
        attempts = Int(try row.integer())
        failures = Int(try row.integer())
        let reason = try row.optionalText()
        switch state {
        case .waiting, .claimed: ending = nil
        case .sent: ending = .sent
        case .failed: ending = .failed(reason ?? "")
        case .cancelled: ending = .cancelled
        }
    }
}

/// The database of the connections of one store, which are opened before it exists.
private final class Connections: Sendable {
    private let reference = Mutex(Reference())

    private struct Reference {
        weak var database: TestDatabase?
    }

    var database: TestDatabase? {
        get { reference.withLock { $0.database } }
        set { reference.withLock { $0.database = newValue } }
    }
}

/// A connection that lets its transactions fail on demand, and reports their statements after the commit.
private final class ObservedConnection: ForwardingConnection {
    private let connections: Connections
    private var statements: [String] = []

    init(_ base: any SQLConnection, _ connections: Connections) {
        self.connections = connections
        super.init(base)
    }

    override func run(
        _ sql: String, _ arguments: [(any SQLValueConvertible)?], _ read: (any SQLRow) throws -> Bool
    ) throws {
        statements.append(sql)
        try super.run(sql, arguments, read)
    }

    override func transaction<Value>(_ work: () throws -> Value) throws -> Value {
        try connections.database?.begin()
        statements = []
        let value = try super.transaction(work)
        connections.database?.committed(statements)
        return value
    }

    override func snapshot<Value>(_ work: () throws -> Value) throws -> Value {
        try connections.database?.begin()
        statements = []
        return try super.snapshot(work)
    }
}
