import ArgumentParser
import BellhopStore
import BellhopTerminal
import Foundation

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

    /// - Throws: ``CommandFailure`` for an invalid server file.
    func folder(environment: [String: String] = ProcessInfo.processInfo.environment) throws -> DataFolder {
        if let data { return DataFolder(option: data, environment: environment) }
        let settings = ServerSettings(
            keys: try SettingKey.all(of: ServeCommand.self),
            commandLine: config.map { ["--\(SettingKey.file)=\($0)"] } ?? [], environment: environment)
        _ = try settings.arguments()
        guard !settings.settings.contains(where: { DatabaseOptions.names.contains($0.key.name) }) else {
            throw CommandFailure(
                "The server stores in PostgreSQL: use pg_dump and pg_restore, or name a data folder with --data.")
        }
        let values = settings.settings.first { $0.key.name == "data" }?.values
        return DataFolder(option: values?.first, environment: environment)
    }
}
