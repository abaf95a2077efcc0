public import BellhopModel
public import NIOCore
public import NIOPosix
public import ServiceLifecycle

/// The Apple Push Notification service, on this machine: HTTP/2 over TLS, the vendor's checks, limits and answers.
///
/// A provider cannot tell it from the real one, except by its certificate. Devices attach to it and get their pushes;
/// tests read what came, and script what goes wrong.
///
/// ```swift
/// let credential = SimulatedCredential()
/// let apns = try APNsSimulator(.init(keys: [credential.providerKey]), clock: clock)
/// try await apns.start()
/// for await push in apns.attach(token: token) { … }
/// ```
///
/// Apple's hosts for pushes, broadcasts and channels are one address here: the path tells them apart.
///
/// Not simulated: certificate-based authentication, and what only a device decides (Focus, budgets).
public final class APNsSimulator: Service {
    public let configuration: APNsSimulatorConfiguration
    /// What clients have to trust.
    public let certificates: SimulatorCertificates

    let exchange: APNsExchange
    let listener: Listener

    /// - Parameters:
    ///   - certificates: `nil` makes new ones.
    ///   - group: the event loops to run on.
    ///   - clock: what the simulator takes for now, for token ages and expirations.
    /// - Throws: what X.509 or BoringSSL say of the certificates.
    public init(
        _ configuration: APNsSimulatorConfiguration = .init(), certificates: SimulatorCertificates? = nil,
        group: any EventLoopGroup = .singletonMultiThreadedEventLoopGroup, clock: @escaping @Sendable () -> Timestamp
    ) throws {
        self.configuration = configuration
        self.certificates = try certificates ?? SimulatorCertificates()
        let exchange = APNsExchange(configuration: configuration, clock: clock)
        self.exchange = exchange
        listener = try Listener(
            host: configuration.host, port: configuration.port, certificates: self.certificates, group: group
        ) { try APNsConnection.assemble(on: $0, exchange: exchange) }
    }

    /// The port it listens on, or listened on last; `nil` before the first start.
    public var port: Int? { listener.port }

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
