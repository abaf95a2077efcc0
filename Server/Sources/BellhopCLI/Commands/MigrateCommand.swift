import ArgumentParser
import BellhopFoundation
import BellhopStore
import BellhopTerminal

struct MigrateCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate", abstract: "Copy the server's SQLite database to PostgreSQL.",
        discussion: """
            Works on the data folder itself, on the server's own machine and under its account. While the server runs, it \
            copies most of the rows. Then stop the server and run the same command again: it copies the changes, compares \
            every row, renames bellhop.sqlite, and prints the command that starts the server with PostgreSQL. After an \
            interruption, run it again.

            The PostgreSQL database must be empty. Set it in the server file only at the end: a server that is restarted \
            earlier would create its own tables there.
            """)

    @Option(
        help: ArgumentHelp(
            """
            The PostgreSQL database, such as postgres://user@host/name (default: the server's settings `database` and \
            `database-file`). It must not contain a password.
            """, valueName: "url"))
    var to: String?

    @Option(
        help: ArgumentHelp(
            "A file with the value of --to, which may contain a password in the file.", valueName: "file"))
    var toFile: String?

    @OptionGroup var server: DataFolderOptions

    func run() throws {
        try run(environment: ProcessInfo.processInfo.environment)
    }

    func run(environment: [String: String], systemFile: String = ServerFile.system) throws {
        #if Postgres
        let (folder, target) = try settings(environment, systemFile)
        do {
            try migrate(folder, to: target)
        } catch let error as StoreUnavailable where error.isPassing {
            throw CommandFailure("\(error) Run the same command again to continue.")
        }
        #else
        throw DatabaseOptions.noDriver
        #endif
    }

    /// The data folder and the target, from the options and the server's settings.
    func settings(_ environment: [String: String], _ systemFile: String) throws -> (DataFolder, target: String) {
        let arguments = try server.settings(
            with: ["database": to, "database-file": toFile], environment: environment, systemFile: systemFile)
        let folder = DataFolder(option: SettingKey.value(of: "data", in: arguments), environment: environment)
        let storage = try DatabaseOptions.parse(
            DatabaseOptions.names.compactMap { name in
                SettingKey.value(of: name, in: arguments).map { "--\(name)=\($0)" }
            })
        guard let target = try storage.connectionString(), !target.isEmpty else {
            throw CommandFailure.usage("Name the PostgreSQL database with --to, such as postgres://user@host/name.")
        }
        return (folder, target)
    }

    #if Postgres
    private func migrate(_ folder: DataFolder, to target: String) throws {
        let migration = try Migration(folder: folder.url.path, to: target)
        guard !migration.isComplete else {
            return Output.line("The migration is already complete. Start the server with:\n\(nextCommand)")
        }
        var progress = MigrationProgress()
        guard let lock = try DataFolderLock(ifUnused: folder) else {
            try migration.copy { progress.show($0) }
            return Output.line(
                "All current rows are copied. Stop the server, and run the same command again to copy later changes.")
        }
        let tables = try migration.complete { progress.show($0) }
        withExtendedLifetime(lock) {}
        for table in tables { Output.line("\(table.name)  \(table.rows) rows  checksum \(table.digest)") }
        Output.line("All rows are copied and verified. Start the server with:\n\(nextCommand)")
    }
    #endif

    /// The command that starts the server with the target.
    private var nextCommand: String {
        let options = [
            ("--config", server.config), ("--data", server.data), ("--database", to), ("--database-file", toFile),
        ]
        return
            (["  bellhop serve"]
            + options.compactMap { name, value in value.map { "\(name) \(ShellWords.quoted($0))" } })
            .joined(separator: " ")
    }
}

#if Postgres
/// Prints how many rows of a table are copied, on standard error.
private struct MigrationProgress {
    private static let interval = 50_000
    private var next = interval

    mutating func show(_ table: Migration.Table) {
        guard table.isDone || table.rows >= next else { return }
        next = table.isDone ? Self.interval : table.rows + Self.interval
        guard table.rows + table.changes > 0 else { return }
        Output.remark("\(table.name): \(table.rows) rows compared, \(table.changes) changed")
    }
}
#endif
