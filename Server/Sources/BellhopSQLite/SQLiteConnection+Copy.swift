import CSQLite

extension SQLiteConnection {
    /// Replaces the contents of `destination` with one snapshot of this database.
    ///
    /// The backup API in a single step: it copies pages under one read transaction, so other processes keep writing and
    /// never restart it, as they would a backup in several steps. `VACUUM INTO` also rebuilds all indexes, which takes
    /// about twice as long, and until its end no checkpoint can empty the write-ahead log.
    ///
    /// - Throws: ``SQLiteError`` of this database or of `destination`.
    public func copy(to destination: SQLiteConnection) throws {
        guard let backup = sqlite3_backup_init(destination.handle, "main", handle, "main") else {
            throw SQLiteError(sqlite3_extended_errcode(destination.handle), of: destination.handle)
        }
        let step = sqlite3_backup_step(backup, -1)
        let result = sqlite3_backup_finish(backup)
        guard step == SQLITE_DONE else { throw SQLiteError(result == SQLITE_OK ? step : result, of: nil) }
    }
}
