import GRDB

/// One caller's write, waiting for its transaction.
struct Write: Sendable {
    /// Tells the caller how it ended. To be called once the transaction is durable.
    typealias Settlement = @Sendable () -> Void

    let perform: @Sendable (Database) throws -> Settlement
    let fail: @Sendable (any Error) -> Void

    /// Performs it so that its failure undoes nothing else.
    ///
    /// - Throws: only when the whole transaction is lost.
    func performInSavepoint(of db: Database) throws -> Settlement {
        try db.run("SAVEPOINT one_write")
        do {
            let settlement = try perform(db)
            try db.run("RELEASE one_write")
            return settlement
        } catch {
            // On a full disk or a failed read SQLite may roll back everything by itself
            // (https://www.sqlite.org/lang_transaction.html, "Response To Errors Within A Transaction").
            guard db.isInsideTransaction else { throw error }
            try db.run("ROLLBACK TO one_write")
            try db.run("RELEASE one_write")
            return { fail(error) }
        }
    }
}
