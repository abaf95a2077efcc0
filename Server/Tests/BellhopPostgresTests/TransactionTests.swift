#if Postgres
import BellhopSQL
import BellhopTestSupport
import Dispatch
import Synchronization
import Testing

@testable import BellhopPostgres

/// Ends a transaction with an error.
private struct Interruption: Error {}

@Suite("PostgreSQL driver: transactions")
struct TransactionTests {
    private let database: PostgresDatabase
    private let connection: PostgresConnection

    init() throws {
        database = try PostgresDatabase()
        connection = try database.connect()
        try connection.execute(
            script: "CREATE TABLE k (id integer PRIMARY KEY, v bigint NOT NULL); INSERT INTO k VALUES (1, 0), (2, 0)")
    }

    private func sum() throws -> Int64? { try connection.integer("SELECT sum(v) FROM k") }

    @Test("A transaction is committed at its end, and rolled back after an error")
    func ends() throws {
        let value = try connection.transaction {
            #expect(connection.isInsideTransaction)
            try connection.run("UPDATE k SET v = 1")
            return 7
        }
        #expect(value == 7)
        #expect(!connection.isInsideTransaction)
        #expect(try sum() == 2)
        #expect(throws: Interruption.self) {
            try connection.transaction {
                try connection.run("UPDATE k SET v = 5")
                throw Interruption()
            }
        }
        #expect(!connection.isInsideTransaction)
        #expect(try sum() == 2)
    }

    @Test("A transaction whose failed statement was ignored fails at its end")
    func ignoredFailure() throws {
        let error = #expect(throws: PostgresError.self) {
            try connection.transaction {
                try connection.run("UPDATE k SET v = 1")
                try? connection.run("SELECT 1 / 0")
            }
        }
        #expect(error?.sqlState == "25P02")
        #expect(try sum() == 0)
    }

    @Test("A transaction inside another is refused")
    func nested() throws {
        try connection.transaction {
            let error = #expect(throws: PostgresError.self) { try connection.transaction {} }
            #expect(error?.sqlState == "25001")
            try connection.run("UPDATE k SET v = 1")
        }
        #expect(try sum() == 2)
    }

    @Test("A failed transaction continues after rolling back to a savepoint")
    func savepoint() throws {
        try connection.transaction {
            try connection.run("UPDATE k SET v = 1 WHERE id = 1")
            try connection.run("SAVEPOINT s")
            #expect(throws: PostgresError.self) { try connection.run("INSERT INTO k VALUES (1, 9)") }
            #expect(connection.isInsideTransaction)
            try connection.run("ROLLBACK TO s")
            try connection.run("RELEASE s")
            try connection.run("UPDATE k SET v = 1 WHERE id = 2")
        }
        #expect(try sum() == 2)
    }

    @Test("A snapshot does not see later commits, and refuses writes")
    func snapshot() throws {
        let other = try database.connect()
        try connection.snapshot {
            #expect(try sum() == 0)
            try other.transaction { try other.run("UPDATE k SET v = 1") }
            #expect(try sum() == 0)
        }
        #expect(try sum() == 2)
        let error = #expect(throws: PostgresError.self) {
            try connection.snapshot { try connection.run("DELETE FROM k") }
        }
        #expect(error?.code == .readOnly)
        #expect(connection.isUsable && !connection.isInsideTransaction)
    }

    @Test("A statement of a transaction sees what others have committed before it")
    func readCommitted() throws {
        let other = try database.connect()
        try connection.execute(script: "SET default_transaction_isolation TO 'serializable'")
        try connection.transaction {
            #expect(try sum() == 0)
            try other.transaction { try other.run("UPDATE k SET v = 1") }
            #expect(try sum() == 2)
            try connection.run("UPDATE k SET v = v + 1")
        }
        #expect(try sum() == 4)
    }

    @Test("One of two transactions that wait for each other ends with a conflict")
    func deadlock() async throws {
        let bothHoldOne = Barrier(2)
        let outcomes = try await withThrowingTaskGroup(of: Bool.self) { group in
            for first in [1, 2] {
                let configuration = try database.configuration()
                group.addTask {
                    try await onThread {
                        let connection = try PostgresConnection(configuration)
                        try connection.run("SET deadlock_timeout = '10ms'")
                        do {
                            try connection.transaction {
                                try connection.run("SELECT v FROM k WHERE id = ? FOR UPDATE", [first])
                                bothHoldOne.wait()
                                try connection.run("SELECT v FROM k WHERE id = ? FOR UPDATE", [3 - first])
                            }
                            return true
                        } catch let error as PostgresError {
                            #expect(error.code == .deadlock && error.isConflict)
                            return false
                        }
                    }
                }
            }
            return try await group.reduce(into: []) { $0.append($1) }
        }
        #expect(outcomes.filter { $0 }.count == 1)
    }

    @Test("A wait for a lock ends after the limit")
    func lockTimeout() throws {
        var configuration = try database.configuration()
        configuration.lockTimeout = .milliseconds(1)
        let other = try PostgresConnection(configuration)
        try connection.transaction {
            try connection.run("UPDATE k SET v = 1")
            let error = #expect(throws: PostgresError.self) { try other.run("UPDATE k SET v = 2") }
            #expect(error?.code == .lockTimeout)
        }
    }

    @Test("A transaction that pauses for too long is rolled back and its connection lost")
    func idleTransaction() throws {
        var configuration = try database.configuration()
        configuration.idleTransactionTimeout = .seconds(1234)
        let frozen = try PostgresConnection(configuration)
        #expect(try frozen.text("SHOW idle_in_transaction_session_timeout") == "1234s")
        let error = #expect(throws: PostgresError.self) {
            try frozen.transaction {
                try frozen.run("UPDATE k SET v = 1")
                // Not before the update, so that the session still holds its lock when it is ended.
                try frozen.run("SET LOCAL idle_in_transaction_session_timeout = 1")
                // Returns after the server has ended the other session.
                try connection.run("UPDATE k SET v = 2")
                try frozen.run("UPDATE k SET v = 3")
            }
        }
        #expect(error?.code == .connectionFailure)
        #expect(!frozen.isUsable && !frozen.isInsideTransaction)
        #expect(try sum() == 4)
    }

    // MARK: Enqueued statements

    @Test("Enqueued statements run in order, before the next statement and the commit")
    func enqueued() throws {
        try connection.transaction {
            // More than the queue holds, and statements that are prepared in between.
            for number in 1...700 {
                try connection.enqueue("INSERT INTO k VALUES (?, ?)", [number + 2, 1])
                try connection.enqueue("UPDATE k SET v = v + 1 WHERE id = ? AND v = 1", [number + 2])
            }
            #expect(try sum() == 1400)
            try connection.enqueue("UPDATE k SET v = 7 WHERE id = 1", [])
            try connection.run("UPDATE k SET v = 8 WHERE id > 700")
            #expect(connection.changesCount == 2)
            try connection.enqueue("UPDATE k SET v = 0 WHERE id > 2", [])
        }
        #expect(try PostgresConnection(database.configuration()).integer("SELECT sum(v) FROM k") == 7)
        try connection.enqueue("UPDATE k SET v = 9 WHERE id = 1", [])
        #expect(try PostgresConnection(database.configuration()).integer("SELECT sum(v) FROM k") == 9)
    }

    @Test(
        "The error of an enqueued statement is thrown by the next one, or before the commit, and rolls everything back",
        arguments: [true, false])
    func enqueuedFailure(hasNext: Bool) throws {
        let error = #expect(throws: PostgresError.self) {
            try connection.transaction {
                try connection.enqueue("UPDATE k SET v = 5", [])
                try connection.enqueue("INSERT INTO k VALUES (1, 1)", [])
                try connection.enqueue("UPDATE k SET v = 6", [])
                guard hasNext else { return }
                defer { #expect(connection.isInsideTransaction) }
                _ = try sum()
            }
        }
        #expect(error?.code == .uniqueViolation)
        #expect(connection.isUsable && !connection.isInsideTransaction)
        #expect(try sum() == 0)
        try connection.transaction { try connection.enqueue("UPDATE k SET v = 1", []) }
        #expect(try sum() == 2)
    }

    @Test("Work that throws discards enqueued statements, also failed ones")
    func enqueuedInterruption() throws {
        for sql in ["UPDATE k SET v = 5", "INSERT INTO k VALUES (1, 1)"] {
            #expect(throws: Interruption.self) {
                try connection.transaction {
                    try connection.enqueue(sql, [])
                    throw Interruption()
                }
            }
            #expect(try sum() == 0)
        }
    }

    @Test("Enqueued statements fail with the connection")
    func enqueuedOnLostConnection() throws {
        let lost = try PostgresConnection(database.configuration())
        let process = try lost.integer("SELECT pg_backend_pid()")
        let error = #expect(throws: PostgresError.self) {
            try lost.transaction {
                try lost.enqueue("UPDATE k SET v = 5", [])
                try connection.run("SELECT pg_terminate_backend(?)", [process])
                try lost.enqueue("UPDATE k SET v = 6", [])
            }
        }
        #expect(error?.code == .shutdown || error?.code == .connectionFailure)
        #expect(!lost.isUsable && !lost.isInsideTransaction)
        #expect(try sum() == 0)
    }

    // MARK: Cancellation

    @Test("A running statement is interrupted, and later ones fail until the cancellation is reset")
    func cancellation() async throws {
        let cancel = connection.cancellation
        let process = try #require(try connection.integer("SELECT pg_backend_pid()"))
        let configuration = try database.configuration()
        let canceller = Task {
            try await onThread {
                let observer = try PostgresConnection(configuration)
                // Until the statement runs.
                while try observer.integer(
                    "SELECT count(*) FROM pg_stat_activity WHERE pid = ? AND wait_event = 'PgSleep'", [process]) == 0
                {}
                cancel(true)
            }
        }
        let error = #expect(throws: PostgresError.self) { try connection.run("SELECT pg_sleep(600)") }
        #expect(error?.code == .cancelled && error?.isCancellation == true)
        try await canceller.value
        #expect(throws: PostgresError.self) { try connection.run("SELECT 1") }
        #expect(throws: PostgresError.self) { try connection.execute(script: "SELECT 1") }
        cancel(false)
        #expect(try connection.integer("SELECT 1") == 1)
    }

    @Test("A cancelled read of a pool throws CancellationError, and its connection is used again")
    func cancelledRead() async throws {
        let configuration = try database.configuration()
        let open: SQLPool.Open = { try PostgresConnection(configuration) }
        let pool = try SQLPool(readers: 1, openWriter: open, openReader: open)
        let read = Task { try await pool.read { try $0.run("SELECT pg_sleep(600)") } }
        while try connection.integer("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'") == 0 {}
        read.cancel()
        await #expect(throws: CancellationError.self) { try await read.value }
        #expect(try await pool.read { try $0.integer("SELECT 1") } == 1)
    }

    @Test("A cancelled read of a frozen server throws CancellationError, and its connection is replaced")
    func cancelledWhileFrozen() async throws {
        let server = try PostgresServer()
        let database = try PostgresDatabase(server)
        var configuration = try database.configuration()
        configuration.cancellationTimeout = .milliseconds(1)
        let open: SQLPool.Open = { [configuration] in try PostgresConnection(configuration) }
        let pool = try SQLPool(readers: 1, openWriter: open, openReader: open)
        let observer = try database.connect()
        let read = Task { try await pool.read(isSingle: true) { try $0.run("SELECT pg_sleep(600)") } }
        while try observer.integer("SELECT count(*) FROM pg_stat_activity WHERE wait_event = 'PgSleep'") == 0 {}
        try server.freeze()
        defer { try? server.thaw() }
        read.cancel()
        await #expect(throws: CancellationError.self) { try await read.value }
        try server.thaw()
        #expect(try await pool.read { try $0.integer("SELECT 1") } == 1)
    }
}

/// Runs `work`, which blocks, on a thread outside of Swift's pool.
func onThread<Value: Sendable>(_ work: @escaping @Sendable () throws -> Value) async throws -> Value {
    try await withCheckedThrowingContinuation { continuation in
        DispatchQueue(label: "test").async { continuation.resume(with: Result { try work() }) }
    }
}

/// Blocks threads until all have arrived.
final class Barrier: Sendable {
    private let missing: Mutex<Int>
    private let semaphore = DispatchSemaphore(value: 0)

    init(_ count: Int) { missing = Mutex(count) }

    func wait() {
        let isLast = missing.withLock { missing in
            missing -= 1
            return missing == 0
        }
        if !isLast { semaphore.wait() }
        semaphore.signal()
    }
}
#endif
