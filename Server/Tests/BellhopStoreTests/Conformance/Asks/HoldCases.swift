import BellhopModel
import BellhopStore
import Testing

extension StoreFixture {
    /// Accepts an approval that is pushed after `hold` seconds; at once for 0.
    @discardableResult
    fileprivate func hold(_ hold: Int64, at seconds: Int64 = 0, patience: Int64 = 600) async throws -> (
        Ask, UserNotification
    ) {
        let ask = approval(at: seconds, patience: patience)
        let notification = notification(at: seconds, lasting: patience, about: ask.id, under: .approvalRequest)
        _ = try await store.accept(
            Submission(notification: notification, ask: ask, heldUntil: hold > 0 ? at(seconds + hold) : nil))
        return (ask, notification)
    }
}

extension ConformanceCase {
    static let holdCases: [ConformanceCase] = [
        ConformanceCase("A held ask exists at once, and its deliveries are due at the end of the hold") { fixture in
            try await fixture.device()
            let (ask, notification) = try await fixture.hold(20, at: 10)
            #expect(try await fixture.store.asks(of: "ada", state: .pending, limit: 9) == [ask])
            #expect(try await fixture.store.badge(of: "ada", at: fixture.at(10)) == 1)
            #expect(try await fixture.store.nextDeliveryDue() == fixture.at(30))
            #expect(try await fixture.claim(at: 29).isEmpty)
            #expect(try await fixture.claim(at: 30).map(\.notification.id) == [notification.id])
        },
        ConformanceCase("The timeline says that it was held for an answer in the terminal") { fixture in
            try await fixture.device()
            let (_, notification) = try await fixture.hold(20, at: 10)
            let held = TimelineEntry(
                at: fixture.at(10), step: .held, detail: "held until \(fixture.at(30)) for an answer in the terminal")
            #expect(try await fixture.store.timeline(of: notification.id).dropFirst() == [held])
        },
        ConformanceCase("An ask that is answered or withdrawn during the hold is never sent or cleared") { fixture in
            let phone = try await fixture.device()
            try await fixture.device(at: 1)
            let (first, _) = try await fixture.hold(20, at: 10)
            let (second, _) = try await fixture.hold(20, at: 10)
            let answered = try await fixture.transition(first, fixture.answer(.approve, to: first, by: phone), at: 15)
            let withdrawn = try await fixture.transition(second, .withdrawn(.answeredInTerminal), at: 29)
            #expect(answered.clearing == 0 && withdrawn.clearing == 0)
            #expect(try await fixture.claim(at: 30).isEmpty)
            #expect(try await fixture.store.queueDepth() == 0)
        },
        ConformanceCase("Quiet hours are evaluated at the end of the hold") { fixture in
            try await fixture.device()
            // 09:00 in Zurich.
            try await fixture.quiet("09:10", "09:30", allowTimeSensitive: false)
            try await fixture.hold(300, at: 0, patience: 7200)
            #expect(try await fixture.store.nextDeliveryDue() == fixture.at(300))
            try await fixture.hold(300, at: 400, patience: 7200)
            #expect(try await fixture.sendAll(at: 700).count == 1)
            #expect(try await fixture.store.nextDeliveryDue() == fixture.at(1800))
        },
        ConformanceCase("Live Activities show a held ask at the end of the hold, or its resolution at once") {
            fixture in
            _ = try await fixture.willing("5e01")
            try await fixture.start()
            let claimed = try #require(try await fixture.claimActivities(at: 1).first)
            try await fixture.store.record(
                LiveActivityResult(claimed, .waited, due: fixture.at(500)), at: fixture.at(1))
            let (ask, _) = try await fixture.hold(20, at: 10)
            #expect(try await fixture.claimActivities(at: 29).isEmpty)
            #expect(try await fixture.store.nextLiveActivityDue(after: fixture.at(29)) == fixture.at(30))
            _ = try await fixture.transition(ask, .withdrawn(.answeredInTerminal), at: 29)
            #expect(try await fixture.claimActivities(at: 29).count == 1)
        },
        ConformanceCase("A claim has no held ask, but the end of the next hold") { fixture in
            _ = try await fixture.willing("5e01")
            try await fixture.start()
            let (shown, _) = try await fixture.hold(0, at: 5)
            try await fixture.hold(40, at: 6)
            let (first, _) = try await fixture.hold(20, at: 7)
            func claim(at seconds: Int64) async throws -> ClaimedLiveActivity {
                let due = try await fixture.claimActivities(at: seconds)
                let claimed = try #require(due.first)
                try await fixture.store.record(
                    LiveActivityResult(claimed, .waited, due: claimed.holdEnd ?? fixture.at(900)),
                    at: fixture.at(seconds))
                return claimed
            }
            let early = try await claim(at: 10)
            #expect(early.ask == shown)
            #expect(early.holdEnd == fixture.at(27))
            #expect(try await fixture.claimActivities(at: 26).isEmpty)
            let late = try await claim(at: 27)
            #expect(late.ask == first)
            #expect(late.holdEnd == fixture.at(46))
            _ = try await fixture.transition(first, .withdrawn(.answeredInTerminal), at: 30)
            #expect(try await claim(at: 30).ask == shown)
            #expect(try await claim(at: 46).holdEnd == nil)
        },
        ConformanceCase("A hold delays no other change of a Live Activity") { fixture in
            _ = try await fixture.willing("5e01")
            try await fixture.start()
            let claimed = try #require(try await fixture.claimActivities(at: 1).first)
            try await fixture.store.record(
                LiveActivityResult(claimed, .waited, due: fixture.at(500)), at: fixture.at(1))
            try await fixture.hold(300, at: 10)
            try await fixture.progress(at: 12)
            #expect(try await fixture.due() == fixture.at(12))
        },
        ConformanceCase("A hold that begins during a claim is known to the next claim, at once") { fixture in
            _ = try await fixture.willing("5e01")
            try await fixture.start()
            let claimed = try #require(try await fixture.claimActivities(at: 1).first)
            try await fixture.hold(20, at: 2)
            try await fixture.store.record(
                LiveActivityResult(claimed, .waited, due: fixture.at(500)), at: fixture.at(3))
            #expect(try await fixture.claimActivities(at: 3).first?.holdEnd == fixture.at(22))
        },
    ]
}
