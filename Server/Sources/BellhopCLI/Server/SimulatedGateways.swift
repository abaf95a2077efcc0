import BellhopAPNs
import BellhopFCM
import BellhopModel
import BellhopPush
import BellhopSimulators
import BellhopTerminal
import BellhopWebPush
import Logging
import Metrics

/// The simulated push services of a server, the gateways that push to them, and the socket for phones of other processes.
struct SimulatedGateways: Sendable {
    let apns: APNsSimulator
    let fcm: FCMSimulator
    let webPush: WebPushSimulator
    let gateways: Gateways
    /// The port at which phones of other processes receive pushes.
    let phonePort: Int

    /// Opens the simulators' ports.
    ///
    /// - Parameter webPushKey: the key with which browsers subscribe.
    static func start(
        webPushKey: VAPIDKey = VAPIDKey(), time: @escaping @Sendable () -> Timestamp, metrics: any MetricsFactory,
        logger: Logger
    ) async throws -> Self {
        let (key, account) = (SimulatedCredential(), try SimulatedServiceAccount())
        let apns = try APNsSimulator(.init(keys: [key.providerKey]), clock: time)
        let fcm = try FCMSimulator(.init(accounts: [account.account]), certificates: apns.certificates, clock: time)
        try await apns.start()
        let webPush = try WebPushSimulator(certificates: apns.certificates, clock: time)
        try await fcm.start()
        try await webPush.start()
        let phones = PushSocketServer { apns.attach(token: $0) }
        let phonePort = try await phones.start()
        var gateways = Gateways(services: [apns, fcm, webPush, phones])
        gateways.add(try gateway(to: apns, with: key, time, metrics, logger), for: .ios, .macos)
        gateways.add(try gateway(to: fcm, with: account, time, metrics, logger), for: .android)
        gateways.add(try gateway(to: webPush, with: webPushKey, time, metrics), for: .web)
        return Self(apns: apns, fcm: fcm, webPush: webPush, gateways: gateways, phonePort: phonePort)
    }

    private static func gateway(
        to apns: APNsSimulator, with key: SimulatedCredential, _ time: @escaping @Sendable () -> Timestamp,
        _ metrics: any MetricsFactory, _ logger: Logger
    ) throws -> APNsGateway {
        var configuration = APNsConfiguration()
        configuration.trustRoots = .pem(apns.certificates.authorityPEM)
        configuration.setEverything(to: APNsEndpoint(host: "127.0.0.1", port: apns.port ?? 0))
        return try APNsGateway(
            credentials: [APNsCredential(teamID: key.teamID, keyID: key.keyID, privateKey: key.p8)],
            configuration: configuration, clock: time, logger: logger, metrics: metrics)
    }

    private static func gateway(
        to fcm: FCMSimulator, with account: SimulatedServiceAccount, _ time: @escaping @Sendable () -> Timestamp,
        _ metrics: any MetricsFactory, _ logger: Logger
    ) throws -> FCMGateway {
        var configuration = FCMConfiguration()
        configuration.trustRoots = .pem(fcm.certificates.authorityPEM)
        configuration.endpoint = fcm.endpoint
        return try FCMGateway(
            accounts: [ServiceAccount(json: try account.keyFile(tokenURI: fcm.tokenURI))],
            configuration: configuration, clock: time, logger: logger, metrics: metrics)
    }

    private static func gateway(
        to service: WebPushSimulator, with key: VAPIDKey, _ time: @escaping @Sendable () -> Timestamp,
        _ metrics: any MetricsFactory
    ) throws -> WebPushGateway {
        guard let contact = VAPIDContact(VAPIDContact.usual) else {
            throw CommandFailure("The contact of Web Push is invalid.")
        }
        var configuration = WebPushConfiguration(contact: contact)
        configuration.privateHosts = [service.configuration.host]
        configuration.trustRoots = .pem(service.certificates.authorityPEM)
        return try WebPushGateway(key: key, configuration: configuration, clock: time, metrics: metrics)
    }
}
