public import BellhopModel

/// Calls one Bellhop server with one key.
///
/// Each method is named like the ``BellhopModel/Endpoint`` it calls, and throws ``ClientError``, or `CancellationError`
/// when its task is cancelled. Calls that fail on the way are tried again for a few seconds (``RetryPolicy``); writes
/// carry an `Idempotency-Key`, the same for all attempts, so that nothing is done twice.
///
/// A client has a thread and connections of its own: keep one, and ``shutdown()`` it in the end.
public final class BellhopClient: Sendable {
    public let address: ServerAddress
    let key: Secret?
    let configuration: Configuration
    let transport: HTTPTransport

    public struct Configuration: Sendable {
        /// Certificates in PEM that are believed besides the system's.
        public var certificateAuthorityFile: String?
        /// For one attempt to connect.
        public var connectTimeout: Duration = .seconds(5)
        /// For one attempt from its first to its last byte; waiting for an answer adds its own time.
        public var timeout: Duration = .seconds(10)
        /// An event connection on which nothing comes for so long is dead: the server sends a ping every 30 seconds.
        public var longestSilence: Duration = .seconds(75)
        public var retry = RetryPolicy()
        public var time: ClientTime = .system

        public init(certificateAuthorityFile: String? = nil) {
            self.certificateAuthorityFile = certificateAuthorityFile
        }
    }

    /// - Parameter key: `nil` for the few routes that are open to everyone.
    /// - Throws: ``ClientError/badFile(path:reason:)`` when the file of certificates cannot be read.
    public init(_ address: ServerAddress, key: Secret?, configuration: Configuration = .init()) throws(ClientError) {
        self.address = address
        self.key = key
        self.configuration = configuration
        transport = HTTPTransport(
            Connector(
                to: address, roots: try TrustRoots(file: configuration.certificateAuthorityFile),
                timeout: configuration.connectTimeout))
    }

    /// As ``init(_:key:configuration:)``, from the address as text.
    public convenience init(
        url: String, key: Secret?, configuration: Configuration = .init()
    ) throws(ClientError) {
        try self.init(ServerAddress(url), key: key, configuration: configuration)
    }

    /// Begins to connect before the first call, for whoever knows that there will be one.
    public func connectEarly() { transport.connectEarly() }

    /// Ends all connections. Must be called once, before the client is let go.
    public func shutdown() async { await transport.shutdown() }

    /// Runs `work` with a client that is shut down afterwards, however `work` ends.
    public static func with<Result>(
        _ address: ServerAddress, key: Secret?, configuration: Configuration = .init(),
        _ work: (BellhopClient) async throws -> Result
    ) async throws -> Result {
        let client = try BellhopClient(address, key: key, configuration: configuration)
        do {
            let result = try await work(client)
            await client.shutdown()
            return result
        } catch {
            await client.shutdown()
            throw error
        }
    }
}
