import BellhopAPNs
import BellhopModel
import BellhopSimulators
import Logging
import Metrics
import ServiceLifecycle

/// The simulated APNs of a server, with the gateway that pushes to it and the line that phones attach to.
struct SimulatedGateways: Sendable {
    let apns: APNsSimulator
    let gateways: Gateways
    /// Where phones of other processes get their pushes.
    let phonePort: Int

    /// Opens the simulator's ports.
    static func start(time: @escaping @Sendable () -> Timestamp, metrics: any MetricsFactory, logger: Logger)
        async throws -> Self
    {
        let credential = SimulatedCredential()
        let apns = try APNsSimulator(.init(keys: [credential.providerKey]), clock: time)
        try await apns.start()
        let phones = PhoneLineServer { apns.attach(token: $0) }
        let phonePort = try await phones.start()
        var configuration = APNsConfiguration()
        configuration.trustRoots = .pem(apns.certificates.authorityPEM)
        configuration.setEverything(to: APNsEndpoint(host: "127.0.0.1", port: apns.port ?? 0))
        let gateway = try APNsGateway(
            credentials: [
                APNsCredential(teamID: credential.teamID, keyID: credential.keyID, privateKey: credential.p8)
            ],
            configuration: configuration, clock: time, logger: logger, metrics: metrics)
        return Self(
            apns: apns,
            gateways: Gateways(byPlatform: [.ios: gateway, .macos: gateway], services: [apns, phones, gateway]),
            phonePort: phonePort)
    }
}
