public import BellhopModel
import NIOConcurrencyHelpers
public import NIOCore
public import NIOPosix
public import ServiceLifecycle

/// A simulated Apple Push Notification service: HTTP/2 over TLS, with the vendor's checks, limits and responses.
///
/// To a provider it behaves like the real service, except for its certificate. Devices connect to it and receive their
/// pushes; tests inspect the requests and script faults.
///
/// ```swift
/// let credential = SimulatedCredential()
/// let apns = try APNsSimulator(.init(keys: [credential.providerKey]), clock: clock)
/// try await apns.start()
/// for await push in apns.attach(token: token) { … }
/// ```
///
/// Apple's hosts for pushes, broadcasts and channels share one address here; the path selects the service.
///
/// Not simulated: certificate-based authentication, and decisions of the device (Focus, budgets).
public final class APNsSimulator: Service {
    public let configuration: APNsSimulatorConfiguration
    /// The certificates that clients must trust.
    public let certificates: SimulatorCertificates

    let backend: APNsBackend
    let listener: Listener

    /// - Parameters:
    ///   - certificates: `nil` creates new ones.
    ///   - group: The event loops to run on.
    ///   - clock: The simulator's clock, for token ages and expirations.
    /// - Throws: An error of X.509 or BoringSSL about the certificates.
    public init(
        _ configuration: APNsSimulatorConfiguration = .init(), certificates: SimulatorCertificates? = nil,
        group: any EventLoopGroup = .singletonMultiThreadedEventLoopGroup, clock: @escaping @Sendable () -> Timestamp
    ) throws {
        self.configuration = configuration
        self.certificates = try certificates ?? SimulatorCertificates()
        let backend = APNsBackend(configuration: configuration, clock: clock)
        self.backend = backend
        listener = try Listener(
            host: configuration.host, port: configuration.port, certificates: self.certificates, group: group
        ) { try APNsServerConnection.assemble(on: $0, backend: backend) }
    }

    /// The current or last port; `nil` before the first start.
    public var port: Int? { listener.port }

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

extension APNsSimulator {
    /// A stream of all future requests with their results. It buffers without limit.
    public func requests() -> AsyncStream<ReceivedPush> { backend.observe() }

    /// All received requests in order; empty unless the configuration retains them.
    public var received: [ReceivedPush] { backend.state.withLockedValue { $0.log.entries } }

    /// All received requests for one token, including refused ones.
    public func received(for token: DeviceToken) -> [ReceivedPush] {
        backend.state.withLockedValue { $0.log.entries(for: token.text.lowercased()) }
    }

    /// The number of requests with this `apns-id`, over all connections.
    public func attempts(of id: DeliveryID) -> Int {
        backend.state.withLockedValue { $0.log.attempts(of: id.description) }
    }

    public var statistics: APNsStatistics { backend.state.withLockedValue { $0.statistics } }
}

extension APNsSimulator {
    /// Registers a device token, or updates its registration.
    public func register(_ device: SimulatedDevice) {
        backend.state.withLockedValue { $0.devices[device.token.text.lowercased()] = device }
    }

    /// Simulates the app's deletion: requests for the token get 410 `Unregistered` with this time. Does nothing when
    /// the token is not registered.
    public func unregister(_ token: DeviceToken, since moment: Timestamp) {
        backend.state.withLockedValue { $0.devices[token.text.lowercased()]?.state = .unregistered(since: moment) }
    }

    /// Adds a key to those of the configuration.
    public func accept(_ key: ProviderKey) { backend.state.withLockedValue { $0.keys[key.keyID] = key } }

    /// Removes a key. As with Apple, connections that have used it remain valid until they are closed.
    public func revoke(keyID: String) { backend.state.withLockedValue { $0.keys[keyID] = nil } }

    /// Connects a device: the stream yields the stored pushes, oldest first, then every new one.
    ///
    /// The device disconnects when the stream is no longer read. A second stream for the same token ends the first.
    public func attach(token: DeviceToken) -> AsyncStream<DeliveredPush> { backend.attach(token) }
}

extension APNsSimulator {
    /// The channels of an app, in order of creation.
    public func channels(of app: String) -> [ChannelID] {
        backend.state.withLockedValue { $0.channels.channels(of: app) }
    }

    /// All received broadcasts in order, including refused ones; empty unless the configuration retains them.
    public var broadcasts: [ReceivedBroadcast] { backend.state.withLockedValue { $0.broadcasts } }

    /// Subscribes to a channel as a device does: the stream yields the stored broadcast, then every new one.
    ///
    /// The stream ends when the channel is deleted, immediately if it does not exist.
    public func follow(_ channel: ChannelID) -> AsyncStream<DeliveredBroadcast> {
        let (stream, continuation) = AsyncStream.makeStream(of: DeliveredBroadcast.self)
        let exists = backend.state.withLockedValue { state in
            state.channels.attach(continuation, to: channel, now: backend.clock())
        }
        if !exists { continuation.finish() }
        return stream
    }
}

extension APNsSimulator {
    /// Queues `fault` for the next valid requests. Invalid requests are refused and do not consume a fault.
    ///
    /// - Parameters:
    ///   - times: The number of requests to which it applies.
    ///   - token: Limits the fault to requests for this token; `nil` for any. Faults for a token take precedence.
    public func script(_ fault: APNsFault, times: Int = 1, for token: DeviceToken? = nil) {
        backend.state.withLockedValue { $0.script.add(fault, times: times, token: token?.text.lowercased()) }
    }

    /// Removes all pending faults.
    public func clearScript() { backend.state.withLockedValue { $0.script = FaultScript<APNsFault>() } }

    /// Sends the responses that ``APNsFault/hold`` delays.
    public func release() { backend.release() }

    /// Closes the port: the system refuses new connections, open ones remain. ``start()`` opens it again.
    public func refuseConnections() async { await listener.close() }

    /// Cuts every open connection without GOAWAY and TLS close_notify. New ones are accepted.
    public func cutConnections() async { await listener.cutConnections() }
}
