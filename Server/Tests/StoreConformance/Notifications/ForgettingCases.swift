import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let forgettingCases: [ConformanceCase] = [
        ConformanceCase("What is old is forgotten with everything that belongs to it, oldest first, a few at a time") {
            scene in
            try await scene.device()
            var told: [NotificationID] = []
            for second in 0..<5 { told.append(try await scene.tell(at: Int64(second), lasting: 10).id) }
            let (ask, question) = try await scene.ask(at: 5, patience: 10)
            try await scene.sendAll(at: 6)
            _ = try await scene.transition(ask, .withdrawn(.agentEnded), at: 7)
            try await scene.sendAll(at: 7)
            func forget(before seconds: Int64, limit: Int = 9) async throws -> Int {
                try await scene.store.forgetNotifications(before: scene.at(seconds), at: scene.at(100), limit: limit)
            }
            #expect(try await forget(before: 0) == 0)
            #expect(try await forget(before: 4, limit: 3) == 3)
            #expect(try await scene.store.notifications(of: "ada", before: nil, limit: 9).map(\.id).last == told[3])
            #expect(try await forget(before: 4, limit: 3) == 1)
            #expect(try await forget(before: 90) == 2)
            #expect(try await scene.store.notification(question.id) == nil)
            #expect(try await scene.store.ask(ask.id) == nil)
            #expect(try await scene.store.timeline(of: question.id).isEmpty)
            #expect(try await scene.store.deliveries(of: question.id).isEmpty)
            #expect(try await scene.store.badge(of: "ada", at: scene.at(6)) == 0)
        },
        ConformanceCase("What is still going on is not forgotten") { scene in
            let unexpired = try await scene.tell(at: 0, lasting: 1000)
            try await scene.ask(at: 1, patience: 10)
            try await scene.device(at: 2)
            let waiting = try await scene.tell(at: 3, lasting: 10)
            #expect(try await scene.store.forgetNotifications(before: scene.at(50), at: scene.at(100), limit: 9) == 0)
            _ = try await scene.store.expireAsks(at: scene.at(100), limit: 9)
            _ = try await scene.claim(at: 100)
            #expect(try await scene.store.forgetNotifications(before: scene.at(50), at: scene.at(100), limit: 9) == 2)
            #expect(try await scene.store.notification(waiting.id) == nil)
            #expect(try await scene.store.notification(unexpired.id) == unexpired)
        },
        ConformanceCase("A result that comes after its notification was forgotten is taken, and heard about its device")
        {
            scene in
            let phone = try await scene.device()
            let notification = try await scene.tell(lasting: 10)
            let slow = try #require(try await scene.claim(at: 0, lease: 5).first)
            _ = try await scene.claim(at: 20)
            #expect(try await scene.store.forgetNotifications(before: scene.at(15), at: scene.at(20), limit: 9) == 1)
            for ending in [
                DeliveryResult.Ending.sent(gatewayID: nil), .deferred(until: scene.at(30), reason: "Timeout"),
                .failed(reason: "Unregistered"),
            ] {
                #expect(try await !scene.record(slow, ending, device: .gone(since: nil), at: 21))
            }
            #expect(try await scene.state(of: phone) == .inactive)
            #expect(try await scene.store.timeline(of: notification.id).isEmpty)
            #expect(try await scene.store.queueDepth() == 0)
        },
        ConformanceCase("Where deliveries stand can be read, those that show first") { scene in
            let phone = try await scene.device()
            let tablet = try await scene.device(at: 1)
            let notification = try await scene.tell(at: 2)
            func statuses() async throws -> [DeliveryStatus] {
                try await scene.store.deliveries(of: notification.id)
            }
            #expect(try await statuses().map(\.state) == [.waiting, .waiting])
            #expect(try await statuses().map(\.nextAttemptAt) == [scene.at(2), scene.at(2)])
            let claimed = try await scene.claim(at: 2)
            #expect(try await statuses().map(\.state) == [.claimed, .claimed])
            for delivery in claimed {
                let isPhone = delivery.device.id == phone.id
                try await scene.record(
                    delivery,
                    isPhone ? .sent(gatewayID: nil) : .deferred(until: scene.at(60), reason: "TooManyRequests"), at: 3)
            }
            _ = try await scene.store.markRead(notification.id, by: nil, at: scene.at(4))
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
