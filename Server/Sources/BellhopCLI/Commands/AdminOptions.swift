import ArgumentParser
import BellhopClient
import BellhopModel
import BellhopTerminal
import Foundation

/// As ``ServerOptions``, for commands that manage the server: on its own machine they find the key that its first start
/// wrote into the data folder.
struct AdminOptions: ParsableArguments {
    @Option(
        help: "The server's address, such as http://127.0.0.1:8787. Else $BELLHOP_URL, else the configuration file.")
    var url: String?

    @Option(
        help: """
            An admin key. Else $BELLHOP_KEY, else the configuration file, else admin.key in the data folder. Other users \
            of this machine can see flags.
            """)
    var key: String?

    @Option(help: "The server's data folder, if it is not the usual one.")
    var data: String?

    /// - Parameter orAgent: an agent's key will do where there is no admin's.
    func withClient<Value>(
        orAgent: Bool = false, _ work: (BellhopClient) async throws -> Value
    ) async throws -> Value {
        try await withClient(orAgent: orAgent) { client, _ in try await work(client) }
    }

    /// As ``withClient(_:)``, with the address that is called.
    func withClient<Value>(
        orAgent: Bool = false, _ work: (BellhopClient, ServerAddress) async throws -> Value
    ) async throws -> Value {
        let environment = ProcessInfo.processInfo.environment
        let folder = DataFolder(option: data, environment: environment)
        let file = SettingsFile.usual
        var settings = try file.load()
        let isHere = folder.isServer(of: settings, elsewhere: url ?? environment.value("BELLHOP_URL"))
        let own = isHere ? folder.readAdminKey() : nil
        let place = isHere ? folder.adminKey.path : nil
        let known = settings.adminKey
        if orAgent, own == nil, known == nil { settings.adminKey = settings.key }
        let access = try settings.access(
            url: url, key: key.map(Secret.init), as: .admin, or: own, from: place, environment: environment, file: file)
        let source: KeySource =
            if key != nil {
                .option
            } else if environment.value("BELLHOP_KEY") != nil {
                .environment
            } else if access.key == own, own != known {
                .file(folder.adminKey.path)
            } else {
                .settings(field: known == nil ? "key" : "admin_key", file.path)
            }
        return try await BellhopClient.with(access.address, key: access.key) { client in
            do {
                return try await work(client, access.address)
            } catch ClientError.refused(let error, _) where error.code == .forbidden || error.code == .unauthorized {
                throw KeyRefusal(error: error, source: source)
            }
        }
    }
}
