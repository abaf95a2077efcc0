import BellhopAPNs
import BellhopModel
import BellhopPush
import BellhopSimulators
import BellhopTestSupport
import Metrics
import Testing

@Suite("Several teams at one gateway for APNs", .timeLimit(.minutes(10)))
struct SeveralTeamsTests {
    private static let first = SimulatedCredential(topics: ["com.example.first"])
    private static let second = SimulatedCredential(
        keyID: "SIMKEY0002", teamID: "SIMTEAM002", topics: ["com.example.second"])

    @Test("Each app is pushed to with the key of its team")
    func routed() async throws {
        try await Self.run(keys: [Self.first, Self.second]) { (apns, gateway) async throws in
            for app in ["com.example.first", "com.example.second"] {
                #expect(try await gateway.send(Self.push(to: app)).isAccepted, "\(app)")
            }
            // One connection for each key: APNs refuses a second team on a connection.
            #expect(apns.statistics.connections == 2)
        }
    }

    @Test("A replaced key serves the next push, and pushes in flight get their responses")
    func replaced() async throws {
        try await Self.run(keys: [Self.first]) { (apns, gateway) async throws in
            let requests = apns.requests()
            apns.script(.hold)
            async let held = gateway.send(Self.push(to: "com.example.first"))
            _ = await requests.first { _ in true }
            let new = SimulatedCredential(keyID: "SIMKEY0003", topics: ["com.example.first"])
            apns.accept(new.providerKey)
            apns.revoke(keyID: Self.first.keyID)
            async let end: Void = gateway.replaceCredentials(with: [Self.credential(new)])
            // The old key is used until the replacement begins.
            while try await !gateway.send(Self.push(to: "com.example.first")).isAccepted {}
            apns.release()
            #expect(try await held.isAccepted)
            try await end
        }
    }

    @Test("A key that stays keeps its connection, and a removed one is not used")
    func kept() async throws {
        try await Self.run(keys: [Self.first, Self.second]) { (apns, gateway) async throws in
            for app in ["com.example.first", "com.example.second"] { _ = try await gateway.send(Self.push(to: app)) }
            try await gateway.replaceCredentials(with: [Self.credential(Self.first)])
            #expect(try await gateway.send(Self.push(to: "com.example.first")).isAccepted)
            #expect(apns.statistics.connections == 2)
            let removed = try await gateway.send(Self.push(to: "com.example.second"))
            #expect(removed == .rejected(Rejection(reason: .noCredential, cause: .credentialInvalid)))
            await #expect(throws: APNsConfigurationError.self) {
                try await gateway.replaceCredentials(with: [Self.credential(Self.second), Self.credential(Self.second)])
            }
            #expect(try await gateway.send(Self.push(to: "com.example.first")).isAccepted)
        }
    }

    private static func credential(_ key: SimulatedCredential) throws -> APNsCredential {
        try APNsCredential(
            teamID: key.teamID, keyID: key.keyID, privateKey: key.p8, apps: key.providerKey.topics)
    }

    private static func push(to app: String) throws -> Push {
        Push(
            id: .make(at: .test), token: try #require(DeviceToken(String(repeating: "ab", count: 32))),
            environment: .sandbox, app: app, kind: .alert, payload: Array(#"{"aps":{"alert":"a"}}"#.utf8),
            urgency: .immediate, expiration: .gatewayDefault)
    }

    private static func run(
        keys: [SimulatedCredential], _ body: (APNsSimulator, APNsGateway) async throws -> Void
    ) async throws {
        let apns = try APNsSimulator(.init(keys: keys.map(\.providerKey))) { .test }
        try await apns.start()
        var configuration = APNsConfiguration()
        configuration.trustRoots = .pem(apns.certificates.authorityPEM)
        configuration.setEverything(to: APNsEndpoint(host: "127.0.0.1", port: try #require(apns.port)))
        // Long deadlines for busy machines.
        (configuration.requestDeadline, configuration.connectDeadline) = (.seconds(50), .seconds(30))
        let gateway = try APNsGateway(
            credentials: keys.map(credential), configuration: configuration, clock: { .test }, logger: .silent,
            metrics: NOOPMetricsHandler.instance)
        try await attempt {
            try await body(apns, gateway)
        } finally: {
            await gateway.shutDown()
            await apns.stop()
        }
    }
}

extension Timestamp {
    /// 2026-01-01T00:00:00Z
    fileprivate static let test = Timestamp(seconds: 1_767_225_600)
}

extension Outcome {
    fileprivate var isAccepted: Bool { if case .accepted = self { true } else { false } }
}
