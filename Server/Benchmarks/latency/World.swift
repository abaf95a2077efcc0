import BellhopAPNs
import BellhopClient
import BellhopCore
import BellhopModel
import BellhopPush
import BellhopServer
import BellhopSimulators
import BellhopStore
import Crypto
import Foundation
import Logging
import ServiceLifecycle

/// A complete Bellhop in this process: server, store, simulated APNs, an agent's client and a phone that approves at
/// once.
final class World: Sendable {
    private let agent: BellhopClient
    private let phone: BellhopClient
    private let device: DeviceSummary
    private let key: P256.Signing.PrivateKey
    private let pushes: AsyncStream<DeliveredPush>

    private init(
        agent: BellhopClient, phone: BellhopClient, device: DeviceSummary, key: P256.Signing.PrivateKey,
        pushes: AsyncStream<DeliveredPush>
    ) {
        self.agent = agent
        self.phone = phone
        self.device = device
        self.key = key
        self.pushes = pushes
    }

    static func run(_ body: @Sendable (World) async throws -> Void) async throws {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bellhop-latency-\(UUID().uuidString)")
        defer { try? FileManager.default.removeItem(at: folder) }
        let store = try Store(folder: folder.path)
        let time = SystemTime()
        let (hub, workSignal, metrics) = (EventHub(), WorkSignal(), PrometheusMetrics())
        let logger = Logger(label: "latency") { StreamLogHandler.standardError(label: $0) }
        let credential = SimulatedCredential()
        let apns = try APNsSimulator(.init(keys: [credential.providerKey], retention: .nothing), clock: { time.now })
        try await apns.start()
        var configuration = APNsConfiguration()
        configuration.trustRoots = .pem(apns.certificates.authorityPEM)
        configuration.sandbox = APNsEndpoint(host: "127.0.0.1", port: apns.port ?? 0)
        let gateway = try APNsGateway(
            credentials: [
                APNsCredential(teamID: credential.teamID, keyID: credential.keyID, privateKey: credential.p8)
            ],
            configuration: configuration, clock: { time.now }, logger: logger, metrics: metrics)
        let useCases = UseCases(store: store, hub: hub, workSignal: workSignal, time: time, metrics: metrics)
        let keys = useCases.keys
        let first = try await FirstKeys.make(with: keys)
        let (ports, listening) = AsyncStream<Int>.makeStream()
        let server = BellhopServer(
            configuration: ServerConfiguration(port: 0, burst: 1e9, requestsPerSecond: 1e9), store: store,
            useCases: useCases,
            diagnoses: DiagnosisService(store: store, gateways: [.ios: gateway], time: time),
            channels: ChannelService(gateway: gateway, time: time), hub: hub, time: time,
            metrics: metrics, logger: logger, onListening: { listening.yield($0) })
        let dispatcher = Dispatcher(
            store: store, gateways: [.ios: gateway], hub: hub, workSignal: workSignal, time: time, metrics: metrics,
            logger: logger)
        let services: [any Service] = [apns, gateway, dispatcher, server]
        let group = ServiceGroup(
            configuration: .init(services: services.map { .init(service: $0) }, logger: logger))
        try await withThrowingTaskGroup(of: Void.self) { tasks in
            tasks.addTask { try await group.run() }
            guard let first, let port = await ports.first(where: { _ in true }) else { return }
            let url = "http://127.0.0.1:\(port)"
            try await BellhopClient.with(ServerAddress(url), key: first.admin) { admin in
                try await pairAndRun(url, admin, agentKey: first.agent, apns, body)
            }
            await group.triggerGracefulShutdown()
            try await tasks.waitForAll()
        }
    }

    private static func pairAndRun(
        _ url: String, _ admin: BellhopClient, agentKey: Secret, _ apns: APNsSimulator,
        _ body: @Sendable (World) async throws -> Void
    ) async throws {
        let key = P256.Signing.PrivateKey()
        guard let token = DeviceToken(String(repeating: "ab", count: 32)) else { return }
        let registered = try await admin.call(
            API.registerDevice,
            body: DeviceRegistration(
                pairingCode: admin.call(API.createPairing, body: PairingRequest()).code, name: "iPhone", platform: .ios,
                token: token,
                environment: .sandbox, app: "com.example.app",
                publicKey: Base64.encode(key.publicKey.x963Representation)))
        let address = try ServerAddress(url)
        try await BellhopClient.with(address, key: agentKey) { agent in
            try await BellhopClient.with(address, key: registered.key) { phone in
                try await body(
                    World(
                        agent: agent, phone: phone, device: registered.device, key: key,
                        pushes: apns.attach(token: token)))
            }
        }
    }

    /// One ask from the agent's request to the agent's answer.
    func ask() async throws -> Lap {
        let input = #"{"command":"npm test"}"#
        let request = AskRequest(
            content: .init(
                title: "Claude wants to run a command", body: "npm test", omittedCharacters: 0, toolName: "Bash",
                input: input,
                inputDigest: Hex.encode(SHA256.hash(data: Data(input.utf8)))),
            sessionID: "latency", expiresIn: 60)
        let start = ContinuousClock.now
        let ask = try await agent.createAsk(request).ask
        let accepted = ContinuousClock.now
        async let waited = agent.waitForAnswer(to: ask.id, until: ask.deadline)
        for await push in pushes where push.headers.collapseID?.hasSuffix(ask.id.description) == true {
            guard push.headers.pushType == "alert" else { continue }
            break
        }
        let pushed = ContinuousClock.now
        let statement = AnswerStatement(
            askID: ask.id, inputDigest: ask.request.inputDigest, deadline: ask.deadline, deviceID: device.id,
            answer: .approve)
        let signature = try key.signature(for: Data(statement.text.utf8)).rawRepresentation
        _ = try await phone.answerAsk(
            ask.id,
            AnswerRequest(answer: .approve, inputDigest: ask.request.inputDigest, signature: Base64.encode(signature)))
        let answered = ContinuousClock.now
        guard case .ended(let ended) = try await waited, ended.state == .approved else { throw NotApproved() }
        let told = ContinuousClock.now
        func milliseconds(_ from: ContinuousClock.Instant, _ to: ContinuousClock.Instant) -> Double {
            (to - from) / .milliseconds(1)
        }
        return Lap(
            accepted: milliseconds(start, accepted), pushed: milliseconds(accepted, pushed),
            answered: milliseconds(pushed, answered), told: max(0, milliseconds(answered, told)),
            total: milliseconds(start, told))
    }

    /// - Returns: milliseconds.
    func emptyRequest() async throws -> Double {
        let start = ContinuousClock.now
        _ = try await agent.send("GET", "/healthz")
        return (ContinuousClock.now - start) / .milliseconds(1)
    }

    struct NotApproved: Error {}
}
