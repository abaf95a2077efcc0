import ArgumentParser
import BellhopClient

/// As ``ServerOptions``, for commands that read as the user whose key is at hand, and with an admin's key anybody's.
struct ReaderOptions: ParsableArguments {
    @OptionGroup var admin: AdminOptions

    /// - Parameter needsAdmin: what is asked for is somebody else's.
    func withClient<Value>(
        needsAdmin: Bool, _ work: (BellhopClient) async throws -> Value
    ) async throws -> Value {
        if needsAdmin { return try await admin.withClient(work) }
        var server = ServerOptions()
        (server.url, server.key) = (admin.url, admin.key)
        return try await server.withClient(work)
    }
}
