import ArgumentParser
import BellhopClient
import BellhopCore
import BellhopModel
import BellhopServer
import BellhopStoreSQLite
import BellhopTerminal
import Foundation
import Logging

struct RecoverCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "recover",
        abstract: "Lets one new device answer without the consent of another, when every trusted device is lost.",
        discussion: """
            Works on the data folder itself, on the server's own machine and under its account; an admin key is not \
            enough. It prints a pairing code. The device that uses it within ten minutes is trusted, as a user's first \
            one is. All devices of the user are notified now, and again when the code is used. Remove the lost device \
            with `bellhop devices remove`, and pin the new one on each machine with `bellhop devices --trust`.
            """)

    @Option(help: "Whose device is lost. Unless given: the owner of the server.")
    var user: String?

    @Option(help: "The server's data folder, if it is not the usual one.")
    var data: String?

    @Flag(help: "Print JSON.")
    var json = false

    func run() async throws {
        let user = try user.map(UserID.init(argument:)) ?? FirstKeys.owner
        let folder = DataFolder(option: data, environment: ProcessInfo.processInfo.environment)
        guard FileManager.default.fileExists(atPath: folder.database.path) else {
            throw CommandFailure(
                "There is no server's database in \(folder.url.path): run this on the server's own machine, with --data if "
                    + "its data folder is another one.")
        }
        var logger = Logger(label: "bellhop") { StreamLogHandler.standardError(label: $0) }
        logger.logLevel = .warning
        let assembly = ServerAssembly(store: try SQLiteStore.open(folder: folder.url.path), logger: logger)
        let pairing = try await assembly.pairings(acceptingFileKeys: false).recover(user)
        Output.remark(
            "bellhop: the device that uses this code may answer for \(DisplayText.line(user.description)) without the consent "
                + "of another one. Whoever has the code has that power: keep it to yourself.")
        if json { return try Output.json(pairing) }
        Output.line("Recovery code: \(pairing.code)  (until \(pairing.expiresAt))")
        Output.line("Enter it in the app. Then run `bellhop devices --trust` where agents run.")
    }
}
