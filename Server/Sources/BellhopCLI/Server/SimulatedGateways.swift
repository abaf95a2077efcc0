import BellhopAPNs
import BellhopFCM
import BellhopModel
import BellhopPush
import BellhopSimulators
import Logging
import Metrics

/// The simulated push services of a server, the gateways that push to them, and the socket for phones of other processes.
struct SimulatedGateways: Sendable {
    let apns: APNsSimulator
    let fcm: FCMSimulator
    let gateways: Gateways
    /// The port at which phones of other processes receive pushes.
    let phonePort: Int

    /// Opens the simulators' ports.
    static func start(time: @escaping @Sendable () -> Timestamp, metrics: any MetricsFactory, logger: Logger)
        async throws -> Self
    {
        let (key, account) = (SimulatedCredential(), try SimulatedServiceAccount())
        let apns = try APNsSimulator(.init(keys: [key.providerKey]), clock: time)
        let fcm = try FCMSimulator(.init(accounts: [account.account]), certificates: apns.certificates, clock: time)
        try await apns.start()
        try await fcm.start()
        let phones = PushSocketServer { apns.attach(token: $0) }
        let phonePort = try await phones.start()
        var gateways = Gateways(services: [apns, fcm, phones])
        gateways.add(try gateway(to: apns, with: key, time, metrics, logger), for: .ios, .macos)
        gateways.add(try gateway(to: fcm, with: account, time, metrics, logger), for: .android)
        return Self(apns: apns, fcm: fcm, gateways: gateways, phonePort: phonePort)
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
}
