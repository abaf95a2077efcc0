public import BellhopModel
public import NIOCore
public import NIOPosix
public import ServiceLifecycle

/// Firebase Cloud Messaging, on this machine: the endpoint that gives out access tokens and the one that takes messages
/// (HTTP v1), over HTTP/2 and TLS, with the vendor's checks, limits and answers.
///
/// Devices attach to it and get their messages; tests read what came, and script what goes wrong.
///
/// ```swift
/// let account = try SimulatedServiceAccount()
/// let fcm = try FCMSimulator(.init(accounts: [account.account]), clock: clock)
/// try await fcm.start()
/// let file = try account.keyFile(tokenURI: fcm.tokenURI)
/// for await message in fcm.attach(token: token) { … }
/// ```
///
/// Not simulated: topics and conditions, which are taken and reach nobody; and what only a device decides.
public final class FCMSimulator: Service {
    public let configuration: FCMSimulatorConfiguration
    /// What clients have to trust.
    public let certificates: SimulatorCertificates

    let exchange: FCMExchange
    let listener: Listener

    /// - Parameters:
    ///   - certificates: `nil` makes new ones.
    ///   - group: the event loops to run on.
    ///   - clock: what the simulator takes for now, for token ages, quotas and expirations.
    /// - Throws: what X.509 or BoringSSL say of the certificates.
    public init(
        _ configuration: FCMSimulatorConfiguration = .init(), certificates: SimulatorCertificates? = nil,
        group: any EventLoopGroup = .singletonMultiThreadedEventLoopGroup, clock: @escaping @Sendable () -> Timestamp
    ) throws {
        self.configuration = configuration
        self.certificates = try certificates ?? SimulatorCertificates()
        let exchange = FCMExchange(configuration: configuration, clock: clock)
        self.exchange = exchange
        listener = try Listener(
            host: configuration.host, port: configuration.port, certificates: self.certificates, group: group
        ) { try FCMStream.assemble(on: $0, exchange: exchange) }
    }

    /// The port it listens on, or listened on last; `nil` before the first start.
    public var port: Int? { listener.port }

    /// Where messages are sent: for a gateway's configuration.
    public var endpoint: String { "https://\(configuration.host):\(port ?? configuration.port)" }

    /// Where access tokens are asked for: for a service account's key file.
    public var tokenURI: String { endpoint + "/token" }

    /// Opens the port. Does nothing when it is open.
    ///
    /// - Throws: ``ListenFailure`` when the address cannot be bound.
    public func start() async throws { try await listener.open() }

    /// Closes the port, cuts every connection, and ends the streams of ``attach(token:)`` and ``requests()``.
    public func stop() async {
        await listener.shutDown()
        exchange.finish()
    }

    /// Runs until graceful shutdown or cancellation.
    ///
    /// - Throws: as ``start()``.
    public func run() async throws {
        try await start()
        // Cancellation is only another way to be told to stop.
        try? await gracefulShutdown()
        await stop()
    }
}
