import BellhopStore
import GRDB

/// The layout versions of the database, and the migrations between them.
enum Schema {
    /// `bell` in ASCII: marks a file as Bellhop's (https://www.sqlite.org/pragma.html#pragma_application_id).
    static let applicationID = 0x6265_6C6C

    private static var migrator: DatabaseMigrator {
        var migrator = DatabaseMigrator()
        migrator.registerMigration("1") { db in
            try db.execute(sql: "PRAGMA application_id = \(applicationID)")
            try db.execute(sql: version1)
        }
        for (name, layout) in [
            ("2", version2), ("3", version3), ("10", version10), ("20", version20), ("30", version30),
            ("40", version40), ("50", version50), ("60", version60), ("70", version70), ("80", version80),
            ("90", version90),
        ] {
            migrator.registerMigration(name) { db in try db.execute(sql: layout) }
        }
        return migrator
    }

    /// Returns whether the file is Bellhop's or empty. Must be checked before anything is written to it.
    static func mayLive(in db: Database) throws -> Bool {
        let mark = try db.first("PRAGMA application_id") { try $0.integer() } ?? 0
        let objects = try db.first("SELECT count(*) FROM sqlite_schema") { try $0.integer() } ?? 0
        return mark == Int64(applicationID) || objects == 0
    }

    /// Applies missing migrations.
    ///
    /// - Throws: ``StoreUnavailable`` for a file of a newer version, whose data could be destroyed.
    static func bringUpToDate(_ pool: DatabasePool) throws {
        let migrator = migrator
        if try pool.read(migrator.hasBeenSuperseded) {
            throw StoreUnavailable(
                "The database \(pool.path) was written by a newer version of Bellhop: update this one.")
        }
        try migrator.migrate(pool)
    }
}
