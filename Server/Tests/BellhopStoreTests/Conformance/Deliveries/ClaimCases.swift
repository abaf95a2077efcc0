import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let claimCases: [ConformanceCase] = [
        ConformanceCase("A claim has the device, the notification and its ask") { fixture in
            let phone = try await fixture.device()
            let (ask, notification) = try await fixture.ask()
            let claimed = try #require(try await fixture.claim().first)
            #expect(claimed.device == phone)
            #expect(claimed.notification == notification)
            #expect(claimed.ask == ask)
            #expect(claimed.attempt == 1)
            #expect(claimed.purpose == .show)
        },
        ConformanceCase("Deliveries are claimed earliest first, up to the limit") { fixture in
            try await fixture.device()
            let second = try await fixture.tell(at: 2)
            let first = try await fixture.tell(at: 1)
            let third = try await fixture.tell(at: 3)
            #expect(try await fixture.claim(at: 5, limit: 2).map(\.notification.id) == [first.id, second.id])
            #expect(try await fixture.claim(at: 5, limit: 2).map(\.notification.id) == [third.id])
            #expect(try await fixture.claim(at: 5, limit: 2).isEmpty)
        },
        ConformanceCase("A claim with limit zero is empty") { fixture in
            try await fixture.device()
            try await fixture.tell()
            #expect(try await fixture.claim(limit: 0).isEmpty)
            #expect(try await fixture.claim(limit: 1).count == 1)
        },
        ConformanceCase("An expired notification is not sent") { fixture in
            let phone = try await fixture.device()
            let notification = try await fixture.tell(lasting: 10)
            #expect(try await fixture.claim(at: 10).isEmpty)
            let cancelled = TimelineEntry(at: fixture.at(10), step: .cancelled, deviceID: phone.id, detail: "expired")
            #expect(try await fixture.store.timeline(of: notification.id).contains(cancelled))
            #expect(try await fixture.store.queueDepth() == 0)
            #expect(try await fixture.store.nextDeliveryDue() == nil)
        },
        ConformanceCase("Nothing is sent to an inactive device") { fixture in
            let gone = try await fixture.device()
            let alive = try await fixture.device(at: 1)
            try await fixture.tell(at: 2)
            let notification = try await fixture.tell(at: 3)
            let first = try #require(try await fixture.claim(at: 2).first { $0.device.id == gone.id })
            try await fixture.record(first, .failed(reason: "Unregistered"), device: .gone(since: nil), at: 3)
            #expect(try await fixture.claim(at: 4).map(\.device.id) == [alive.id])
            let cancelled = try await fixture.store.timeline(of: notification.id).filter { $0.step == .cancelled }
            #expect(cancelled.map(\.deviceID) == [gone.id])
        },
        ConformanceCase("Nothing is sent to a quarantined device until it registers again") { fixture in
            let phone = try await fixture.device()
            try await fixture.tell()
            let claimed = try #require(try await fixture.claim().first)
            try await fixture.record(claimed, .failed(reason: "BadDeviceToken"), device: .suspect, at: 1)
            #expect(
                try await fixture.store.accept(Submission(notification: fixture.notification(at: 2)))
                    == .stored(deliveries: 0))
            _ = try await fixture.store.register(fixture.unregistered(phone.id, at: 3))
            #expect(
                try await fixture.store.accept(Submission(notification: fixture.notification(at: 4)))
                    == .stored(deliveries: 1))
            #expect(try await fixture.claim(at: 4).map(\.device.id) == [phone.id])
        },
        ConformanceCase("Deliveries that must not be sent do not hide others") { fixture in
            try await fixture.device()
            for _ in 0..<10 { try await fixture.tell(at: 0, lasting: 1) }
            let alive = try await fixture.tell(at: 2)
            #expect(try await fixture.claim(at: 5, limit: 4).map(\.notification.id) == [alive.id])
        },
        ConformanceCase("A claim takes only deliveries of its scope, and the next due time is of the scope") {
            fixture in
            let phone = try await fixture.device()
            try await fixture.device(of: "bob", on: .android)
            let first = try await fixture.tell(at: 1)
            let second = try await fixture.tell("bob", at: 2)
            let android = ClaimScope(single: [.android], bulk: Set(Platform.allCases))
            #expect(try await fixture.store.nextDeliveryDue(in: android) == fixture.at(2))
            let claimed = try await fixture.store.claimDeliveries(
                at: fixture.at(5), lease: fixture.at(35), limit: 9, scope: android)
            #expect(claimed.map(\.notification.id) == [second.id])
            #expect(try await fixture.store.nextDeliveryDue(in: android) == fixture.at(35))
            #expect(try await fixture.store.nextDeliveryDue(in: ClaimScope(single: [], bulk: [.ios])) == nil)
            let rest = try await fixture.claim(at: 5)
            #expect(rest.map(\.notification.id) == [first.id] && rest.map(\.device.id) == [phone.id])
        },
        ConformanceCase("Pending deliveries follow a device to another platform") { fixture in
            let phone = try await fixture.device(token: "abcd")
            try await fixture.tell()
            var again = try fixture.unregistered(phone.id, token: "abcd", at: 1)
            again.platform = .macos
            try #require(try await fixture.store.register(again) != nil)
            let macos = ClaimScope(single: [.macos], bulk: [])
            let claimed = try await fixture.store.claimDeliveries(
                at: fixture.at(2), lease: fixture.at(32), limit: 9, scope: macos)
            #expect(claimed.map(\.device.platform) == [.macos])
        },
        ConformanceCase("No delivery is claimed twice by simultaneous claims") { fixture in
            for index in 0..<4 { try await fixture.device(at: Int64(index)) }
            for _ in 0..<50 { try await fixture.tell(at: 10) }
            let claims = try await inParallel(40) { _ in try await fixture.claim(at: 10, limit: 7) }
            let claimed = claims.flatMap { $0 }
            #expect(claimed.count == 200)
            #expect(Set(claimed.map(\.id)).count == 200)
            #expect(claimed.allSatisfy { $0.attempt == 1 })
        },
        ConformanceCase("Simultaneous accepting and claiming neither loses nor duplicates a delivery") { fixture in
            try await fixture.device()
            let claimed = try await inParallel(100) { index in
                guard index.isMultiple(of: 2) else { return try await fixture.claim(at: 10, limit: 3) }
                try await fixture.tell(at: 10)
                return []
            }
            let all = claimed.flatMap { $0 } + (try await fixture.claim(at: 10))
            #expect(all.count == 50)
            #expect(Set(all.map(\.id)).count == 50)
            #expect(Set(all.map(\.notification.id)).count == 50)
        },
    ]
}
