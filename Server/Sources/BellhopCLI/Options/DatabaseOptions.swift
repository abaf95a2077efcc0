import ArgumentParser
import BellhopFoundation
import BellhopStore
import BellhopTerminal

/// The PostgreSQL database of a server.
struct DatabaseOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            """
            A PostgreSQL database, which several servers may use, such as postgres://user@host/name (default: SQLite in \
            the data folder). It must not contain a password.
            """, valueName: "url"))
    var database: String?

    @Option(
        help: ArgumentHelp(
            "A file with the value of --database, which may contain a password in the file.", valueName: "file"))
    var databaseFile: String?

    /// The names of these options.
    static let names = ["database", "database-file"]

    func validate() throws {
        guard database == nil || databaseFile == nil else {
            throw ValidationError("Give either --database or --database-file.")
        }
        guard let database, Self.hasPassword(database) else { return }
        throw ValidationError(
            "--database contains a password, which other accounts can read: use a file and --database-file."
        )
    }

    /// Opens the store of a server.
    ///
    /// - Parameter folder: has the SQLite database unless these options name another one.
    /// - Throws: ``CommandFailure``, ``StoreUnavailable``.
    func openStore(in folder: DataFolder, burst: BurstLimits?) throws -> Store {
        guard let database = try connectionString() else {
            return try Store(folder: folder.url.path, options: SQLiteOptions(burst: burst))
        }
        #if Postgres
        return try Store(postgres: database, options: PostgresOptions(burst: burst))
        #else
        throw Self.noDriver
        #endif
    }

    static let noDriver = CommandFailure(
        "This build has no driver for PostgreSQL: install libpq, and build again with `make install`.")

    /// `nil` for SQLite.
    func connectionString() throws -> String? {
        guard let databaseFile else { return database }
        let text = try InputFile.text(of: databaseFile).trimmed
        // libpq would connect to the database of its environment.
        guard !text.isEmpty else {
            throw CommandFailure("\(databaseFile) is empty: write the connection string to it.")
        }
        return text
    }

    /// Returns whether a URL or `key=value` pairs contain a password.
    private static func hasPassword(_ text: String) -> Bool {
        if text.contains("password=") || text.contains("password =") { return true }
        guard let start = text.firstRange(of: "://")?.upperBound else { return false }
        let authority = text[start...].prefix { $0 != "/" && $0 != "?" }
        guard let end = authority.lastIndex(of: "@") else { return false }
        return authority[..<end].contains(":")
    }
}
