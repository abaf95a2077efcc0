#if Postgres
import CPostgres

extension PostgresConfiguration {
    /// Checks that each connection has a session of its own, as prepared statements, settings and `LISTEN` need it.
    ///
    /// A pooler between this process and PostgreSQL, such as PgBouncer, may give the session of a connection to another
    /// one after each transaction (https://www.pgbouncer.org/features.html).
    ///
    /// - Throws: ``PostgresError``, with ``PostgresError/Code/unsupported`` when connections share sessions.
    public func requireSessions() throws {
        let first = try PostgresConnection(unchecked: self)
        let process = try first.serverProcess()
        // A pooler generates the ids that it reports at the start of a connection.
        guard process != PQbackendPID(first.handle) else { return }
        let second = try PostgresConnection(unchecked: self)
        var other: Int32?
        // Other connections may use the same sessions in between, so one comparison is not enough. The second connection
        // asks twice, because a pooler may use two sessions in turn.
        for _ in 0..<5 {
            for found in try [second.serverProcess(), second.serverProcess()] {
                if other == nil { other = found }
                guard found == other, found != process else { throw Self.sharedSession }
            }
            guard try first.serverProcess() == process else { throw Self.sharedSession }
        }
    }

    private static let sharedSession = PostgresError(
        "0A000",
        """
        connections share sessions, as with PgBouncer in transaction mode: connect to PostgreSQL directly, or use session \
        pooling
        """)
}

extension PostgresConnection {
    /// The id of the process that serves this connection.
    fileprivate func serverProcess() throws -> Int32 {
        let result = try simpleQuery("SELECT pg_backend_pid()", timeout: replyTimeout)
        defer { PQclear(result) }
        return PQntuples(result) == 0 ? 0 : Int32(String(cString: PQgetvalue(result, 0, 0))) ?? 0
    }
}
#endif
