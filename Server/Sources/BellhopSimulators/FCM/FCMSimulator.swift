public import BellhopModel
import NIOConcurrencyHelpers
public import NIOCore
public import NIOPosix
public import ServiceLifecycle

/// A simulated Firebase Cloud Messaging: the access token endpoint and the send endpoint (HTTP v1), over HTTP/2 and
/// TLS, with the vendor's checks, limits and responses.
///
/// Devices connect to it and receive their messages; tests inspect the requests and script faults.
///
/// ```swift
/// let account = try SimulatedServiceAccount()
/// let fcm = try FCMSimulator(.init(accounts: [account.account]), clock: clock)
/// try await fcm.start()
/// let file = try account.keyFile(tokenURI: fcm.tokenURI)
/// for await message in fcm.attach(token: token) { … }
/// ```
///
/// Not simulated: topics and conditions, whose messages are accepted and discarded; and decisions of the device.
public final class FCMSimulator: Service {
    public let configuration: FCMSimulatorConfiguration
    /// The certificates that clients must trust.
    public let certificates: SimulatorCertificates

    let backend: FCMBackend
    let listener: Listener

    /// - Parameters:
    ///   - certificates: `nil` creates new ones.
    ///   - group: The event loops to run on.
    ///   - clock: The simulator's clock, for token ages, quotas and expirations.
    /// - Throws: An error of X.509 or BoringSSL about the certificates.
    public init(
        _ configuration: FCMSimulatorConfiguration = .init(), certificates: SimulatorCertificates? = nil,
        group: any EventLoopGroup = .singletonMultiThreadedEventLoopGroup, clock: @escaping @Sendable () -> Timestamp
    ) throws {
        self.configuration = configuration
        self.certificates = try certificates ?? SimulatorCertificates()
        let backend = FCMBackend(configuration: configuration, clock: clock)
        self.backend = backend
        listener = try Listener(
            host: configuration.host, port: configuration.port, certificates: self.certificates, group: group
        ) { channel in
            let connection = backend.connectionOpened()
            try SimulatorStream.assemble(on: channel, streams: configuration.streams) { head, body, resume in
                guard body.count <= SimulatorStream.longestBody else {
                    return .respond(SimulatedFCMResponse(.tooLong).onStream(at: clock()))
                }
                let scripted = backend.receive(FCMRequest(head, body: body), connection: connection) { response in
                    resume { response.onStream(at: clock()) }
                }
                return switch scripted.fault {
                case nil, .refuse: .respond(scripted.response.onStream(at: clock()))
                case .hold, .stall: .nothing
                case .cutConnection: .cutConnection
                }
            }
        }
    }

    /// The current or last port; `nil` before the first start.
    public var port: Int? { listener.port }

    /// The send endpoint, for a gateway's configuration.
    public var endpoint: String { "https://\(configuration.host):\(port ?? configuration.port)" }

    /// The token endpoint, for a service account's key file.
    public var tokenURI: String { endpoint + "/token" }

    /// Opens the port. Does nothing when it is open.
    ///
    /// - Throws: ``SimulatorListenError`` when the address cannot be bound.
    public func start() async throws { try await listener.open() }

    /// Closes the port, cuts every connection, and ends the streams of ``attach(token:)`` and ``requests()``.
    public func stop() async {
        await listener.shutDown()
        backend.finish()
    }

    /// Runs until graceful shutdown or cancellation.
    ///
    /// - Throws: The errors of ``start()``.
    public func run() async throws {
        try await start()
        // Cancellation stops the service as well.
        try? await gracefulShutdown()
        await stop()
    }
}

extension FCMSimulator {
    /// Registers a token, or updates its registration.
    public func register(_ device: FCMDevice) {
        backend.state.withLockedValue { $0.devices[device.token.text] = device }
    }

    /// Simulates the app's deletion: requests for the token get 404 `UNREGISTERED`. Does nothing when the token is not
    /// registered.
    public func unregister(_ token: DeviceToken) {
        backend.state.withLockedValue { $0.devices[token.text]?.state = .unregistered }
    }

    /// Adds a service account to those of the configuration, or updates it.
    public func accept(_ account: FCMAccount) { backend.state.withLockedValue { $0.accounts[account.email] = account } }

    /// Removes a service account and its access tokens.
    public func revoke(_ email: String) {
        backend.state.withLockedValue { state in
            state.accounts[email] = nil
            state.grants = state.grants.filter { $0.value.account.email != email }
        }
    }

    /// Revokes all access tokens, as Google may at any time.
    public func revokeTokens() { backend.state.withLockedValue { $0.grants = [:] } }

    /// Connects a device: the stream yields the stored messages, oldest first, then every new one.
    ///
    /// The device disconnects when the stream is no longer read. A second stream for the same token ends the first.
    public func attach(token: DeviceToken) -> AsyncStream<DeliveredMessage> { backend.attach(token) }

    /// A stream of all future send requests with their results. It buffers without limit.
    public func requests() -> AsyncStream<ReceivedMessage> { backend.observe() }

    /// All received send requests, in order.
    public var received: [ReceivedMessage] { backend.state.withLockedValue { $0.log } }

    public var statistics: FCMStatistics { backend.state.withLockedValue { $0.statistics } }
}

extension FCMSimulator {
    /// Queues `fault` for the next valid requests. Invalid requests are refused and do not consume a fault.
    ///
    /// - Parameters:
    ///   - times: The number of requests to which it applies.
    ///   - token: Limits the fault to messages to this device; `nil` for any. Faults for a device take precedence.
    public func script(_ fault: FCMFault, times: Int = 1, for token: DeviceToken? = nil) {
        backend.state.withLockedValue { $0.sendScript.add(fault, times: times, token: token?.text) }
    }

    /// Queues `fault` for the next valid requests for an access token.
    public func scriptToken(_ fault: FCMFault, times: Int = 1) {
        backend.state.withLockedValue { $0.tokenScript.add(fault, times: times, token: nil) }
    }

    /// Sends the responses that ``FCMFault/hold`` delays.
    public func release() { backend.release() }

    /// Closes the port: the system refuses new connections, open ones remain. ``start()`` opens it again.
    public func refuseConnections() async { await listener.close() }

    /// Cuts every open connection without GOAWAY and TLS close_notify. New ones are accepted.
    public func cutConnections() async { await listener.cutConnections() }
}
