import ArgumentParser
import BellhopClient
import BellhopFoundation
import BellhopModel
import BellhopTerminal

/// Server and key of commands that manage the server. On the server's own machine they use the admin key in the data
/// folder.
struct AdminOptions: ParsableArguments {
    @Option(
        help:
            "The server's address, such as http://127.0.0.1:8787 (default: $BELLHOP_URL, then the configuration file).")
    var url: String?

    @Option(
        help: """
            An admin key (default: $BELLHOP_KEY, then the configuration file, then admin.key in the data folder). Other \
            users of this machine can see options.
            """)
    var key: String?

    @Option(help: "The server's data folder (default: the system's standard place).")
    var data: String?

    /// - Parameter orAgent: uses an agent key when there is no admin key.
    func withClient<Value>(
        orAgent: Bool = false, _ work: (BellhopClient) async throws -> Value
    ) async throws -> Value {
        try await withClient(orAgent: orAgent) { client, _ in try await work(client) }
    }

    /// Runs `work` with a client and the server's address.
    func withClient<Value>(
        orAgent: Bool = false, _ work: (BellhopClient, ServerAddress) async throws -> Value
    ) async throws -> Value {
        let environment = ProcessInfo.processInfo.environment
        let folder = DataFolder(option: data, environment: environment)
        let file = SettingsFile.usual
        var settings = try file.load()
        let isHere = folder.isServer(of: settings, at: url ?? environment.value("BELLHOP_URL"))
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

/// Server and key of commands that any key may run for its own user, and an admin key for all users.
struct ReaderOptions: ParsableArguments {
    @Option(
        help:
            "The server's address, such as http://127.0.0.1:8787 (default: $BELLHOP_URL, then the configuration file).")
    var url: String?

    @Option(
        help: """
            The key; an admin key for another user (default: $BELLHOP_KEY, then the configuration file, then for an admin \
            key admin.key in the data folder). Other users of this machine can see options.
            """)
    var key: String?

    @Option(help: "The server's data folder (default: the system's standard place).")
    var data: String?

    /// - Parameter needsAdmin: the request concerns another user.
    func withClient<Value>(
        needsAdmin: Bool, _ work: (BellhopClient) async throws -> Value
    ) async throws -> Value {
        if needsAdmin { return try await admin.withClient(work) }
        var server = ServerOptions()
        (server.url, server.key) = (url, key)
        return try await server.withClient(work)
    }

    /// - Parameter orAgent: uses an agent key when there is no admin key.
    func withClient<Value>(
        orAgent: Bool, _ work: (BellhopClient) async throws -> Value
    ) async throws -> Value {
        try await admin.withClient(orAgent: orAgent, work)
    }

    private var admin: AdminOptions {
        var admin = AdminOptions()
        (admin.url, admin.key, admin.data) = (url, key, data)
        return admin
    }
}
