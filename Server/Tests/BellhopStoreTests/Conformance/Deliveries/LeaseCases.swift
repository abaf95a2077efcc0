import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let leaseCases: [ConformanceCase] = [
        ConformanceCase("A claim whose lease has passed is due again, under the same id, as the next attempt") {
            fixture in
            try await fixture.device()
            try await fixture.tell()
            let first = try #require(try await fixture.claim(at: 0, lease: 30).first)
            #expect(try await fixture.claim(at: 29).isEmpty)
            let second = try #require(try await fixture.claim(at: 30).first)
            #expect(second.id == first.id)
            #expect(second.attempt == 2)
        },
        ConformanceCase("Only deferrals by a gateway count as failures, not claims without an attempt") { fixture in
            try await fixture.device()
            let notification = try await fixture.tell()
            _ = try await fixture.claim(at: 0, lease: 10)
            let second = try #require(try await fixture.claim(at: 10, lease: 10).first)
            #expect((second.attempt, second.failures) == (2, 0))
            try await fixture.record(second, .returned(until: fixture.at(11)), at: 11)
            let third = try #require(try await fixture.claim(at: 11).first)
            #expect((third.attempt, third.failures) == (3, 0))
            try await fixture.record(third, .deferred(until: fixture.at(20), reason: "Timeout"), at: 12)
            let fourth = try #require(try await fixture.claim(at: 20).first)
            #expect((fourth.attempt, fourth.failures) == (4, 1))
            #expect(try await fixture.steps(of: notification) == [.accepted, .deferred])
        },
        ConformanceCase("A claim that lost its lease to another does not change the delivery") { fixture in
            try await fixture.device()
            let notification = try await fixture.tell()
            let slow = try #require(try await fixture.claim(at: 0, lease: 10).first)
            let quick = try #require(try await fixture.claim(at: 10, lease: 30).first)
            try await fixture.record(slow, .deferred(until: fixture.at(11), reason: "Timeout"), at: 11)
            #expect(try await fixture.claim(at: 12).isEmpty)
            try await fixture.record(slow, .failed(reason: "expired"), at: 13)
            #expect(try await fixture.store.nextDeliveryDue() == fixture.at(40))
            try await fixture.record(quick, .deferred(until: fixture.at(20), reason: "Timeout"), at: 14)
            #expect(try await fixture.claim(at: 20).map(\.attempt) == [3])
            #expect(try await fixture.steps(of: notification) == [.accepted, .deferred, .failed, .deferred])
        },
        ConformanceCase("A delivery sent by a claim that lost its lease is sent") { fixture in
            try await fixture.device()
            try await fixture.tell()
            let slow = try #require(try await fixture.claim(at: 0, lease: 10).first)
            let quick = try #require(try await fixture.claim(at: 10, lease: 30).first)
            try await fixture.record(slow, .sent(gatewayID: nil), at: 11)
            try await fixture.record(quick, .deferred(until: fixture.at(12), reason: "Timeout"), at: 12)
            #expect(try await fixture.claim(at: 60).isEmpty)
        },
        ConformanceCase("The next due time is that of the earliest delivery or the end of the earliest lease") {
            fixture in
            #expect(try await fixture.store.nextDeliveryDue() == nil)
            try await fixture.device()
            try await fixture.tell(at: 50)
            #expect(try await fixture.store.nextDeliveryDue() == fixture.at(50))
            try await fixture.tell(at: 10)
            #expect(try await fixture.store.nextDeliveryDue() == fixture.at(10))
            _ = try await fixture.claim(at: 10, lease: 20)
            #expect(try await fixture.store.nextDeliveryDue() == fixture.at(30))
            try await fixture.sendAll(at: 60)
            #expect(try await fixture.store.nextDeliveryDue() == nil)
        },
        ConformanceCase("The queue depth is the number of pending deliveries, claimed or not") { fixture in
            try await fixture.device()
            for _ in 0..<3 { try await fixture.tell() }
            #expect(try await fixture.store.queueDepth() == 3)
            let claimed = try await fixture.claim(limit: 2)
            #expect(try await fixture.store.queueDepth() == 3)
            try await fixture.record(claimed[0], .sent(gatewayID: nil), at: 1)
            try await fixture.record(claimed[1], .failed(reason: "PayloadTooLarge"), at: 1)
            #expect(try await fixture.store.queueDepth() == 1)
        },
        ConformanceCase("After a start the claims of a dead process are due at once", isForOneNode: true) { fixture in
            try await fixture.device()
            for _ in 0..<3 { try await fixture.tell() }
            let sent = try #require(try await fixture.claim(at: 0, limit: 1).first)
            try await fixture.record(sent, .sent(gatewayID: nil), at: 0)
            let lost = try await fixture.claim(at: 0, lease: 3600, limit: 1)
            try await fixture.store.recover()
            #expect(try #require(try await fixture.store.nextDeliveryDue()) <= fixture.at(0))
            let claimed = try await fixture.claim(at: 1)
            #expect(claimed.count == 2)
            #expect(claimed.first { $0.id == lost.first?.id }?.attempt == 2)
            #expect(!claimed.contains { $0.id == sent.id })
        },
        ConformanceCase("Recovery does not change deliveries that are not due") { fixture in
            try await fixture.device()
            try await fixture.tell()
            let claimed = try #require(try await fixture.claim().first)
            try await fixture.record(claimed, .deferred(until: fixture.at(90), reason: "TooManyRequests"), at: 1)
            try await fixture.store.recover()
            #expect(try await fixture.store.nextDeliveryDue() == fixture.at(90))
        },
        ConformanceCase("A new store is ready") { fixture in
            try await fixture.store.recover()
            try await fixture.store.ping()
            #expect(try await fixture.store.queueDepth() == 0)
        },
    ]
}
