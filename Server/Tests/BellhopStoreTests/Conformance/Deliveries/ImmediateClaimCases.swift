import BellhopModel
import BellhopStore
import Testing

extension StoreFixture {
    /// A claim of new deliveries at `seconds` for 30 s.
    fileprivate func immediate(
        at seconds: Int64 = 0, _ platforms: Set<Platform> = Set(Platform.allCases), limit: Int = 4
    ) -> ImmediateClaim {
        ImmediateClaim(at: at(seconds), lease: at(seconds + 30), platforms: platforms, limit: limit)
    }

    /// Accepts `submission`, and returns the claimed deliveries.
    fileprivate func claimed(_ submission: Submission, _ claim: ImmediateClaim) async throws -> [ClaimedDelivery] {
        guard case .stored(_, let claimed) = try await store.accept(submission, claiming: claim) else { return [] }
        return claimed
    }
}

extension ConformanceCase {
    static let immediateClaimCases: [ConformanceCase] = [
        ConformanceCase("New deliveries that are claimed when they are accepted are those of a claim") { fixture in
            let phone = try await fixture.device()
            let tablet = try await fixture.device(at: 1)
            try await fixture.tell(at: 5)
            try await fixture.sendAll(at: 5)
            let ask = fixture.approval(at: 10)
            let notification = fixture.notification(at: 10, lasting: 600, about: ask.id)
            let submission = Submission(notification: notification, ask: ask)
            let claimed = try await fixture.claimed(submission, fixture.immediate(at: 10))
            #expect(claimed.map(\.device) == [phone, tablet])
            #expect(claimed.allSatisfy { $0.badge == 2 && $0.attempt == 1 && $0.claimedAt == fixture.at(10) })
            // They are not claimed again before the lease ends.
            #expect(try await fixture.claim(at: 39).isEmpty)
            #expect(try await fixture.store.nextDeliveryDue() == fixture.at(40))
            // The claim of a process that died is taken over with the same content.
            var again = try await fixture.claim(at: 40).sorted { $0.device.registeredAt < $1.device.registeredAt }
            for index in again.indices {
                #expect(again[index].attempt == 2)
                again[index].attempt = 1
                again[index].claimedAt = fixture.at(10)
            }
            #expect(again == claimed)
        },
        ConformanceCase("The result of a delivery that was claimed when it was accepted is recorded") { fixture in
            try await fixture.device()
            let notification = fixture.notification()
            let claimed = try await fixture.claimed(Submission(notification: notification), fixture.immediate())
            try await fixture.record(try #require(claimed.first), .sent(gatewayID: "1"), at: 1)
            #expect(try await fixture.store.nextDeliveryDue() == nil)
            #expect(try await fixture.steps(of: notification) == [.accepted, .sent])
        },
        ConformanceCase("A restart makes deliveries that were claimed when they were accepted due", isForOneNode: true)
        {
            fixture in
            try await fixture.device()
            let submission = Submission(notification: fixture.notification())
            let claimed = try await fixture.claimed(submission, fixture.immediate())
            try await fixture.store.recover()
            let again = try await fixture.claim(at: 1)
            #expect(again.map(\.id) == claimed.map(\.id))
            #expect(again.map(\.attempt) == [2])
        },
        ConformanceCase("Deliveries that are due later are not claimed when they are accepted") { fixture in
            try await fixture.device()
            let ask = fixture.approval()
            let held = Submission(
                notification: fixture.notification(lasting: 600, about: ask.id), ask: ask, heldUntil: fixture.at(20))
            #expect(try await fixture.claimed(held, fixture.immediate()).isEmpty)
            #expect(try await fixture.store.nextDeliveryDue() == fixture.at(20))
            // One that is over is not sent.
            let short = Submission(notification: fixture.notification(lasting: 5))
            #expect(try await fixture.claimed(short, fixture.immediate(at: 5)).isEmpty)
        },
        ConformanceCase("Deliveries beyond the claim's platforms and limit stay due") { fixture in
            for second in Int64(0)..<3 { try await fixture.device(at: second) }
            try await fixture.device(on: .android, at: 3)
            let submission = Submission(notification: fixture.notification(at: 10))
            let result = try await fixture.store.accept(
                submission, claiming: fixture.immediate(at: 10, [.ios], limit: 2))
            guard case .stored(4, let claimed) = result else { throw StoreUnavailable("unexpected result: \(result)") }
            #expect(claimed.map(\.device.platform) == [.ios, .ios])
            let rest = try await fixture.claim(at: 10)
            #expect(Set(rest.map(\.device.platform)) == [.ios, .android])
            #expect(rest.count == 2)
            #expect(rest.allSatisfy { $0.attempt == 1 })
        },
        ConformanceCase("Each of many notifications that are accepted at once is claimed once, with its user's badge") {
            fixture in
            let users: [UserID] = ["ada", "bob", "eve"]
            for user in users { try await fixture.device(of: user) }
            let claimed = try await withThrowingTaskGroup(of: [ClaimedDelivery].self) { group in
                for number in 0..<60 {
                    let submission = Submission(notification: fixture.notification(for: users[number % 3]))
                    group.addTask { try await fixture.claimed(submission, fixture.immediate()) }
                }
                return try await group.reduce(into: []) { $0 += $1 }
            }
            #expect(claimed.count == 60)
            #expect(Set(claimed.map(\.id)).count == 60)
            #expect(claimed.allSatisfy { $0.device.userID == $0.notification.userID && (1...20).contains($0.badge) })
            for user in users { #expect(claimed.contains { $0.notification.userID == user && $0.badge == 20 }) }
            #expect(try await fixture.claim(at: 29).isEmpty)
        },
        ConformanceCase("A repetition claims nothing") { fixture in
            try await fixture.device()
            let record = fixture.idempotencyRecord()
            let first = Submission(notification: fixture.notification(), idempotency: record)
            #expect(try await fixture.claimed(first, fixture.immediate()).count == 1)
            #expect(try await fixture.store.accept(first, claiming: fixture.immediate()) == .repeated(record))
        },
    ]
}
