import BellhopModel
import BellhopStore
import BellhopTestSupport
import Foundation
import Testing

@testable import BellhopCore

@Suite("Campaigns over SQLite", .timeLimit(.minutes(10)))
struct CampaignStoreTests {
    private let folder: TemporaryFolder
    private let time = ManualTime()

    init() throws { folder = try TemporaryFolder() }

    private func open() throws -> Store { try Store(folder: folder.path) }

    private static let users = (0..<10_000).compactMap { UserID("user-\($0)") }

    private func start(_ audience: Audience, in store: Store) async throws -> CampaignID {
        let campaigns = UseCases(
            store: store, hub: EventHub(), workSignal: WorkSignal(), time: time, metrics: EngineBench().metrics
        ).campaigns
        let request = CampaignRequest(to: audience, notification: NotificationRequest(title: "News", body: "B"))
        guard case .accepted(let campaign) = try await campaigns.start(request, by: .admin(), recorder: nil) else {
            throw StoreUnavailable("repeated")
        }
        return campaign.id
    }

    @Test("Ten thousand users, and a crash after every few batches: each user is notified exactly once")
    func crash() async throws {
        var id = CampaignID.make(at: time.now)
        do {
            let store = try open()
            for user in Self.users.prefix(100) { _ = try await store.register(TestPhone(of: user).device) }
            id = try await start(.users(Self.users.shuffled()), in: store)
        }
        var told: [UserID] = []
        var isDone = false
        while !isDone {
            // A new store over the same file, as after a crash.
            let store = try open()
            try await store.recover()
            for _ in 0..<7 where !isDone {
                let step = try #require(try await store.advanceCampaign(at: time.now, limit: 250))
                told += step.notifications.map(\.userID)
                isDone = step.campaign.state == .done
            }
        }
        #expect(told.count == 10_000)
        #expect(told == told.sorted { $0.description.utf8.lexicographicallyPrecedes($1.description.utf8) })
        #expect(Set(told) == Set(Self.users))
        let store = try open()
        let campaign = try #require(try await store.campaign(id))
        #expect(campaign.recipients == 10_000)
        #expect(campaign.deliveries == 100)
        #expect(try await store.queueDepth() == 100)
        for user in Self.users.shuffled().prefix(50) {
            #expect(try await store.notifications(of: user, before: nil, limit: 3).count == 1)
        }
    }

    @Test("A failed step notifies no user, and the next step notifies them")
    func failedStep() async throws {
        let users = Array(Self.users.prefix(500))
        var id = CampaignID.make(at: time.now)
        do { id = try await start(.users(users), in: try open()) }
        // The disk is full after some steps.
        var options = SQLiteOptions()
        let database = folder.path + "/bellhop.sqlite"
        let size = try FileManager.default.attributesOfItem(atPath: database)[.size] as? Int
        options.maximumSize = try #require(size) + (100 << 10)
        do {
            let full = try Store(folder: folder.path, options: options)
            await #expect(throws: StoreUnavailable.self) {
                while try await full.advanceCampaign(at: self.time.now, limit: 100) != nil {}
            }
        }
        let store = try open()
        let before = try #require(try await store.campaign(id)).recipients
        #expect(before < 500)
        var told = 0
        while let step = try await store.advanceCampaign(at: time.now, limit: 100) { told += step.notifications.count }
        #expect(before + told == 500)
        for user in users {
            let count = try await store.notifications(of: user, before: nil, limit: 3).count
            #expect(count == 1, "\(user)")
        }
    }
}
