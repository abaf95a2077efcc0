import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let acceptCases: [ConformanceCase] = [
        ConformanceCase("A notification is read as it was accepted") { fixture in
            let notification = try await fixture.tell()
            #expect(try await fixture.store.notification(notification.id) == notification)
            #expect(try await fixture.store.notification(.make(at: fixture.at(0))) == nil)
        },
        ConformanceCase("A notification of only title and body is read as it was accepted") { fixture in
            let bare = UserNotification(
                id: .make(at: fixture.at(0)), userID: "ada", category: CategoryID("update"), title: "",
                body: "🛎️ '\"\n", createdAt: fixture.at(0), expiresAt: fixture.at(60), readAt: fixture.at(1))
            _ = try await fixture.store.accept(Submission(notification: bare))
            #expect(try await fixture.store.notification(bare.id) == bare)
        },
        ConformanceCase("One delivery is created for each active device of the user, and for no other") { fixture in
            let phone = try await fixture.device()
            let tablet = try await fixture.device(at: 1)
            let removed = try await fixture.device(at: 2)
            _ = try await fixture.store.removeDevice(removed.id, at: fixture.at(3))
            try await fixture.device(of: "bob")
            let notification = fixture.notification(at: 10)
            let result = try await fixture.store.accept(Submission(notification: notification))
            #expect(result == .stored(deliveries: 2))
            let claimed = try await fixture.claim(at: 10)
            #expect(Set(claimed.map(\.device.id)) == [phone.id, tablet.id])
            #expect(claimed.allSatisfy { $0.notification == notification && $0.purpose == .show })
        },
        ConformanceCase("Without a device a notification is still stored") { fixture async throws in
            let notification = fixture.notification()
            #expect(try await fixture.store.accept(Submission(notification: notification)) == .stored(deliveries: 0))
            #expect(try await fixture.store.notification(notification.id) == notification)
        },
        ConformanceCase("Deliveries are due at the notification's creation, not before") { fixture in
            try await fixture.device()
            try await fixture.tell(at: 10)
            #expect(try await fixture.store.nextDeliveryDue() == fixture.at(10))
            #expect(try await fixture.claim(at: 9).isEmpty)
            #expect(try await fixture.claim(at: 10).count == 1)
        },
        ConformanceCase("The timeline begins with the acceptance") { fixture in
            let notification = try await fixture.tell(at: 10)
            #expect(
                try await fixture.store.timeline(of: notification.id) == [
                    TimelineEntry(at: fixture.at(10), step: .accepted)
                ])
        },
        ConformanceCase("A repetition under the same idempotency key stores nothing and returns the first record") {
            fixture in
            try await fixture.device()
            let record = fixture.idempotencyRecord()
            let first = Submission(notification: fixture.notification(), idempotency: record)
            #expect(try await fixture.store.accept(first) == .stored(deliveries: 1))
            let ask = fixture.approval(at: 5)
            let again = fixture.notification(at: 5, about: ask.id)
            let repetition = fixture.idempotencyRecord(body: "another", at: 5)
            let result = try await fixture.store.accept(
                Submission(notification: again, ask: ask, idempotency: repetition))
            #expect(result == .repeated(record))
            #expect(try await fixture.store.notification(again.id) == nil)
            #expect(try await fixture.store.ask(ask.id) == nil)
            #expect(try await fixture.store.queueDepth() == 1)
        },
        ConformanceCase("A submission's idempotency record is stored in the same transaction") { fixture in
            let record = fixture.idempotencyRecord()
            _ = try await fixture.store.accept(Submission(notification: fixture.notification(), idempotency: record))
            #expect(try await fixture.store.idempotencyRecord(scope: record.scope, key: record.key) == record)
        },
        ConformanceCase("Of a hundred simultaneous repetitions one is stored") { fixture in
            try await fixture.device()
            let record = fixture.idempotencyRecord()
            let results = try await inParallel(100) { _ in
                try await fixture.store.accept(Submission(notification: fixture.notification(), idempotency: record))
            }
            #expect(results.count { $0 == .stored(deliveries: 1) } == 1)
            #expect(results.count { $0 == .repeated(record) } == 99)
            #expect(try await fixture.store.notifications(of: "ada", before: nil, limit: 10).count == 1)
        },
    ]
}

extension ConformanceCase {
    static let badgeCases: [ConformanceCase] = [
        ConformanceCase("The badge is the number of the user's unread, unexpired notifications") { fixture in
            try await fixture.tell(lasting: 10)
            let read = try await fixture.tell(lasting: 100)
            try await fixture.tell(lasting: 100)
            try await fixture.tell("bob", lasting: 100)
            #expect(try await fixture.store.badge(of: "ada", at: fixture.at(1)) == 3)
            _ = try await fixture.store.markRead(read.id, by: nil, at: fixture.at(2))
            #expect(try await fixture.store.badge(of: "ada", at: fixture.at(9)) == 2)
            #expect(try await fixture.store.badge(of: "ada", at: fixture.at(10)) == 1)
            #expect(try await fixture.store.badge(of: "ada", at: fixture.at(100)) == 0)
            #expect(try await fixture.store.badge(of: "unknown", at: fixture.at(0)) == 0)
        },
        ConformanceCase("A claimed delivery has the badge of that moment") { fixture in
            try await fixture.device()
            try await fixture.device(of: "bob")
            try await fixture.tell(lasting: 5)
            try await fixture.tell(at: 1)
            try await fixture.tell("bob", at: 1)
            let claimed = try await fixture.claim(at: 4)
            #expect(claimed.filter { $0.notification.userID == "ada" }.map(\.badge) == [2, 2])
            #expect(claimed.filter { $0.notification.userID == "bob" }.map(\.badge) == [1])
        },
        ConformanceCase("An ended ask does not count in the badge") { fixture in
            let phone = try await fixture.device()
            let (ask, _) = try await fixture.ask()
            #expect(try await fixture.store.badge(of: "ada", at: fixture.at(1)) == 1)
            _ = try await fixture.transition(ask, fixture.answer(.approve, to: ask, by: phone), at: 2)
            #expect(try await fixture.store.badge(of: "ada", at: fixture.at(2)) == 0)
        },
    ]
}
