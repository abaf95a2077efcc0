import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let acceptCases: [ConformanceCase] = [
        ConformanceCase("A notification comes back as it was accepted") { scene in
            let notification = try await scene.tell()
            #expect(try await scene.store.notification(notification.id) == notification)
            #expect(try await scene.store.notification(.make(at: scene.at(0))) == nil)
        },
        ConformanceCase("A notification of nothing but title and body comes back as it was accepted") { scene in
            let bare = UserNotification(
                id: .make(at: scene.at(0)), userID: "ada", category: CategoryID("update"), title: "",
                body: "🛎️ '\"\n", createdAt: scene.at(0), expiresAt: scene.at(60), readAt: scene.at(1))
            _ = try await scene.store.accept(Submission(notification: bare))
            #expect(try await scene.store.notification(bare.id) == bare)
        },
        ConformanceCase("One delivery is made for each active device of the user, and for no other") { scene in
            let phone = try await scene.device()
            let tablet = try await scene.device(at: 1)
            let removed = try await scene.device(at: 2)
            _ = try await scene.store.removeDevice(removed.id, at: scene.at(3))
            try await scene.device(of: "bob")
            let notification = scene.notification(at: 10)
            let result = try await scene.store.accept(Submission(notification: notification))
            #expect(result == .stored(deliveries: 2))
            let claimed = try await scene.claim(at: 10)
            #expect(Set(claimed.map(\.device.id)) == [phone.id, tablet.id])
            #expect(claimed.allSatisfy { $0.notification == notification && $0.purpose == .show })
        },
        ConformanceCase("Without a device a notification is stored all the same") { scene async throws in
            let notification = scene.notification()
            #expect(try await scene.store.accept(Submission(notification: notification)) == .stored(deliveries: 0))
            #expect(try await scene.store.notification(notification.id) == notification)
        },
        ConformanceCase("Deliveries are due when the notification was created, not before") { scene in
            try await scene.device()
            try await scene.tell(at: 10)
            #expect(try await scene.store.nextDeliveryDue() == scene.at(10))
            #expect(try await scene.claim(at: 9).isEmpty)
            #expect(try await scene.claim(at: 10).count == 1)
        },
        ConformanceCase("The timeline begins with the acceptance") { scene in
            let notification = try await scene.tell(at: 10)
            #expect(
                try await scene.store.timeline(of: notification.id) == [
                    TimelineEntry(at: scene.at(10), step: .accepted)
                ])
        },
        ConformanceCase("A repetition under the same idempotency key stores nothing and gives the first record") {
            scene in
            try await scene.device()
            let record = scene.idempotencyRecord()
            let first = Submission(notification: scene.notification(), idempotency: record)
            #expect(try await scene.store.accept(first) == .stored(deliveries: 1))
            let ask = scene.approval(at: 5)
            let again = scene.notification(at: 5, about: ask.id)
            let repetition = scene.idempotencyRecord(body: "another", at: 5)
            let result = try await scene.store.accept(
                Submission(notification: again, ask: ask, idempotency: repetition))
            #expect(result == .repeated(record))
            #expect(try await scene.store.notification(again.id) == nil)
            #expect(try await scene.store.ask(ask.id) == nil)
            #expect(try await scene.store.queueDepth() == 1)
        },
        ConformanceCase("A submission's idempotency record is stored with the rest") { scene in
            let record = scene.idempotencyRecord()
            _ = try await scene.store.accept(Submission(notification: scene.notification(), idempotency: record))
            #expect(try await scene.store.idempotencyRecord(scope: record.scope, key: record.key) == record)
        },
        ConformanceCase("Of a hundred simultaneous repetitions one is stored") { scene in
            try await scene.device()
            let record = scene.idempotencyRecord()
            let results = try await inParallel(100) { _ in
                try await scene.store.accept(Submission(notification: scene.notification(), idempotency: record))
            }
            #expect(results.count { $0 == .stored(deliveries: 1) } == 1)
            #expect(results.count { $0 == .repeated(record) } == 99)
            #expect(try await scene.store.notifications(of: "ada", before: nil, limit: 10).count == 1)
        },
    ]
}
