import BellhopCore
import BellhopModel
import BellhopPush
import BellhopSQL
import BellhopSQLite
import BellhopServer
import BellhopStore
import Foundation
import Logging
import ServiceLifecycle

/// A store with users, and the services that notify them.
struct FanoutSite: Sendable {
    struct Run {
        var recipients: Int
        var duration: Duration
        /// The durations of accepting single notifications during the campaign.
        var sends: [Duration]
    }

    private struct Unexpected: Error {}

    private let users: Int
    private let folder: URL
    private let store: Store
    private let useCases: UseCases
    private let services: [any Service]
    private let admin: KeyRecord

    /// - Parameters:
    ///   - users: the number of users, each with a phone.
    ///   - sending: pushes go to a gateway that accepts each 20 ms later; a second gateway, for Android, is idle. Without it
    ///     nothing is sent.
    static func open(users: Int, sending: Bool) async throws -> FanoutSite {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bellhop-fanout-\(UUID().uuidString)")
        let store = try Store(folder: folder.path)
        let (time, workSignal, hub, metrics) = (SystemTime(), WorkSignal(), EventHub(), PrometheusMetrics())
        let logger = Logger(label: "fanout")
        var configuration = CampaignFanout.Configuration()
        if !sending { configuration.backlog = .max }
        let fanout = CampaignFanout(
            store: store, hub: hub, workSignal: workSignal, time: time, metrics: metrics, logger: logger,
            configuration: configuration)
        let dispatcher = Dispatcher(
            store: store, gateways: [.ios: DistantGateway(), .android: DistantGateway()], hub: hub,
            workSignal: workSignal,
            time: time, metrics: metrics, logger: logger)
        let site = FanoutSite(
            users: users, folder: folder, store: store,
            useCases: UseCases(store: store, hub: hub, workSignal: workSignal, time: time, metrics: metrics),
            services: sending ? [fanout, dispatcher] : [fanout],
            admin: KeyRecord(
                id: .make(at: time.now), role: .admin, userID: "admin", label: "benchmark", createdAt: time.now))
        try await site.registerPhones()
        try SQLiteConnection(path: site.database, .readOnly).copy(to: SQLiteConnection(path: site.copy))
        return site
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// Measures the rows of the campaigns so far with nothing around, `batch` users in a transaction.
    func rowFloor(batch: Int) throws -> Duration { try RowFloor.measure(copying: database, into: copy, batch: batch) }

    private var database: String { folder.appending(path: "bellhop.sqlite").path }
    /// The path of a copy of the database with the users, before the first campaign.
    private var copy: String { database + ".devices" }

    private func registerPhones() async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for first in stride(from: 0, to: users, by: 64) {
                for index in first..<min(users, first + 64) { group.addTask { try await registerPhone(index) } }
                try await group.waitForAll()
            }
        }
    }

    private func registerPhone(_ index: Int) async throws {
        let now = SystemTime().now
        guard let user = UserID("user-\(index)"), let token = DeviceToken("token-\(index)") else { throw Unexpected() }
        _ = try await store.register(
            Device(
                id: .make(at: now), userID: user, name: "iPhone", platform: .ios, token: token,
                environment: .production, app: "com.example.app", publicKey: Array(repeating: 7, count: 65),
                registeredAt: now))
    }

    /// Measures how long each of `count` notifications takes to be accepted, one after the other.
    func sendAlone(_ count: Int) async throws -> [Duration] {
        var durations: [Duration] = []
        for _ in 0..<count { durations.append(try await send()) }
        return durations
    }

    /// All users, with texts of their own, in parts of `count`.
    func audiences(of count: Int) -> [Audience] {
        stride(from: 0, to: users, by: count).map { first in
            .recipients(
                (first..<min(users, first + count)).compactMap { index in
                    UserID("user-\(index)").map { Audience.Recipient(user: $0, title: "News for \(index)") }
                })
        }
    }

    /// Notifies each audience, until every push is sent.
    ///
    /// - Parameter isBesideOthers: whether single notifications are sent during it, one after the other.
    func campaigns(to audiences: [Audience], besideOthers isBesideOthers: Bool = false) async throws -> Run {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for service in services { group.addTask { try await service.run() } }
            defer { group.cancelAll() }
            let start = ContinuousClock.now
            var open: [Campaign] = []
            for audience in audiences {
                let request = CampaignRequest(to: audience, notification: content)
                guard
                    case .accepted(let campaign) = try await useCases.campaigns.start(request, by: admin, recorder: nil)
                else { throw Unexpected() }
                open.append(campaign)
            }
            var run = Run(recipients: 0, duration: .zero, sends: [])
            while let campaign = open.last {
                if isBesideOthers {
                    run.sends.append(try await send())
                } else {
                    try await Task.sleep(for: .milliseconds(2))
                }
                let now = try await useCases.campaigns.campaign(campaign.id, for: admin)
                guard now.state.isEnd, try await isEverythingSent() else { continue }
                run.recipients += now.recipients
                open.removeLast()
            }
            run.duration = ContinuousClock.now - start
            return run
        }
    }

    private func isEverythingSent() async throws -> Bool {
        guard services.count > 1 else { return true }
        return try await store.campaignBacklog(at: Timestamp(milliseconds: .max), limit: 1) == 0
    }

    private func send() async throws -> Duration {
        let start = ContinuousClock.now
        _ = try await useCases.notifications.send(content, by: admin, recorder: nil)
        return ContinuousClock.now - start
    }

    private var content: NotificationRequest {
        NotificationRequest(
            title: "News",
            body: "Version 1.2 is available: the article describes every change and how to upgrade your installation.",
            category: .update, deepLink: "app://news/7", options: NotificationOptions(data: ["article": 7]))
    }
}

/// Accepts every push after a round trip of 20 ms, as APNs would.
private struct DistantGateway: Gateway {
    func send(_ push: Push) async throws -> Outcome {
        try await Task.sleep(for: .milliseconds(20))
        return .accepted(AcceptedPush())
    }
}
