import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let claimCases: [ConformanceCase] = [
        ConformanceCase("A claim carries the device, the notification and its ask") { scene in
            let phone = try await scene.device()
            let (ask, notification) = try await scene.ask()
            let claimed = try #require(try await scene.claim().first)
            #expect(claimed.device == phone)
            #expect(claimed.notification == notification)
            #expect(claimed.ask == ask)
            #expect(claimed.attempt == 1)
            #expect(claimed.purpose == .show)
        },
        ConformanceCase("Deliveries are claimed earliest first, at most as many as wanted") { scene in
            try await scene.device()
            let second = try await scene.tell(at: 2)
            let first = try await scene.tell(at: 1)
            let third = try await scene.tell(at: 3)
            #expect(try await scene.claim(at: 5, limit: 2).map(\.notification.id) == [first.id, second.id])
            #expect(try await scene.claim(at: 5, limit: 2).map(\.notification.id) == [third.id])
            #expect(try await scene.claim(at: 5, limit: 2).isEmpty)
        },
        ConformanceCase("A claim of nothing gives nothing") { scene in
            try await scene.device()
            try await scene.tell()
            #expect(try await scene.claim(limit: 0).isEmpty)
            #expect(try await scene.claim(limit: 1).count == 1)
        },
        ConformanceCase("A notification that has expired is not sent") { scene in
            let phone = try await scene.device()
            let notification = try await scene.tell(lasting: 10)
            #expect(try await scene.claim(at: 10).isEmpty)
            let cancelled = TimelineEntry(at: scene.at(10), step: .cancelled, deviceID: phone.id, detail: "expired")
            #expect(try await scene.store.timeline(of: notification.id).contains(cancelled))
            #expect(try await scene.store.queueDepth() == 0)
            #expect(try await scene.store.nextDeliveryDue() == nil)
        },
        ConformanceCase("A device that is no longer active is not sent to") { scene in
            let gone = try await scene.device()
            let alive = try await scene.device(at: 1)
            try await scene.tell(at: 2)
            let notification = try await scene.tell(at: 3)
            let first = try #require(try await scene.claim(at: 2).first { $0.device.id == gone.id })
            try await scene.record(first, .failed(reason: "Unregistered"), device: .gone(since: nil), at: 3)
            #expect(try await scene.claim(at: 4).map(\.device.id) == [alive.id])
            let cancelled = try await scene.store.timeline(of: notification.id).filter { $0.step == .cancelled }
            #expect(cancelled.map(\.deviceID) == [gone.id])
        },
        ConformanceCase("A quarantined device is not sent to until it registers again") { scene in
            let phone = try await scene.device()
            try await scene.tell()
            let claimed = try #require(try await scene.claim().first)
            try await scene.record(claimed, .failed(reason: "BadDeviceToken"), device: .suspect, at: 1)
            #expect(
                try await scene.store.accept(Submission(notification: scene.notification(at: 2)))
                    == .stored(deliveries: 0))
            _ = try await scene.store.register(scene.unregistered(phone.id, at: 3))
            #expect(
                try await scene.store.accept(Submission(notification: scene.notification(at: 4)))
                    == .stored(deliveries: 1))
            #expect(try await scene.claim(at: 4).map(\.device.id) == [phone.id])
        },
        ConformanceCase("What must not be sent does not hide what must be") { scene in
            try await scene.device()
            for _ in 0..<10 { try await scene.tell(at: 0, lasting: 1) }
            let alive = try await scene.tell(at: 2)
            #expect(try await scene.claim(at: 5, limit: 4).map(\.notification.id) == [alive.id])
        },
        ConformanceCase("Only what a claim's scope names is taken, and only that is due for it") { scene in
            let phone = try await scene.device()
            try await scene.device(of: "bob", on: .android)
            let first = try await scene.tell(at: 1)
            let second = try await scene.tell("bob", at: 2)
            let android = ClaimScope(single: [.android], bulk: Set(Platform.allCases))
            #expect(try await scene.store.nextDeliveryDue(in: android) == scene.at(2))
            let claimed = try await scene.store.claimDeliveries(
                at: scene.at(5), lease: scene.at(35), limit: 9, scope: android)
            #expect(claimed.map(\.notification.id) == [second.id])
            #expect(try await scene.store.nextDeliveryDue(in: android) == scene.at(35))
            #expect(try await scene.store.nextDeliveryDue(in: ClaimScope(single: [], bulk: [.ios])) == nil)
            let rest = try await scene.claim(at: 5)
            #expect(rest.map(\.notification.id) == [first.id] && rest.map(\.device.id) == [phone.id])
        },
        ConformanceCase("A device that comes back on another platform gets there what waits for it") { scene in
            let phone = try await scene.device(token: "abcd")
            try await scene.tell()
            var again = try scene.unregistered(phone.id, token: "abcd", at: 1)
            again.platform = .macos
            try #require(try await scene.store.register(again) != nil)
            let macos = ClaimScope(single: [.macos], bulk: [])
            let claimed = try await scene.store.claimDeliveries(
                at: scene.at(2), lease: scene.at(32), limit: 9, scope: macos)
            #expect(claimed.map(\.device.platform) == [.macos])
        },
        ConformanceCase("No delivery is claimed twice, however many claim at once") { scene in
            for index in 0..<4 { try await scene.device(at: Int64(index)) }
            for _ in 0..<50 { try await scene.tell(at: 10) }
            let claims = try await inParallel(40) { _ in try await scene.claim(at: 10, limit: 7) }
            let claimed = claims.flatMap { $0 }
            #expect(claimed.count == 200)
            #expect(Set(claimed.map(\.id)).count == 200)
            #expect(claimed.allSatisfy { $0.attempt == 1 })
        },
        ConformanceCase("Accepting and claiming at once loses and doubles nothing") { scene in
            try await scene.device()
            let claimed = try await inParallel(100) { index in
                guard index.isMultiple(of: 2) else { return try await scene.claim(at: 10, limit: 3) }
                try await scene.tell(at: 10)
                return []
            }
            let all = claimed.flatMap { $0 } + (try await scene.claim(at: 10))
            #expect(all.count == 50)
            #expect(Set(all.map(\.id)).count == 50)
            #expect(Set(all.map(\.notification.id)).count == 50)
        },
    ]
}
