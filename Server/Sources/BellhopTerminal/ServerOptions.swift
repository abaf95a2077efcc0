package import ArgumentParser
package import BellhopClient
import BellhopFoundation
import BellhopModel

/// The address of the server and the key: flags, then `BELLHOP_URL` and `BELLHOP_KEY`, then the configuration file.
package struct ServerOptions: ParsableArguments {
    @Option(
        help:
            "The server's address, such as http://127.0.0.1:8787 (default: $BELLHOP_URL, then the configuration file).")
    package var url: String?

    @Option(
        help:
            "The key (default: $BELLHOP_KEY, then the configuration file). Other users of this machine can see options."
    )
    package var key: String?

    package init() {}

    package func settings() throws -> ClientSettings { try SettingsFile.usual.load().governed(by: .system) }

    package func access(_ settings: ClientSettings) throws -> ClientAccess {
        try settings.access(
            url: url, key: key.map(Secret.init), environment: ProcessInfo.processInfo.environment,
            file: SettingsFile.usual)
    }

    /// Runs `work` with a client that has an agent's key.
    package func withClient<Value>(_ work: (BellhopClient) async throws -> Value) async throws -> Value {
        let access = try access(settings())
        return try await BellhopClient.with(access.address, key: access.key, work)
    }
}

extension SettingsFile {
    /// The configuration file of the current user.
    package static var usual: SettingsFile { SettingsFile(environment: ProcessInfo.processInfo.environment) }
}
