import BellhopAPNs
import BellhopCore
import BellhopModel
import BellhopPush
import BellhopSQL
import BellhopSQLite
import BellhopServer
import BellhopStore
import Crypto
import Foundation
import Logging
import Metrics
import ServiceLifecycle
import Synchronization

/// A store with devices, and the services that notify them.
struct BroadcastSite: Sendable {
    struct Run {
        /// The number of pushes that APNs has accepted.
        var sent: Int
        var duration: Duration
        /// The asks that were created during the broadcast, and after it.
        var asks: [Ask]
        var idleAsks: [Ask]
    }

    /// The durations until APNs responded to the push of an ask.
    struct Ask: Sendable {
        /// From the request to create it.
        var total: Duration
        /// From its acceptance.
        var sending: Duration
    }

    private struct Unexpected: Error {}

    private static let asker: UserID = "asker"

    private let folder: URL
    private let store: Store
    private let useCases: UseCases
    private let services: [any Service]
    private let gateway: TimedGateway
    private let admin: KeyRecord
    private let agent: KeyRecord

    /// - Parameters:
    ///   - port: the port of APNs on this machine.
    ///   - authority: its certificate as PEM.
    init(_ devices: Int, port: Int, authority: String) async throws {
        folder = FileManager.default.temporaryDirectory.appending(path: "bellhop-broadcast-\(UUID().uuidString)")
        store = try Store(folder: folder.path)
        let (time, workSignal, hub, metrics) = (SystemTime(), WorkSignal(), EventHub(), PrometheusMetrics())
        var logger = Logger(label: "broadcast")
        logger.logLevel = .warning
        var configuration = APNsConfiguration()
        configuration.trustRoots = .pem(authority)
        configuration.setEverything(to: APNsEndpoint(host: "127.0.0.1", port: port))
        let credential = try APNsCredential(
            teamID: "ABCDEFGHIJ", keyID: "ABCDEFGHIJ", privateKey: Secret(P256.Signing.PrivateKey().pemRepresentation))
        let apns = try APNsGateway(
            credentials: [credential], configuration: configuration, logger: logger, metrics: metrics)
        gateway = TimedGateway(base: apns)
        services = [
            apns,
            Dispatcher(
                store: store, gateways: [.ios: gateway], hub: hub, workSignal: workSignal, time: time, metrics: metrics,
                logger: logger),
            BroadcastSender(
                store: store, gateways: [.ios: gateway], workSignal: workSignal, time: time, metrics: metrics,
                logger: logger),
            CampaignFanout(
                store: store, hub: hub, workSignal: workSignal, time: time, metrics: metrics, logger: logger),
        ]
        useCases = UseCases(store: store, hub: hub, workSignal: workSignal, time: time, metrics: metrics)
        func key(_ role: Role, _ user: UserID) -> KeyRecord {
            KeyRecord(id: .make(at: time.now), role: role, userID: user, label: "benchmark", createdAt: time.now)
        }
        (admin, agent) = (key(.admin, "admin"), key(.agent, Self.asker))
        try Self.register(devices, in: folder.appending(path: "bellhop.sqlite").path)
        try await registerAsker()
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// Inserts devices, one for each user, in another order than that of the users.
    private static func register(_ count: Int, in path: String) throws {
        let database = try SQLiteConnection(path: path, .readWrite)
        let now = SystemTime().now
        for first in stride(from: 0, to: count, by: 10_000) {
            try database.transaction {
                for index in first..<min(count, first + 10_000) {
                    let digits = String(UInt64(index) &* 0x9E37_79B9_7F4A_7C15, radix: 16)
                    let number = String(repeating: "0", count: 16 - digits.count) + digits
                    let id = DeviceID.make(at: now)
                    let blob = withUnsafeBytes(of: (id.high.bigEndian, id.low.bigEndian)) { Array($0) }
                    try database.run(
                        """
                        INSERT INTO devices (
                            id, user_id, name, platform, token, environment, app, time_zone, public_key, state,
                            registered_at, last_seen_at)
                        VALUES (?, ?, 'iPhone', 'ios', ?, 'production', 'com.example.app', 'Europe/Berlin', ?, 'active', ?, ?)
                        """,
                        [
                            blob, "user-" + number, String(repeating: number, count: 4),
                            Array(repeating: UInt8(7), count: 65),
                            now.milliseconds, now.milliseconds,
                        ])
                }
            }
        }
    }

    private func registerAsker() async throws {
        let now = SystemTime().now
        guard let token = DeviceToken(String(repeating: "ab", count: 32)) else { throw Unexpected() }
        _ = try await store.register(
            Device(
                id: .make(at: now), userID: Self.asker, name: "iPhone", platform: .ios, token: token,
                environment: .production, app: "com.example.app", publicKey: Array(repeating: 7, count: 65),
                registeredAt: now))
    }

    /// Sends a campaign to everyone, and creates asks one after the other until every push is sent.
    func run(_ delivery: Campaign.Delivery) async throws -> Run {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for service in services { group.addTask { try await service.run() } }
            defer { group.cancelAll() }
            // Opens the connection.
            for _ in 0..<20 { _ = try await ask() }
            let notification = NotificationRequest(
                title: "News",
                body:
                    "Version 1.2 is available: the article describes every change and how to upgrade your installation.",
                category: .update, deepLink: "app://news/7", options: NotificationOptions(data: ["article": 7]))
            let request = CampaignRequest(to: .everyone, delivery: delivery, notification: notification)
            let start = ContinuousClock.now
            guard case .accepted(let campaign) = try await useCases.campaigns.start(request, by: admin, recorder: nil)
            else { throw Unexpected() }
            var asks: [Ask] = []
            while true {
                asks.append(try await ask())
                try await Task.sleep(for: .milliseconds(10))
                let now = try await useCases.campaigns.campaign(campaign.id, for: admin)
                guard now.state.isEnd, let ended = now.endedAt else { continue }
                var duration = ContinuousClock.now - start
                if delivery == .broadcast {
                    duration = min(duration, ended - now.createdAt)
                } else {
                    guard try await store.campaignBacklog(at: Timestamp(milliseconds: .max), limit: 1) == 0 else {
                        continue
                    }
                }
                var idleAsks: [Ask] = []
                for _ in 0..<200 { idleAsks.append(try await ask()) }
                let sent = try now.figures?.sent ?? sentDeliveries()
                return Run(sent: sent, duration: duration, asks: asks, idleAsks: idleAsks)
            }
        }
    }

    /// The number of sent deliveries of campaigns.
    private func sentDeliveries() throws -> Int {
        let database = try SQLiteConnection(path: folder.appending(path: "bellhop.sqlite").path, .readOnly)
        return Int(try database.integer("SELECT count(*) FROM deliveries WHERE is_bulk = 1 AND state = 2") ?? 0)
    }

    private func ask() async throws -> Ask {
        let content = AskRequest.Content(
            title: "Run a command", body: "make test", toolName: "Bash", input: "make test",
            inputDigest: InputDigest.hex(of: "make test", nonce: nil) { Array(SHA256.hash(data: $0)) },
            origin: Origin(agent: "claude", host: "laptop", project: "bellhop"))
        let start = ContinuousClock.now
        guard
            case .accepted(let ask) = try await useCases.asks.create(
                AskRequest(content: content, sessionID: "run-1", expiresIn: 300), by: agent, recorder: nil)
        else { throw Unexpected() }
        let accepted = ContinuousClock.now
        let sent = await gateway.response(to: "ask-\(ask.id)")
        return Ask(total: sent - start, sending: max(.zero, sent - accepted))
    }
}

/// Records when APNs has responded to pushes that are sent on their own.
private final class TimedGateway: Gateway {
    private struct State {
        var responses: [String: ContinuousClock.Instant] = [:]
        var waiting: [String: CheckedContinuation<ContinuousClock.Instant, Never>] = [:]
    }

    private let base: APNsGateway
    private let state = Mutex(State())

    init(base: APNsGateway) { self.base = base }

    func send(_ push: Push) async throws -> Outcome {
        let outcome = try await base.send(push)
        guard let id = push.collapseID else { return outcome }
        let now = ContinuousClock.now
        let waiting = state.withLock { state in
            let waiting = state.waiting.removeValue(forKey: id)
            if waiting == nil { state.responses[id] = now }
            return waiting
        }
        waiting?.resume(returning: now)
        return outcome
    }

    func send(_ batch: [Push]) async -> [Result<Outcome, any Error>] { await base.send(batch) }

    /// Waits for the response to the push with this collapse id.
    func response(to id: String) async -> ContinuousClock.Instant {
        await withCheckedContinuation { continuation in
            let known = state.withLock { state in
                let known = state.responses.removeValue(forKey: id)
                if known == nil { state.waiting[id] = continuation }
                return known
            }
            if let known { continuation.resume(returning: known) }
        }
    }
}
