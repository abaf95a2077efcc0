import BellhopModel
import BellhopSimulators
import BellhopTesting
import Foundation
import Testing

/// The delivery guarantee: every accepted request is delivered, whenever the server dies, and duplicates are
/// recognizable.
@Suite("kill -9 of the server", .serialized, .timeLimit(.minutes(10)))
struct CrashTests {
    private static let token = String(repeating: "ab", count: 32)

    @Test("A request accepted before a kill, while APNs is unavailable, is delivered after the next start")
    func accepted() async throws {
        try await Site.run { site in
            let first = try ServerProcess.start(over: site)
            let agent = API(
                url: first.url, key: try await API(url: first.url, key: site.adminKey).prepare(token: Self.token))
            await site.apns.refuseConnections()
            let sent = try #require(await agent.post("/v1/notifications", NotificationRequest(title: "t", body: "b")))
            #expect(sent.status == 202)
            first.kill()

            let pushes = site.apns.requests()
            try await site.apns.start()
            let second = try ServerProcess.start(over: site)
            let push = try #require(await pushes.first { _ in true })
            #expect(push.result == .accepted)
            #expect(push.token == Self.token)
            second.kill()
        }
    }

    @Test("A push accepted by APNs but not recorded before a kill is sent again under the same apns-id")
    func sentButNotRecorded() async throws {
        try await Site.run { site in
            let first = try ServerProcess.start(over: site)
            let agent = API(
                url: first.url, key: try await API(url: first.url, key: site.adminKey).prepare(token: Self.token))
            site.apns.script(.hold)
            let pushes = site.apns.requests()
            let sent = try #require(await agent.post("/v1/notifications", NotificationRequest(title: "t", body: "b")))
            #expect(sent.status == 202)
            var arrivals = pushes.makeAsyncIterator()
            let before = try #require(await arrivals.next())
            first.kill()

            let second = try ServerProcess.start(over: site)
            let after = try #require(await arrivals.next())
            #expect(after.apnsID == before.apnsID)
            #expect(after.headers.collapseID == before.headers.collapseID)
            #expect(after.payload == before.payload)
            #expect(after.result == .accepted)
            second.kill()
        }
    }

    @Test("After kills at 200 random moments every accepted request was delivered, and repetitions kept their id")
    func randomMoments() async throws {
        try await Site.run { site in
            var server = try ServerProcess.start(over: site)
            let key = try await API(url: server.url, key: site.adminKey).prepare(token: Self.token)
            let pushes = site.apns.requests()
            var random = SeededGenerator(
                seed: CrashSettings.seed(of: "kill -9 of the server", usually: 20_261_121))
            var accepted: Set<NotificationID> = []

            for round in 0..<200 {
                let api = API(url: server.url, key: key)
                let running = server
                // A burst of sends with the kill at a random point: after some responses, or in between.
                let killAfter = Int.random(in: 0...5, using: &random)
                let ids = await withTaskGroup(of: NotificationID?.self) { group in
                    for number in 0..<6 {
                        group.addTask {
                            let body = NotificationRequest(title: "Round \(round)", body: "\(number)")
                            guard let sent = await api.post("/v1/notifications", body), sent.status == 202 else {
                                return nil
                            }
                            return try? JSONDecoder().decode(UserNotification.self, from: sent.body).id
                        }
                    }
                    var ids: [NotificationID] = []
                    var answers = 0
                    if killAfter == 0 { running.kill() }
                    for await id in group {
                        if let id { ids.append(id) }
                        answers += 1
                        if answers == killAfter { running.kill() }
                    }
                    return ids
                }
                accepted.formUnion(ids)
                server = try ServerProcess.start(over: site)
            }

            var missing = accepted
            var idsOfPush: [NotificationID: Set<String>] = [:]
            for push in site.apns.received { missing.remove(try note(push, in: &idsOfPush)) }
            if !missing.isEmpty {
                for await push in pushes {
                    missing.remove(try note(push, in: &idsOfPush))
                    if missing.isEmpty { break }
                }
            }
            #expect(missing.isEmpty)
            #expect(accepted.count > 200, "enough was accepted for this to mean something")
            #expect(idsOfPush.values.allSatisfy { $0.count == 1 }, "one device, one push id for each notification")
            server.kill()
        }
    }

    private func note(_ push: ReceivedPush, in ids: inout [NotificationID: Set<String>]) throws -> NotificationID {
        let payload = try PushPayload(bytes: push.payload)
        let id = try #require(payload.notificationID)
        ids[id, default: []].insert(push.apnsID)
        return id
    }
}
