import BellhopCore
import BellhopModel
import BellhopServer
import BellhopStoreSQLite
import Foundation
import Logging

/// A store with users, and what tells them something.
struct FanoutSite: Sendable {
    struct Run {
        var recipients: Int
        var duration: Duration
        /// How long single notifications took to be accepted meanwhile.
        var sends: [Duration]
    }

    private struct Unexpected: Error {}

    private let folder: URL
    private let store: SQLiteStore
    private let useCases: UseCases
    private let fanout: CampaignFanout
    private let admin: KeyRecord

    static func open() throws -> FanoutSite {
        let folder = FileManager.default.temporaryDirectory.appending(path: "bellhop-fanout-\(UUID().uuidString)")
        let store = try SQLiteStore.open(folder: folder.path)
        let (time, wake, hub, metrics) = (SystemTime(), Wake(), EventHub(), PrometheusMetrics())
        var configuration = CampaignFanout.Configuration()
        // Nothing is sent here, so nothing would make room.
        configuration.backlog = .max
        return FanoutSite(
            folder: folder, store: store,
            useCases: UseCases(store: store, hub: hub, wake: wake, time: time, metrics: metrics),
            fanout: CampaignFanout(
                store: store, hub: hub, wake: wake, time: time, metrics: metrics, logger: Logger(label: "fanout"),
                configuration: configuration),
            admin: KeyRecord(
                id: .make(at: time.now), role: .admin, userID: "admin", label: "benchmark", createdAt: time.now))
    }

    func remove() { try? FileManager.default.removeItem(at: folder) }

    /// Registers a phone for each of so many users.
    func register(_ count: Int) async throws {
        try await withThrowingTaskGroup(of: Void.self) { group in
            for first in stride(from: 0, to: count, by: 64) {
                for index in first..<min(count, first + 64) { group.addTask { try await registerPhone(index) } }
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

    /// How long so many notifications take to be accepted, one after the other.
    func sendAlone(_ count: Int) async throws -> [Duration] {
        var durations: [Duration] = []
        for _ in 0..<count { durations.append(try await send()) }
        return durations
    }

    /// Tells everyone, and meanwhile one user something else, again and again.
    func campaign() async throws -> Run {
        try await withThrowingTaskGroup(of: Void.self) { group in
            group.addTask { try await fanout.run() }
            defer { group.cancelAll() }
            let request = CampaignRequest(to: .everyone, notification: content)
            let start = ContinuousClock.now
            guard case .accepted(let campaign) = try await useCases.campaigns.start(request, by: admin, recorder: nil)
            else { throw Unexpected() }
            var sends: [Duration] = []
            while true {
                sends.append(try await send())
                let now = try await useCases.campaigns.campaign(campaign.id, for: admin)
                guard now.state.isEnd else { continue }
                return Run(recipients: now.recipients, duration: ContinuousClock.now - start, sends: sends)
            }
        }
    }

    private func send() async throws -> Duration {
        let start = ContinuousClock.now
        _ = try await useCases.notifications.send(content, by: admin, recorder: nil)
        return ContinuousClock.now - start
    }

    private var content: NotificationRequest {
        NotificationRequest(
            title: "News", body: "There is something new: what was to be done is done, and nobody has to wait for it.",
            category: .update, deepLink: "app://news/7", options: NotificationOptions(data: ["article": 7]))
    }
}
