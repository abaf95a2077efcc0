import BellhopModel
import BellhopStore
import GRDB

extension DatabasePool {
    /// Opens the database with everything that Bellhop asks of a connection.
    static func open(_ file: DatabaseFile, _ options: SQLiteOptions) throws -> DatabasePool {
        var configuration = GRDB.Configuration()
        configuration.label = "bellhop"
        configuration.busyMode = .timeout(options.busyTimeout / .seconds(1))
        configuration.maximumReaderCount = max(1, options.readers)
        configuration.prepareDatabase { db in
            if let observe = options.observeStatement {
                db.trace { event in
                    if case .statement(let statement) = event { observe(statement.sql) }
                }
            }
            BurstSettings.install(options.burst, in: db)
            // Said again for the readers, to whom GRDB gives a timeout of its own.
            try db.execute(sql: "PRAGMA busy_timeout = \(options.busyTimeout.wholeMilliseconds)")
            try db.execute(sql: "PRAGMA cache_size = -16000; PRAGMA temp_store = MEMORY")
            if !db.configuration.readonly { try prepareWriter(db, of: file, options) }
        }
        let pool = try DatabasePool(path: file.path, configuration: configuration)
        // GRDB sets synchronous = NORMAL when it switches to WAL, after `prepareDatabase`. In that mode a commit that
        // was acknowledged can be lost with the power; Bellhop promises otherwise.
        try pool.writeWithoutTransaction { try $0.execute(sql: "PRAGMA synchronous = FULL") }
        return pool
    }

    private static func prepareWriter(
        _ db: Database, of file: DatabaseFile, _ options: SQLiteOptions
    ) throws {
        guard try Schema.mayLive(in: db) else {
            throw StoreUnavailable("The file \(file.path) is the database of another program: choose another path.")
        }
        // Four times SQLite's own: fewer checkpoints write hot pages more than once. The limit gives back what a
        // burst took.
        try db.execute(sql: "PRAGMA wal_autocheckpoint = 4000; PRAGMA journal_size_limit = 67108864")
        if let bytes = options.maximumSize {
            let pageSize = try Int.fetchOne(db, sql: "PRAGMA page_size") ?? 4096
            try db.execute(sql: "PRAGMA max_page_count = \(max(1, bytes / pageSize))")
        }
    }
}
