#if Postgres
import BellhopSQL
import CPostgres

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

extension PostgresConnection {
    /// Runs `work` in a transaction.
    ///
    /// When the connection is lost during the commit, a new connection queries the outcome of the transaction.
    ///
    /// - Throws: errors of `work` and of the commit. ``PostgresError/Code/lostCommit`` means that the transaction is not
    ///   committed and can be run again, ``PostgresError/Code/unknownOutcome`` that its outcome cannot be determined.
    public func transaction<Value>(_ work: () throws -> Value) throws -> Value {
        let id = try begin("BEGIN ISOLATION LEVEL READ COMMITTED; SELECT pg_current_xact_id()")
        isInTransaction = true
        defer { isInTransaction = false }
        let value: Value
        do {
            value = try work()
            try finishEnqueued()
        } catch {
            rollBack()
            throw error
        }
        try commit(id)
        return value
    }

    public func snapshot<Value>(_ work: () throws -> Value) throws -> Value {
        _ = try begin("BEGIN ISOLATION LEVEL REPEATABLE READ READ ONLY")
        // The transaction has nothing to commit.
        defer { rollBack() }
        return try work()
    }

    /// - Returns: the first value of the last result.
    private func begin(_ script: String) throws -> String {
        // PostgreSQL only warns about BEGIN in a transaction.
        guard !isInsideTransaction else { throw PostgresError("25001", "a transaction is already open") }
        let result: OpaquePointer
        do {
            result = try simpleQuery(script, timeout: replyTimeout)
        } catch {
            rollBack()
            throw error
        }
        defer { PQclear(result) }
        return PQntuples(result) == 0 ? "" : String(cString: PQgetvalue(result, 0, 0))
    }

    private func rollBack() {
        guard isInsideTransaction else { return }
        do {
            // The errors of these statements are irrelevant after the rollback.
            try? finishEnqueued()
            PQclear(try simpleQuery("ROLLBACK", timeout: replyTimeout))
        } catch {
            isBroken = true
        }
    }

    private func commit(_ id: String) throws {
        do {
            let result = try simpleQuery("COMMIT", timeout: replyTimeout)
            defer { PQclear(result) }
            // COMMIT rolls back after a failed statement, without an error.
            guard String(cString: PQcmdStatus(result)) == "COMMIT" else {
                throw PostgresError("25P02", "a statement of the transaction failed, so it was rolled back")
            }
        } catch let error as PostgresError where PQstatus(handle) != CONNECTION_OK {
            switch outcome(of: id) {
            case .committed: return
            case .aborted:
                throw PostgresError(
                    "40000", "the transaction was rolled back because \(error.message)", isConflict: true)
            case nil:
                throw PostgresError("08007", "the outcome of the transaction is unknown because \(error.message)")
            }
        } catch {
            rollBack()
            throw error
        }
    }

    private enum Outcome {
        case committed, aborted
    }

    /// Queries the outcome of a transaction of this lost connection on new connections.
    ///
    /// A server that crashed, or a standby that became the primary, may have assigned the id to another transaction. It
    /// then has other statistics or another timeline, and 'committed' may refer to that transaction. 'aborted' is always
    /// reliable, because the id of a committed transaction is not assigned again.
    ///
    /// - Returns: `nil` when the outcome cannot be determined in time.
    private func outcome(of id: String) -> Outcome? {
        let deadline = ContinuousClock.now + configuration.outcomeTimeout
        repeat {
            if let connection = try? PostgresConnection(configuration) {
                connection.statementTimeout = replyTimeout
                var status: String?
                try? connection.run("SELECT pg_xact_status(CAST(CAST(? AS text) AS xid8))", [id]) { row in
                    status = row.text(at: 0)
                    return false
                }
                switch status {
                case "aborted": return .aborted
                case "committed": return connection.incarnation == incarnation ? .committed : nil
                case "in progress":
                    // The server does not know yet that the connection is lost. A session that is not idle has received
                    // COMMIT and ends soon.
                    try? connection.run(
                        """
                        SELECT pg_terminate_backend(pid) FROM pg_stat_activity
                        WHERE backend_xid = CAST(CAST(CAST(? AS text) AS xid8) AS xid)
                            AND state LIKE 'idle in transaction%'
                        """, [id])
                default: break
                }
            }
            // Blocks this thread, which belongs to the database.
            poll(nil, 0, 50)
        } while ContinuousClock.now < deadline
        return nil
    }
}
#endif
