import ArgumentParser
import BellhopClient
import BellhopTerminal

/// As ``AdminOptions``, for what any key can do for its own user, and an admin's for anybody.
struct ReaderOptions: ParsableArguments {
    @Option(
        help: "The server's address, such as http://127.0.0.1:8787. Else $BELLHOP_URL, else the configuration file.")
    var url: String?

    @Option(
        help: """
            The key; an admin's for what is another user's. Else $BELLHOP_KEY, else the configuration file, else for an \
            admin's admin.key in the data folder. Other users of this machine can see flags.
            """)
    var key: String?

    @Option(help: "The server's data folder, if it is not the usual one.")
    var data: String?

    /// - Parameter needsAdmin: what is asked for is somebody else's.
    func withClient<Value>(
        needsAdmin: Bool, _ work: (BellhopClient) async throws -> Value
    ) async throws -> Value {
        if needsAdmin { return try await admin.withClient(work) }
        var server = ServerOptions()
        (server.url, server.key) = (url, key)
        return try await server.withClient(work)
    }

    /// - Parameter orAgent: an agent's key will do where there is no admin's.
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
