#if Postgres
import BellhopPostgres
package import BellhopSQL
import BellhopSQLite

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// The migration of an SQLite database to a PostgreSQL database.
///
/// It compares each table page by page and writes the differences. This copies, catches up with later changes, continues
/// after an interruption at any point, and verifies. Until the end, the target has no indexes except primary keys, and
/// no foreign keys, so rows may be written in any order, and fast.
///
/// The table `migration` marks the target, which no server opens until the migration is complete.
public final class Migration {
    /// A table and what was copied of it so far.
    public struct Table: Sendable {
        public let name: String
        public var rows = 0
        /// The number of rows that were inserted or deleted in the target.
        public var changes = 0
        public var isDone = false
        var checksum = MigrationChecksum()

        init(name: String) { self.name = name }

        /// The hexadecimal checksum of all rows, of a verified table.
        public var digest: String {
            let text = String(checksum.value, radix: 16)
            return String(repeating: "0", count: 16 - text.count) + text
        }
    }

    /// Indicates whether nothing is left to do.
    public private(set) var isComplete: Bool
    private let files: (live: String, migrated: String)
    /// The path of the source, which is renamed shortly before the end.
    private var path: String
    private let place: String
    private let target: any SQLConnection
    private let connection: (any SQLConnection) -> any SQLConnection

    /// Prepares an empty database, or continues an unfinished migration of the same SQLite database.
    ///
    /// - Parameters:
    ///   - folder: the folder of `bellhop.sqlite`.
    ///   - connectionString: the PostgreSQL database: a URL, or `key=value` pairs.
    /// - Throws: ``StoreUnavailable`` when a database cannot be used, or the target has other data.
    public convenience init(folder: String, to connectionString: String) throws {
        try self.init(folder: folder, to: connectionString) { $0 }
    }

    /// - Parameter connection: replaces each connection, for tests that let statements fail.
    package init(
        folder: String, to connectionString: String, connection: @escaping (any SQLConnection) -> any SQLConnection
    ) throws {
        let files = (live: "\(folder)/\(SQLiteFile.name)", migrated: "\(folder)/\(SQLiteFile.migratedName)")
        let path = access(files.live, F_OK) == 0 ? files.live : files.migrated
        (self.files, self.path, self.connection) = (files, path, connection)
        guard access(path, F_OK) == 0 else {
            throw StoreUnavailable("There is no database in \(folder): name the server's data folder with --data.")
        }
        if path == files.live, access(files.migrated, F_OK) == 0 {
            throw StoreUnavailable("\(files.migrated) is of an earlier migration: move it away.")
        }
        (target, place, isComplete) = try Self.described(path, "PostgreSQL") {
            let configuration = try PostgresConfiguration(connectionString)
            let place = configuration.description
            return try Self.described(path, place) {
                let identity = try Self.identity(of: connection(SQLiteConnection(path: path, .readOnly)), at: path)
                try configuration.requireSessions()
                let target = connection(try PostgresConnection(configuration))
                return (target, place, try Self.prepare(target, at: place, for: identity))
            }
        }
        guard !isComplete || path == files.migrated else {
            throw StoreUnavailable(
                "PostgreSQL (\(place)) has already replaced \(path), which was put back later: move it away, or choose an "
                    + "empty database.")
        }
    }

    /// Copies rows while the server writes to the source.
    public func copy(_ report: (Table) -> Void) throws {
        try Self.described(path, place) {
            let source = try open(.readOnly)
            for table in try MigrationTable.all(in: source) {
                _ = try table.synchronize(source, target, isVerifying: false, report: report)
            }
            try define("definition LIKE 'CREATE INDEX %'")
        }
    }

    /// Copies the last changes, verifies all rows, renames the source and lets servers open the target.
    ///
    /// The caller must have stopped the server and hold the lock of its folder.
    ///
    /// - Returns: the verified tables.
    public func complete(_ report: (Table) -> Void) throws -> [Table] {
        try Self.described(path, place) {
            let tables = try verifiedTables(report)
            if path == files.live {
                guard rename(files.live, files.migrated) == 0 else {
                    throw StoreUnavailable("\(files.live) cannot be renamed: \(String(cString: strerror(errno))).")
                }
                path = files.migrated
                // After a power failure the file must not have its old name while servers use the target.
                sync()
            }
            try define("true") { try finish() }
            try target.execute(script: "ANALYZE \(tables.map(\.name).joined(separator: ", "))")
            isComplete = true
            return tables
        }
    }

    /// Synchronizes and verifies all tables, while other programs cannot write to the source.
    private func verifiedTables(_ report: (Table) -> Void) throws -> [Table] {
        let source = try open(.readWrite)
        let tables = try source.transaction {
            let tables = try MigrationTable.all(in: source)
            for table in tables { _ = try table.synchronize(source, target, isVerifying: false, report: report) }
            try define("definition LIKE 'CREATE INDEX %'")
            return try tables.map { table in
                do {
                    return try table.synchronize(source, target, isVerifying: true) { _ in }
                } catch is MigrationDifference {
                    throw StoreUnavailable(
                        "The table \(table.name) of PostgreSQL (\(place)) has changed after it was copied: end the "
                            + "program that changes it, then run the same command again.")
                }
            }
        }
        // Moves the write-ahead log into the file, which is renamed. Fails while another program has the file open.
        var mode: String?
        try source.run("PRAGMA journal_mode = DELETE", []) { row in
            mode = row.text(at: 0)
            return true
        }
        guard mode == "delete" else {
            throw StoreUnavailable("Another program has opened the database \(path): stop it.", isPassing: true)
        }
        return tables
    }

    private func open(_ mode: SQLiteConnection.Mode) throws -> any SQLConnection {
        let source = connection(try SQLiteConnection(path: path, mode))
        try source.execute(script: "PRAGMA busy_timeout = 5000; PRAGMA cache_size = -16000")
        return source
    }

    /// Adds indexes and constraints that ``prepare(_:at:for:)`` has removed.
    private func define(_ condition: String, then work: () throws -> Void = {}) throws {
        try target.transaction {
            var definitions: [String] = []
            try target.run("SELECT definition FROM migration_definitions WHERE \(condition) ORDER BY position", []) {
                row in
                var columns = Columns(row)
                definitions.append(try columns.text())
                return true
            }
            try target.execute(script: definitions.joined(separator: ";\n"))
            try target.run("DELETE FROM migration_definitions WHERE \(condition)")
            try work()
        }
    }

    /// Lets identity columns continue after their largest values, and removes the mark of an unfinished migration.
    private func finish() throws {
        var identities: [(table: String, column: String)] = []
        try target.run(
            """
            SELECT CAST(attrelid::regclass AS text), attname FROM pg_attribute JOIN pg_class ON pg_class.oid = attrelid
            WHERE relnamespace = '\(Schema.name)'::regnamespace AND attidentity <> ''
            """, []
        ) { row in
            var columns = Columns(row)
            identities.append((try columns.text(), try columns.text()))
            return true
        }
        for (table, column) in identities {
            try target.run(
                """
                SELECT setval(pg_get_serial_sequence('\(table)', '\(column)'), coalesce(max(\(column)), 0) + 1, false)
                FROM \(table)
                """)
        }
        try target.execute(script: "DROP TABLE migration_definitions; UPDATE migration SET is_complete = 1")
    }
}

extension Migration {
    /// Refuses a database that has only a part of the migrated rows.
    static func refuseUnfinished(_ connection: any SQLConnection, at place: String) throws {
        guard try mark(in: connection)?.isComplete ?? true else {
            throw StoreUnavailable(
                "The migration to PostgreSQL (\(place)) is not complete: stop the server, and run `bellhop migrate` again."
            )
        }
    }

    /// Creates the tables, with the mark of a migration, in an empty database.
    ///
    /// - Returns: whether the migration is complete.
    private static func prepare(_ target: any SQLConnection, at place: String, for source: [UInt8]) throws -> Bool {
        do {
            // Waits a moment for the server to notice the end of a killed migration.
            try target.run("SELECT pg_advisory_lock(hashtextextended('bellhop migration', 0))")
        } catch let error as PostgresError where error.code == .lockTimeout {
            throw StoreUnavailable(
                "Another `bellhop migrate` is writing to PostgreSQL (\(place)): wait until it has ended.",
                isPassing: true)
        }
        try Schema.createInPostgres(target, at: place) {
            try target.execute(script: removal)
            try target.run("INSERT INTO migration VALUES (?, 0)", [source])
        }
        guard let mark = try mark(in: target), mark.source == source else {
            throw StoreUnavailable(
                "PostgreSQL (\(place)) already has data of Bellhop: choose an empty database, or delete the data with "
                    + "`DROP SCHEMA \(Schema.name) CASCADE`.")
        }
        return mark.isComplete
    }

    private static func mark(in connection: any SQLConnection) throws -> (source: [UInt8], isComplete: Bool)? {
        guard try connection.integer("SELECT 1 WHERE to_regclass('\(Schema.name).migration') IS NOT NULL") == 1 else {
            return nil
        }
        var mark: (source: [UInt8], isComplete: Bool)?
        try connection.run("SELECT source, is_complete FROM migration", []) { row in
            var columns = Columns(row)
            mark = (try columns.bytes(), try columns.integer() == 1)
            return true
        }
        return mark
    }

    /// Removes and notes indexes and constraints except primary keys and checks.
    private static let removal = """
        CREATE TABLE migration (source BYTEA NOT NULL, is_complete BIGINT NOT NULL);
        CREATE TABLE migration_definitions AS
        SELECT CASE contype WHEN 'f' THEN 3 ELSE 2 END AS position,
            format('ALTER TABLE %s DROP CONSTRAINT %I', conrelid::regclass, conname) AS removal,
            format('ALTER TABLE %s ADD CONSTRAINT %I %s', conrelid::regclass, conname, pg_get_constraintdef(oid))
                AS definition
        FROM pg_constraint WHERE connamespace = '\(Schema.name)'::regnamespace AND contype IN ('u', 'f')
        UNION ALL
        SELECT 1, format('DROP INDEX %s', indexrelid::regclass), pg_get_indexdef(indexrelid)
        FROM pg_index JOIN pg_class ON pg_class.oid = indrelid
        WHERE relnamespace = '\(Schema.name)'::regnamespace
            AND NOT EXISTS (SELECT FROM pg_constraint WHERE conindid = indexrelid);
        DO $$ DECLARE step record; BEGIN
            FOR step IN SELECT removal FROM migration_definitions ORDER BY position DESC LOOP
                EXECUTE step.removal;
            END LOOP;
        END $$;
        """

    /// The id of the first key, which the first start creates and nothing deletes.
    private static func identity(of source: any SQLConnection, at path: String) throws -> [UInt8] {
        guard try source.integer("PRAGMA application_id") == Schema.applicationID,
            try source.integer("PRAGMA user_version") == Schema.version
        else {
            throw StoreUnavailable(
                "The database \(path) is not of this version of Bellhop: start and stop this version's server with it first."
            )
        }
        var identity: [UInt8]?
        try source.run("SELECT id FROM keys ORDER BY rowid LIMIT 1", []) { row in
            var columns = Columns(row)
            identity = try columns.bytes()
            return true
        }
        guard let identity else {
            throw StoreUnavailable("No server has used the database \(path): there is nothing to migrate.")
        }
        return identity
    }

    private static func described<Value>(_ path: String, _ place: String, _ work: () throws -> Value) throws -> Value {
        do {
            return try work()
        } catch {
            throw error is PostgresError ? StoreUnavailable(error, in: place) : StoreUnavailable(error, at: path)
        }
    }
}
#endif
