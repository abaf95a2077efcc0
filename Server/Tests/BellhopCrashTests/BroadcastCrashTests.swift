import BellhopModel
import BellhopSimulators
import Foundation
import Testing

@Suite("kill -9 during a broadcast", .timeLimit(.minutes(10)))
struct BroadcastCrashTests {
    private static let devices = 2000
    private static let batch = 1024

    @Test("A server killed in the second batch of a broadcast sends only that batch again, with the same ids")
    func broadcast() async throws {
        try await Site.run { site in
            var server = try ServerProcess.start(over: site)
            var admin = API(url: server.url, key: try site.adminKey)
            for first in stride(from: 0, to: Self.devices, by: 1000) {
                let devices = try (first..<(first + 1000)).map(Self.registration)
                let imported = try #require(await admin.post("/v1/devices/import", DeviceImport(devices: devices)))
                try #require(imported.status == 200)
            }
            // One push of the second batch gets no response, so that the batch is not recorded before the kill.
            site.apns.script(.hold, for: try Self.registration(Self.devices - 1).token)
            let pushes = site.apns.requests()
            var arrivals = pushes.makeAsyncIterator()
            let request = CampaignRequest(
                to: .everyone, delivery: .broadcast, notification: NotificationRequest(title: "News", body: "B"))
            let created = try #require(await admin.post("/v1/campaigns", request))
            #expect(created.status == 202)
            let id = try JSONDecoder().decode(Campaign.self, from: created.body).id

            for _ in 0..<(Self.batch + 200) { _ = await arrivals.next() }
            server.kill()
            server = try ServerProcess.start(over: site)
            admin = API(url: server.url, key: try site.adminKey)
            let ended = try await Self.ended(id, admin)
            server.kill()
            #expect(ended.state == .done)
            #expect(ended.figures?.sent == Self.devices)
            #expect(ended.recipients == Self.devices)
            let received = Dictionary(grouping: site.apns.received, by: \.token)
            #expect(received.count == Self.devices)
            #expect(received.values.allSatisfy { Set($0.map(\.headers.id)).count == 1 && $0.count <= 2 })
            let repeated = received.filter { $0.value.count == 2 }.map(\.key)
            #expect((1...(Self.devices - Self.batch)).contains(repeated.count))
            #expect(repeated.allSatisfy { $0.suffix(4) >= "1024" })
        }
    }

    private static func registration(_ index: Int) throws -> DeviceRegistration {
        let digits = String(index)
        let number = String(repeating: "0", count: 4 - digits.count) + digits
        return DeviceRegistration(
            userID: try #require(UserID("user-\(number)")), name: "iPhone", platform: .ios,
            token: try #require(DeviceToken(String(repeating: "ab", count: 30) + number)), environment: .sandbox,
            app: "com.example.app")
    }

    private static func ended(_ id: CampaignID, _ admin: API) async throws -> Campaign {
        while true {
            let answered = try #require(await admin.get("/v1/campaigns/\(id)"))
            let campaign = try JSONDecoder().decode(Campaign.self, from: answered.body)
            if campaign.state.isEnd { return campaign }
        }
    }
}
