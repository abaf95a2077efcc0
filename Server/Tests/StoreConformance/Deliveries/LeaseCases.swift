import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let leaseCases: [ConformanceCase] = [
        ConformanceCase("A claim whose lease has passed is due again, under the same id, as the next attempt") {
            scene in
            try await scene.device()
            try await scene.tell()
            let first = try #require(try await scene.claim(at: 0, lease: 30).first)
            #expect(try await scene.claim(at: 29).isEmpty)
            let second = try #require(try await scene.claim(at: 30).first)
            #expect(second.id == first.id)
            #expect(second.attempt == 2)
        },
        ConformanceCase("Only what a gateway put off counts as a failure, not a claim that came to nothing") { scene in
            try await scene.device()
            let notification = try await scene.tell()
            _ = try await scene.claim(at: 0, lease: 10)
            let second = try #require(try await scene.claim(at: 10, lease: 10).first)
            #expect((second.attempt, second.failures) == (2, 0))
            try await scene.record(second, .returned(until: scene.at(11)), at: 11)
            let third = try #require(try await scene.claim(at: 11).first)
            #expect((third.attempt, third.failures) == (3, 0))
            try await scene.record(third, .deferred(until: scene.at(20), reason: "Timeout"), at: 12)
            let fourth = try #require(try await scene.claim(at: 20).first)
            #expect((fourth.attempt, fourth.failures) == (4, 1))
            #expect(try await scene.steps(of: notification) == [.accepted, .deferred])
        },
        ConformanceCase("A claim that lost its lease to another cannot take the delivery from it") { scene in
            try await scene.device()
            let notification = try await scene.tell()
            let slow = try #require(try await scene.claim(at: 0, lease: 10).first)
            let quick = try #require(try await scene.claim(at: 10, lease: 30).first)
            try await scene.record(slow, .deferred(until: scene.at(11), reason: "Timeout"), at: 11)
            #expect(try await scene.claim(at: 12).isEmpty)
            try await scene.record(slow, .failed(reason: "expired"), at: 13)
            #expect(try await scene.store.nextDeliveryDue() == scene.at(40))
            try await scene.record(quick, .deferred(until: scene.at(20), reason: "Timeout"), at: 14)
            #expect(try await scene.claim(at: 20).map(\.attempt) == [3])
            #expect(try await scene.steps(of: notification) == [.accepted, .deferred, .failed, .deferred])
        },
        ConformanceCase("What a claim sent after it lost its lease to another is sent") { scene in
            try await scene.device()
            try await scene.tell()
            let slow = try #require(try await scene.claim(at: 0, lease: 10).first)
            let quick = try #require(try await scene.claim(at: 10, lease: 30).first)
            try await scene.record(slow, .sent(gatewayID: nil), at: 11)
            try await scene.record(quick, .deferred(until: scene.at(12), reason: "Timeout"), at: 12)
            #expect(try await scene.claim(at: 60).isEmpty)
        },
        ConformanceCase("The next due moment is that of the earliest delivery or the end of the earliest lease") {
            scene in
            #expect(try await scene.store.nextDeliveryDue() == nil)
            try await scene.device()
            try await scene.tell(at: 50)
            #expect(try await scene.store.nextDeliveryDue() == scene.at(50))
            try await scene.tell(at: 10)
            #expect(try await scene.store.nextDeliveryDue() == scene.at(10))
            _ = try await scene.claim(at: 10, lease: 20)
            #expect(try await scene.store.nextDeliveryDue() == scene.at(30))
            try await scene.sendAll(at: 60)
            #expect(try await scene.store.nextDeliveryDue() == nil)
        },
        ConformanceCase("The depth of the queue counts what has not ended, claimed or not") { scene in
            try await scene.device()
            for _ in 0..<3 { try await scene.tell() }
            #expect(try await scene.store.queueDepth() == 3)
            let claimed = try await scene.claim(limit: 2)
            #expect(try await scene.store.queueDepth() == 3)
            try await scene.record(claimed[0], .sent(gatewayID: nil), at: 1)
            try await scene.record(claimed[1], .failed(reason: "PayloadTooLarge"), at: 1)
            #expect(try await scene.store.queueDepth() == 1)
        },
        ConformanceCase("After a start the claims of a dead process are due at once") { scene in
            try await scene.device()
            for _ in 0..<3 { try await scene.tell() }
            let sent = try #require(try await scene.claim(at: 0, limit: 1).first)
            try await scene.record(sent, .sent(gatewayID: nil), at: 0)
            let lost = try await scene.claim(at: 0, lease: 3600, limit: 1)
            try await scene.store.recover()
            #expect(try #require(try await scene.store.nextDeliveryDue()) <= scene.at(0))
            let claimed = try await scene.claim(at: 1)
            #expect(claimed.count == 2)
            #expect(claimed.first { $0.id == lost.first?.id }?.attempt == 2)
            #expect(!claimed.contains { $0.id == sent.id })
        },
        ConformanceCase("Recovery leaves alone what is not due yet") { scene in
            try await scene.device()
            try await scene.tell()
            let claimed = try #require(try await scene.claim().first)
            try await scene.record(claimed, .deferred(until: scene.at(90), reason: "TooManyRequests"), at: 1)
            try await scene.store.recover()
            #expect(try await scene.store.nextDeliveryDue() == scene.at(90))
        },
        ConformanceCase("A store that was just made is ready") { scene in
            try await scene.store.recover()
            try await scene.store.ping()
            #expect(try await scene.store.queueDepth() == 0)
        },
    ]
}
