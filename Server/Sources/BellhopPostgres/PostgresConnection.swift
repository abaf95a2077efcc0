#if Postgres
public import BellhopSQL
import CPostgres
import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Ends running statements with ``PostgresError/Code/cancelled`` while it is set.
private final class CancellationFlag: Sendable {
    private let value = Atomic(false)

    var isSet: Bool { value.load(ordering: .relaxed) }
    func set(_ isSet: Bool) { value.store(isSet, ordering: .relaxed) }
}

/// A connection to a PostgreSQL database, with a cache of its prepared statements. Used by one thread at a time.
///
/// Each statement of a transaction sees what was committed before it (READ COMMITTED). A transaction that ends because
/// of a concurrent one fails with an error whose ``PostgresError/isConflict`` is `true`, and must be run again.
public final class PostgresConnection: SQLConnection {
    /// The interval at which a waiting statement checks the cancellation flag, in milliseconds.
    private static let cancellationInterval: Int32 = 50

    let handle: OpaquePointer
    let configuration: PostgresConfiguration
    /// See ``PostgresConfiguration/replyTimeout``.
    var replyTimeout: Duration
    /// The longest wait for the reply to any statement, after which the connection is lost; `nil` for no limit.
    public var statementTimeout: Duration?
    private let isCancelled = CancellationFlag()
    private var statements: [String: PostgresStatement] = [:]
    private var lastStatement = 0
    private var arguments = PostgresArguments()
    /// The number of statements that were sent, and whose results are not read (libpq's pipeline mode,
    /// https://www.postgresql.org/docs/current/libpq-pipeline-mode.html).
    private var enqueued = 0
    var isInTransaction = false
    /// Indicates that the state of the connection is unknown to this object.
    var isBroken = false
    /// A value that differs after a crash of the server and on another server. See ``outcome(of:)``.
    private(set) var incarnation = ""

    public private(set) var changesCount = 0

    /// Opens a connection and checks the server.
    ///
    /// - Throws: ``PostgresError``, with ``PostgresError/Code/unsupported`` for a server before version 13 or a
    ///   database whose encoding is not UTF8.
    public init(_ configuration: PostgresConfiguration) throws {
        self.configuration = configuration
        replyTimeout = configuration.replyTimeout
        handle = try configuration.connect()
        try Self.check(
            version: PQserverVersion(handle), encoding: String(cString: PQparameterStatus(handle, "server_encoding")))
        statementTimeout = replyTimeout
        defer { statementTimeout = nil }
        // `synchronous_commit` is raised only, because a commit must be durable when it is acknowledged.
        try run(
            """
            SELECT set_config('lock_timeout', ?1, false), set_config('idle_in_transaction_session_timeout', ?2, false),
                set_config('statement_timeout', '0', false), set_config('standard_conforming_strings', 'on', false),
                CASE current_setting('synchronous_commit')
                    WHEN 'off' THEN set_config('synchronous_commit', 'on', false) END,
                (SELECT CAST(stats_reset AS text) FROM pg_stat_bgwriter),
                CASE WHEN pg_is_in_recovery() THEN ''
                    ELSE CAST(substr(pg_walfile_name(pg_current_wal_lsn()), 1, 8) AS text) END
            """,
            [configuration.lockTimeout.milliseconds, configuration.idleTransactionTimeout.milliseconds]
        ) { row in
            incarnation = [5, 6].map { row.text(at: $0) ?? "" }.joined(separator: " ")
            return false
        }
    }

    /// Opens a connection without checks and settings, on which no statements are prepared.
    init(unchecked configuration: PostgresConfiguration) throws {
        self.configuration = configuration
        replyTimeout = configuration.replyTimeout
        handle = try configuration.connect()
    }

    deinit { PQfinish(handle) }

    /// - Throws: ``PostgresError`` for a server that this driver does not support.
    static func check(version: Int32, encoding: String) throws {
        guard version >= 13_00_00 else {
            throw PostgresError("0A000", "PostgreSQL 13 or later is required, and this is \(version / 10_000)")
        }
        guard encoding == "UTF8" else {
            throw PostgresError("0A000", "the encoding of the database must be UTF8, and is \(encoding)")
        }
    }

    public var dialect: SQLDialect { .postgres }

    public var isInsideTransaction: Bool {
        PQstatus(handle) == CONNECTION_OK && PQtransactionStatus(handle) != PQTRANS_IDLE
    }

    /// Indicates whether the connection can run statements. Notices a server that has closed an idle connection.
    public var isUsable: Bool {
        while !isBroken, PQstatus(handle) == CONNECTION_OK {
            guard wait(milliseconds: 0) else { return true }
            if PQconsumeInput(handle) == 0 { return false }
        }
        return false
    }

    public var cancellation: @Sendable (Bool) -> Void { { [isCancelled] in isCancelled.set($0) } }

    public func run(
        _ sql: String, _ arguments: [(any SQLValueConvertible)?], _ read: (any SQLRow) throws -> Bool
    ) throws {
        let result = try execute(sql, arguments)
        defer { PQclear(result) }
        for row in 0..<PQntuples(result) {
            guard try read(PostgresRow(result: result, row: row)) else { return }
        }
    }

    public func enqueue(_ sql: String, _ arguments: [(any SQLValueConvertible)?]) throws {
        guard isInTransaction else { return try run(sql, arguments) }
        if enqueued == Self.longestQueue { try finishEnqueued() }
        try send(sql, arguments, isPipelined: true)
    }

    public func finishEnqueued() throws {
        guard enqueued > 0 else { return }
        PQclear(try finishPipeline())
    }

    public func execute(script: String) throws {
        try finishEnqueued()
        try checkCancellation()
        PQclear(try simpleQuery(script, isCancellable: true))
    }

    // MARK: Statements

    /// The maximum of ``enqueued``.
    private static let longestQueue = 256

    /// - Returns: a result in binary format, which the caller must clear.
    private func execute(_ sql: String, _ arguments: [(any SQLValueConvertible)?]) throws -> OpaquePointer {
        try send(sql, arguments, isPipelined: enqueued > 0)
        let result = try enqueued > 0 ? finishPipeline() : finishStatement()
        // The tag of a command is 'UPDATE 3', and of a query 'SELECT 3'.
        if let tag = PQcmdStatus(result), strncmp(tag, "SELECT", 6) != 0, let count = PQcmdTuples(result),
            count.pointee != 0
        {
            changesCount = atol(count)
        }
        return result
    }

    private func send(_ sql: String, _ arguments: [(any SQLValueConvertible)?], isPipelined: Bool) throws {
        try checkCancellation()
        var statement = try statement(sql, arguments)
        if try !self.arguments.set(arguments, types: statement.types) {
            // Prepared with NULL where there are bytes now.
            statement = try prepare(sql, arguments)
            _ = try self.arguments.set(arguments, types: statement.types)
        }
        if isPipelined { PQenterPipelineMode(handle) }
        let isSent = self.arguments.withParameters { values, lengths, formats in
            PQsendQueryPrepared(handle, statement.name, Int32(arguments.count), values, lengths, formats, 1)
        }
        guard isSent == 1 else { throw sendingFailure() }
        if isPipelined { enqueued += 1 }
    }

    private func statement(_ sql: String, _ arguments: [(any SQLValueConvertible)?]) throws -> PostgresStatement {
        if let known = statements[sql], known.types.count == arguments.count { return known }
        return try prepare(sql, arguments)
    }

    private func prepare(_ sql: String, _ arguments: [(any SQLValueConvertible)?]) throws -> PostgresStatement {
        try finishEnqueued()
        let translation = PostgresStatement.translated(sql)
        guard arguments.count == translation.parameters else {
            throw PostgresError("07001", "\(arguments.count) arguments for \(translation.parameters) parameters")
        }
        lastStatement += 1
        let name = "b\(lastStatement)"
        // Bytes have a declared type, which also holds where the server could not infer one.
        let declared: [Oid] = arguments.map { argument in
            if case .blob = argument?.sqlValue { PostgresStatement.bytea } else { 0 }
        }
        guard PQsendPrepare(handle, name, translation.sql, Int32(declared.count), declared) == 1 else {
            throw sendingFailure()
        }
        PQclear(try finish(isCancellable: true))
        guard PQsendDescribePrepared(handle, name) == 1 else { throw sendingFailure() }
        let description = try finish(isCancellable: false)
        defer { PQclear(description) }
        let statement = PostgresStatement(
            name: name, types: (0..<PQnparams(description)).map { PQparamtype(description, $0) })
        statements[sql] = statement
        return statement
    }

    /// - Parameter timeout: the longest wait for the reply, after which the connection is lost; `nil` for no limit.
    func simpleQuery(
        _ script: String, isCancellable: Bool = false, timeout: Duration? = nil
    ) throws -> OpaquePointer {
        guard PQsendQuery(handle, script) == 1 else { throw sendingFailure() }
        return try finish(isCancellable: isCancellable, until: timeout.map { ContinuousClock.now + $0 })
    }

    private func finishStatement() throws -> OpaquePointer {
        do {
            return try finish(isCancellable: true)
        } catch let error as PostgresError {
            // A plan is stale, or the server has forgotten the statements, as after DISCARD ALL.
            if error.sqlState == "0A000" || error.sqlState == "26000" { statements = [:] }
            throw error
        }
    }

    /// Waits for the end of the enqueued statements.
    ///
    /// - Returns: the result of the last one, which the caller must clear.
    private func finishPipeline() throws -> OpaquePointer {
        defer {
            enqueued = 0
            PQexitPipelineMode(handle)
        }
        guard PQpipelineSync(handle) == 1 else { throw sendingFailure() }
        return try finishStatement()
    }

    /// Waits for the results of the sent statements.
    ///
    /// - Parameter deadline: the moment at which the connection is given up; `nil` for that of ``statementTimeout``.
    /// - Returns: the last result, which the caller must clear.
    private func finish(
        isCancellable: Bool, until deadline: ContinuousClock.Instant? = nil
    ) throws -> OpaquePointer {
        let deadline = deadline ?? statementTimeout.map { ContinuousClock.now + $0 }
        var last: OpaquePointer?
        var failure: PostgresError?
        /// The reason for which this connection is given up.
        var abandonment: PostgresError?
        while true {
            while PQisBusy(handle) == 1 {
                if wait(milliseconds: Self.cancellationInterval) {
                    // The next result has the error.
                    if PQconsumeInput(handle) == 0 { break }
                } else if isCancellable, abandonment == nil, isCancelled.isSet {
                    // Repeated, because the server ignores a request that arrives before the statement.
                    if !cancelStatement() {
                        abandonment = Self.cancelled
                        shutdown(PQsocket(handle), Int32(SHUT_RDWR))
                    }
                } else if let deadline, ContinuousClock.now >= deadline {
                    abandonment = abandonment ?? PostgresError("08006", "PostgreSQL did not reply in time")
                    // Reading then reports a lost connection.
                    shutdown(PQsocket(handle), Int32(SHUT_RDWR))
                }
            }
            guard let result = PQgetResult(handle) else {
                // The end of one statement; in a pipeline others follow, and then the synchronization.
                guard enqueued > 0, PQstatus(handle) == CONNECTION_OK else { break }
                continue
            }
            switch PQresultStatus(result) {
            case PGRES_COMMAND_OK, PGRES_TUPLES_OK, PGRES_EMPTY_QUERY:
                PQclear(last)
                last = result
            case PGRES_PIPELINE_SYNC:
                enqueued = 0
                PQclear(result)
            case PGRES_PIPELINE_ABORTED: PQclear(result)
            case PGRES_COPY_IN, PGRES_COPY_OUT, PGRES_COPY_BOTH:
                isBroken = true
                PQclear(result)
                PQclear(last)
                throw PostgresError("0A000", "COPY is not supported")
            default:
                failure = failure ?? PostgresError(result, isInTransaction: isInTransaction)
                PQclear(result)
            }
        }
        if let last, failure == nil { return last }
        PQclear(last)
        if let abandonment { throw abandonment }
        throw failure ?? sendingFailure()
    }

    /// - Returns: whether there is something to read.
    private func wait(milliseconds: Int32) -> Bool {
        var entry = pollfd(fd: PQsocket(handle), events: Int16(POLLIN), revents: 0)
        // The descriptor of a lost connection is negative.
        return entry.fd < 0 || poll(&entry, 1, milliseconds) > 0
    }

    /// Sends a request to cancel the running statement and waits for the reply.
    ///
    /// - Returns: `false` when the server does not reply. The request may then reach a later statement.
    private func cancelStatement() -> Bool {
        // Used by the other thread only.
        guard let request = PQgetCancel(handle) else { return true }
        nonisolated(unsafe) let transferred = request
        let isDone = DispatchSemaphore(value: 0)
        // libpq waits without a limit.
        DispatchQueue.global().async {
            var message = [CChar](repeating: 0, count: 256)
            PQcancel(transferred, &message, Int32(message.count))
            PQfreeCancel(transferred)
            isDone.signal()
        }
        return isDone.wait(timeout: .now() + .milliseconds(configuration.cancellationTimeout.milliseconds)) == .success
    }

    private static let cancelled = PostgresError("57014", "the statement was cancelled")

    private func checkCancellation() throws {
        guard !isCancelled.isSet else { throw Self.cancelled }
    }

    private func sendingFailure() -> PostgresError {
        var error = PostgresError(connection: handle)
        if PQstatus(handle) == CONNECTION_OK { error.sqlState = "XX000" }
        return error
    }

    // MARK: Plans

    /// The lines of the plan by which PostgreSQL executes `sql` for any arguments, preferring indexes as on large tables
    /// (https://www.postgresql.org/docs/current/using-explain.html). For tests.
    public func queryPlan(of sql: String) throws -> [String] {
        let translation = PostgresStatement.translated(sql)
        let disabled = ["enable_seqscan", "enable_bitmapscan", "enable_sort"]
        try execute(
            script: "SET plan_cache_mode TO force_generic_plan;" + disabled.map { "SET \($0) TO off;" }.joined()
                + "PREPARE bellhop_plan AS " + translation.sql)
        defer {
            try? execute(
                script: "DEALLOCATE bellhop_plan; RESET plan_cache_mode;" + disabled.map { "RESET \($0);" }.joined())
        }
        let nulls = Array(repeating: "NULL", count: translation.parameters).joined(separator: ", ")
        let call = translation.parameters == 0 ? "" : "(\(nulls))"
        let result = try simpleQuery("EXPLAIN (COSTS OFF) EXECUTE bellhop_plan\(call)")
        defer { PQclear(result) }
        return (0..<PQntuples(result)).map { row in
            let line = String(cString: PQgetvalue(result, row, 0))
            return String(line.drop { $0 == " " || $0 == "-" || $0 == ">" })
        }
    }
}

extension Duration {
    /// Rounded down, at most the largest setting of PostgreSQL.
    var milliseconds: Int {
        let (seconds, attoseconds) = components
        return Int(min(seconds, 2_000_000)) * 1000 + Int(attoseconds / 1_000_000_000_000_000)
    }
}
#endif
