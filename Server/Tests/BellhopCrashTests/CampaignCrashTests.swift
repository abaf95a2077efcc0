import BellhopModel
import BellhopSimulators
import Foundation
import Testing

@Suite("kill -9 during a campaign", .timeLimit(.minutes(10)))
struct CampaignCrashTests {
    private static let users = (1000..<4000).compactMap { UserID("user-\($0)") }

    @Test("A campaign notifies each of 3,000 users once when the server is killed eight times during the fan-out")
    func campaign() async throws {
        try await Site.run { site in
            var server = try ServerProcess.start(over: site)
            var admin = API(url: server.url, key: try site.adminKey)
            // Distributed over the users, so that every few batches have a push.
            let devices = stride(from: 0, to: Self.users.count, by: 60).map { Self.users[$0] }
            for (index, user) in devices.enumerated() {
                _ = try await admin.pair(token: Self.token(index), user: user)
            }
            let pushes = site.apns.requests()
            var arrivals = pushes.makeAsyncIterator()
            let request = CampaignRequest(
                to: .users(Self.users.reversed()), notification: NotificationRequest(title: "News", body: "B"))
            let created = try #require(await admin.post("/v1/campaigns", request))
            #expect(created.status == 202)
            let id = try JSONDecoder().decode(Campaign.self, from: created.body).id

            var notes: [String: Set<NotificationID>] = [:]
            var kills = 0
            while notes.count < devices.count {
                let push = try #require(await arrivals.next())
                notes[push.token, default: []].insert(try #require(PushPayload(bytes: push.payload).notificationID))
                guard kills < 8, notes.count > kills * 5 else { continue }
                server.kill()
                kills += 1
                server = try ServerProcess.start(over: site)
                admin = API(url: server.url, key: try site.adminKey)
            }
            let ended = try await Self.ended(id, admin)
            #expect(ended.state == .done)
            #expect(ended.recipients == Self.users.count)
            #expect(ended.deliveries == devices.count)
            #expect(kills == 8)
            #expect(notes.values.allSatisfy { $0.count == 1 }, "one notification for each user, however often pushed")
            server.kill()
        }
    }

    private static func token(_ index: Int) -> String {
        let digits = String(index)
        return String(repeating: "ab", count: 30) + String(repeating: "0", count: 4 - digits.count) + digits
    }

    private static func ended(_ id: CampaignID, _ admin: API) async throws -> Campaign {
        while true {
            let answered = try #require(await admin.get("/v1/campaigns/\(id)"))
            let campaign = try JSONDecoder().decode(Campaign.self, from: answered.body)
            if campaign.state.isEnd { return campaign }
        }
    }
}
