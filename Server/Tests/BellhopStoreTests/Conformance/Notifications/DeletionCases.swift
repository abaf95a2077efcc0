import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let deletionCases: [ConformanceCase] = [
        ConformanceCase("Old notifications are deleted with their dependent rows, oldest first, up to the limit") {
            fixture in
            try await fixture.device()
            var told: [NotificationID] = []
            for second in 0..<5 { told.append(try await fixture.tell(at: Int64(second), lasting: 10).id) }
            let (ask, question) = try await fixture.ask(at: 5, patience: 10)
            try await fixture.sendAll(at: 6)
            _ = try await fixture.transition(ask, .withdrawn(.agentEnded), at: 7)
            try await fixture.sendAll(at: 7)
            func forget(before seconds: Int64, limit: Int = 9) async throws -> Int {
                try await fixture.store.pruneNotifications(
                    before: fixture.at(seconds), at: fixture.at(100), limit: limit)
            }
            #expect(try await forget(before: 0) == 0)
            #expect(try await forget(before: 4, limit: 3) == 3)
            #expect(try await fixture.store.notifications(of: "ada", before: nil, limit: 9).map(\.id).last == told[3])
            #expect(try await forget(before: 4, limit: 3) == 1)
            #expect(try await forget(before: 90) == 2)
            #expect(try await fixture.store.notification(question.id) == nil)
            #expect(try await fixture.store.ask(ask.id) == nil)
            #expect(try await fixture.store.timeline(of: question.id).isEmpty)
            #expect(try await fixture.store.deliveries(of: question.id).isEmpty)
            #expect(try await fixture.store.badge(of: "ada", at: fixture.at(6)) == 0)
        },
        ConformanceCase("Open notifications are not deleted") { fixture in
            let unexpired = try await fixture.tell(at: 0, lasting: 1000)
            try await fixture.ask(at: 1, patience: 10)
            try await fixture.device(at: 2)
            let waiting = try await fixture.tell(at: 3, lasting: 10)
            #expect(
                try await fixture.store.pruneNotifications(before: fixture.at(50), at: fixture.at(100), limit: 9) == 0)
            _ = try await fixture.store.expireAsks(at: fixture.at(100), limit: 9)
            _ = try await fixture.claim(at: 100)
            #expect(
                try await fixture.store.pruneNotifications(before: fixture.at(50), at: fixture.at(100), limit: 9) == 2)
            #expect(try await fixture.store.notification(waiting.id) == nil)
            #expect(try await fixture.store.notification(unexpired.id) == unexpired)
        },
        ConformanceCase("A result after its notification's deletion still changes its device") {
            fixture in
            let phone = try await fixture.device()
            let notification = try await fixture.tell(lasting: 10)
            let slow = try #require(try await fixture.claim(at: 0, lease: 5).first)
            _ = try await fixture.claim(at: 20)
            #expect(
                try await fixture.store.pruneNotifications(before: fixture.at(15), at: fixture.at(20), limit: 9) == 1)
            for ending in [
                DeliveryResult.Ending.sent(gatewayID: nil), .deferred(until: fixture.at(30), reason: "Timeout"),
                .failed(reason: "Unregistered"),
            ] {
                #expect(try await !fixture.record(slow, ending, device: .gone(since: nil), at: 21))
            }
            #expect(try await fixture.state(of: phone) == .inactive)
            #expect(try await fixture.store.timeline(of: notification.id).isEmpty)
            #expect(try await fixture.store.queueDepth() == 0)
        },
        ConformanceCase("The status of deliveries is listed, showing ones first") { fixture in
            let phone = try await fixture.device()
            let tablet = try await fixture.device(at: 1)
            let notification = try await fixture.tell(at: 2)
            func statuses() async throws -> [DeliveryStatus] {
                try await fixture.store.deliveries(of: notification.id)
            }
            #expect(try await statuses().map(\.state) == [.waiting, .waiting])
            #expect(try await statuses().map(\.nextAttemptAt) == [fixture.at(2), fixture.at(2)])
            let claimed = try await fixture.claim(at: 2)
            #expect(try await statuses().map(\.state) == [.claimed, .claimed])
            for delivery in claimed {
                let isPhone = delivery.device.id == phone.id
                try await fixture.record(
                    delivery,
                    isPhone ? .sent(gatewayID: nil) : .deferred(until: fixture.at(60), reason: "TooManyRequests"), at: 3
                )
            }
            _ = try await fixture.store.markRead(notification.id, by: nil, at: fixture.at(4))
            let all = try await statuses()
            #expect(all.map(\.purpose) == [.show, .show, .clear])
            #expect(Set(all.map(\.deviceID)) == [phone.id, tablet.id])
            #expect(all.first { $0.deviceID == phone.id }?.state == .sent)
            let cancelled = try #require(all.first { $0.deviceID == tablet.id })
            #expect(cancelled.state == .cancelled)
            #expect(cancelled.attempts == 1)
            #expect(cancelled.nextAttemptAt == nil)
        },
    ]
}
