import BellhopModel
import BellhopStore
import Testing

extension Scene {
    /// Accepts an approval that devices are told of `hold` seconds later; at once for 0.
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

extension StoreConformance {
    static let holdCases: [ConformanceCase] = [
        ConformanceCase("A held ask is there at once, and its deliveries are due when the hold ends") { scene in
            try await scene.device()
            let (ask, notification) = try await scene.hold(20, at: 10)
            #expect(try await scene.store.asks(of: "ada", state: .pending, limit: 9) == [ask])
            #expect(try await scene.store.badge(of: "ada", at: scene.at(10)) == 1)
            #expect(try await scene.store.nextDeliveryDue() == scene.at(30))
            #expect(try await scene.claim(at: 29).isEmpty)
            #expect(try await scene.claim(at: 30).map(\.notification.id) == [notification.id])
        },
        ConformanceCase("The timeline says that it was held for the person at the desk") { scene in
            try await scene.device()
            let (_, notification) = try await scene.hold(20, at: 10)
            let held = TimelineEntry(
                at: scene.at(10), step: .held, detail: "held until \(scene.at(30)) for the person at the desk")
            #expect(try await scene.store.timeline(of: notification.id).dropFirst() == [held])
        },
        ConformanceCase("Answered or withdrawn during the hold, it is never sent, and nobody has to be told") { scene in
            let phone = try await scene.device()
            try await scene.device(at: 1)
            let (first, _) = try await scene.hold(20, at: 10)
            let (second, _) = try await scene.hold(20, at: 10)
            let answered = try await scene.transition(first, scene.answer(.approve, to: first, by: phone), at: 15)
            let withdrawn = try await scene.transition(second, .withdrawn(.answeredInTerminal), at: 29)
            #expect(answered.clearing == 0 && withdrawn.clearing == 0)
            #expect(try await scene.claim(at: 30).isEmpty)
            #expect(try await scene.store.queueDepth() == 0)
        },
        ConformanceCase("Quiet hours are those of the moment when the hold ends") { scene in
            try await scene.device()
            // 09:00 in Zurich.
            try await scene.quiet("09:10", "09:30", allowTimeSensitive: false)
            try await scene.hold(300, at: 0, patience: 7200)
            #expect(try await scene.store.nextDeliveryDue() == scene.at(300))
            try await scene.hold(300, at: 400, patience: 7200)
            #expect(try await scene.sendAll(at: 700).count == 1)
            #expect(try await scene.store.nextDeliveryDue() == scene.at(1800))
        },
        ConformanceCase("Live Activities show a held ask when the hold ends, or what became of it at once") { scene in
            _ = try await scene.willing("5e01")
            try await scene.start()
            let claimed = try #require(try await scene.claimActivities(at: 1).first)
            try await scene.store.record(LiveActivityResult(claimed, .waited, due: scene.at(500)), at: scene.at(1))
            let (ask, _) = try await scene.hold(20, at: 10)
            #expect(try await scene.claimActivities(at: 29).isEmpty)
            #expect(try await scene.store.nextLiveActivityDue(after: scene.at(29)) == scene.at(30))
            _ = try await scene.transition(ask, .withdrawn(.answeredInTerminal), at: 29)
            #expect(try await scene.claimActivities(at: 29).count == 1)
        },
        ConformanceCase("No claim has an ask that is held, but each says when the next hold ends") { scene in
            _ = try await scene.willing("5e01")
            try await scene.start()
            let (shown, _) = try await scene.hold(0, at: 5)
            try await scene.hold(40, at: 6)
            let (first, _) = try await scene.hold(20, at: 7)
            func claim(at seconds: Int64) async throws -> ClaimedLiveActivity {
                let due = try await scene.claimActivities(at: seconds)
                let claimed = try #require(due.first)
                try await scene.store.record(
                    LiveActivityResult(claimed, .waited, due: claimed.holdEnd ?? scene.at(900)), at: scene.at(seconds))
                return claimed
            }
            let early = try await claim(at: 10)
            #expect(early.ask == shown)
            #expect(early.holdEnd == scene.at(27))
            #expect(try await scene.claimActivities(at: 26).isEmpty)
            let late = try await claim(at: 27)
            #expect(late.ask == first)
            #expect(late.holdEnd == scene.at(46))
            _ = try await scene.transition(first, .withdrawn(.answeredInTerminal), at: 30)
            #expect(try await claim(at: 30).ask == shown)
            #expect(try await claim(at: 46).holdEnd == nil)
        },
        ConformanceCase("A hold puts off no other change of a Live Activity") { scene in
            _ = try await scene.willing("5e01")
            try await scene.start()
            let claimed = try #require(try await scene.claimActivities(at: 1).first)
            try await scene.store.record(LiveActivityResult(claimed, .waited, due: scene.at(500)), at: scene.at(1))
            try await scene.hold(300, at: 10)
            try await scene.progress(at: 12)
            #expect(try await scene.due() == scene.at(12))
        },
        ConformanceCase("A hold that begins under a claim is known to the next, at once") { scene in
            _ = try await scene.willing("5e01")
            try await scene.start()
            let claimed = try #require(try await scene.claimActivities(at: 1).first)
            try await scene.hold(20, at: 2)
            try await scene.store.record(LiveActivityResult(claimed, .waited, due: scene.at(500)), at: scene.at(3))
            #expect(try await scene.claimActivities(at: 3).first?.holdEnd == scene.at(22))
        },
    ]
}
