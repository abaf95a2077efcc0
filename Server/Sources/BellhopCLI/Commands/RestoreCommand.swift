import ArgumentParser
import BellhopCore
import BellhopFoundation
import BellhopModel
import BellhopStore
import BellhopTerminal

struct RestoreCommand: ParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "restore", abstract: "Replace the database of a stopped server with a backup.",
        discussion: """
            The backup is checked first, and the current database is kept beside the new one. Revoked keys stay \
            revoked; devices that were removed or taken over by another user are removed. Everything else that is newer than the backup is lost.
            """)

    @Argument(help: "A file of `bellhop backup`.", completion: .file())
    var file: String

    @Flag(help: "Do not ask for confirmation.")
    var yes = false

    @OptionGroup var server: DataFolderOptions

    func run() throws {
        guard yes || isatty(STDIN_FILENO) == 1 else {
            throw CommandFailure.usage(
                "Standard input is not a terminal, so the restoration cannot be confirmed: use --yes.")
        }
        let folder = try server.folder()
        try folder.prepare()
        let lock = try DataFolderLock(folder)
        defer { withExtendedLifetime(lock) {} }
        let restoration = try Restoration(
            of: URL(filePath: file).path, into: folder.url.path, at: SystemTime().now)
        Output.line("Restoring \(file) to \(folder.url.path)")
        for line in Self.lines(about: restoration) { Output.line("  \(line)") }
        if !yes { try Self.confirm() }
        try restoration.commit()
        Output.line("Restored. Start the server with `bellhop serve`.")
    }

    /// The consequences of the restoration.
    static func lines(about restoration: Restoration) -> [String] {
        let former = restoration.former.map { ["former    \($0)"] } ?? []
        guard let losses = restoration.losses else {
            return former + [
                "caution   there is no readable database to compare with: keys that were revoked and devices that were",
                "          removed after the backup are valid again. After the start, check `bellhop keys` and",
                "          `bellhop devices`; `bellhop keys revoke ID` and `bellhop devices remove ID` end them.",
            ]
        }
        let keys = losses.revokedKeys.map {
            "revoked   key \($0.id) (\($0.role.rawValue), \(DisplayText.line($0.label))) stays revoked"
        }
        let devices = losses.removedDevices.map {
            "removed   device \($0.id) (\(DisplayText.line($0.name))) was removed or taken over after the backup"
        }
        let lost = "lost      \(losses.notifications) notifications and \(losses.asks) asks are not in the backup"
        return former + [lost] + keys + devices
    }

    private static func confirm() throws {
        Output.remark("Type yes to replace the database:")
        guard readLine()?.trimmed == "yes" else {
            throw CommandFailure("Nothing was changed, because it was not confirmed.")
        }
    }
}
