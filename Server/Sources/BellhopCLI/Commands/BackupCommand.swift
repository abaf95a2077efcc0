import ArgumentParser
import BellhopFoundation
import BellhopStore
import BellhopTerminal

struct BackupCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "backup", abstract: "Copy the server's database to a file, also while the server runs.",
        discussion: """
            The copy is one consistent state, checked and readable by its owner only. It contains the texts of asks and \
            notifications, and device tokens: store it encrypted. The keys of gateways and server.conf are not in it. \
            `bellhop restore` reads it.
            """)

    @Argument(help: "The new file.", completion: .file())
    var file: String

    @Flag(help: "Replace an existing file.")
    var force = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var server: DataFolderOptions

    func run() throws {
        let folder = try server.folder()
        let backup = try Backup.make(of: folder.url.path, at: URL(filePath: file).path, isReplacing: force)
        try output.show(
            backup,
            "\(backup.file)  \(backup.size) bytes, \(backup.notifications) notifications, \(backup.devices) devices")
    }
}

/// The data folder of a server on this machine, found as `bellhop serve` finds it.
struct DataFolderOptions: ParsableArguments {
    @Option(help: ArgumentHelp("The server file, as for `bellhop serve`.", valueName: "file"))
    var config: String?

    @Option(
        help: ArgumentHelp("The data folder (default: that of `bellhop serve` with this file).", valueName: "folder"))
    var data: String?

    /// - Throws: ``CommandFailure`` for an invalid server file, and for a server that uses PostgreSQL.
    func folder(environment: [String: String] = ProcessInfo.processInfo.environment) throws -> DataFolder {
        if let data { return DataFolder(option: data, environment: environment) }
        let arguments = try settings(environment: environment)
        guard DatabaseOptions.names.allSatisfy({ SettingKey.value(of: $0, in: arguments) == nil }) else {
            throw CommandFailure(
                "The server uses PostgreSQL: use pg_dump and pg_restore, or name a data folder with --data.")
        }
        return DataFolder(option: SettingKey.value(of: "data", in: arguments), environment: environment)
    }

    /// The arguments of `bellhop serve` from these options, `others`, the environment and the server file.
    ///
    /// - Throws: ``CommandFailure`` for an invalid server file.
    func settings(
        with others: [String: String?] = [:], environment: [String: String], systemFile: String = ServerFile.system
    ) throws -> [String] {
        let options = others.merging([SettingKey.file: config, "data": data]) { _, own in own }
        return try ServerSettings(
            keys: try SettingKey.all(of: ServeCommand.self),
            commandLine: options.compactMap { name, value in value.map { "--\(name)=\($0)" } },
            environment: environment, systemFile: systemFile
        ).arguments()
    }
}
