import BellhopFoundation
import BellhopSQL
import BellhopSQLite

/// A verified copy of an SQLite database in one file.
public struct Backup: Hashable, Sendable, Codable {
    public var file: String
    /// The size of the file, in bytes.
    public var size: Int64
    public var notifications: Int64
    /// The number of devices that are not removed.
    public var devices: Int64

    /// Copies the database in `folder`, which a server may be using, to `file`.
    ///
    /// The copy gets its name when it is complete, verified and durable.
    ///
    /// - Parameter isReplacing: whether an existing file is replaced.
    /// - Throws: ``StoreUnavailable``.
    public static func make(of folder: String, at file: String, isReplacing: Bool = false) throws -> Backup {
        let database = FilePath.join(folder, SQLiteFile.name)
        guard FileManager.default.fileExists(atPath: database) else {
            throw StoreUnavailable("There is no database in \(folder): choose another data folder.")
        }
        func checkAbsence() throws {
            guard isReplacing || !FileManager.default.fileExists(atPath: file) else {
                throw StoreUnavailable("The file \(file) exists: choose another name, or replace it with --force.")
            }
        }
        do {
            try checkAbsence()
            let copy = try DatabaseCopy(of: database, at: file + ".partial")
            try copy.verify(as: database)
            let pages = try copy.connection.integer("PRAGMA page_count") ?? 0
            let backup = Backup(
                file: file, size: pages * (try copy.connection.integer("PRAGMA page_size") ?? 0),
                notifications: try copy.connection.integer("SELECT count(*) FROM notifications") ?? 0,
                devices: try copy.connection.integer(
                    "SELECT count(*) FROM devices WHERE state_cause IS NOT 'removed'") ?? 0)
            try checkAbsence()
            try copy.publish(as: file)
            return backup
        } catch {
            throw StoreUnavailable(error, at: database)
        }
    }
}
