import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let liveActivityClaimCases: [ConformanceCase] = [
        ConformanceCase("A claim has all facts for the next action") { fixture in
            let phone = try await fixture.willing("5e01")
            try await fixture.start()
            let (_, _) = try await fixture.ask(at: 1)
            let (newest, _) = try await fixture.ask(at: 2)
            let claimed = try #require(try await fixture.claimActivities(at: 3).first)
            #expect(claimed.activity.phase == .wanted)
            #expect(claimed.session.title == "Fix the build")
            #expect(claimed.ask == newest)
            #expect(claimed.device == phone)
            #expect(claimed.startToken == token("5e01"))
            #expect(claimed.spent == [])
            #expect(claimed.turn == 1)
        },
        ConformanceCase("No two activities of one device are claimed at the same time") { fixture in
            _ = try await fixture.willing("5e01")
            _ = try await fixture.willing("5e02", at: 1)
            try await fixture.start("run-1", at: 2)
            try await fixture.start("run-2", at: 3)
            let first = try await fixture.claimActivities(at: 5)
            #expect(Set(first.map(\.device.id)).count == 2)
            #expect(first.count == 2)
            #expect(try await fixture.claimActivities(at: 5).isEmpty)
            #expect(try await fixture.store.nextLiveActivityDue(after: fixture.at(5)) == fixture.at(65))
            try await fixture.store.record(
                LiveActivityResult(first[0], .waited, due: fixture.at(500)), at: fixture.at(6))
            let second = try await fixture.claimActivities(at: 6)
            #expect(second.map(\.device.id) == [first[0].device.id])
            #expect(second.map(\.session.id) != [first[0].session.id])
        },
        ConformanceCase("The earliest are claimed first, up to the limit") { fixture in
            _ = try await fixture.willing("5e01")
            try await fixture.start("run-2", at: 2)
            try await fixture.start("run-1", at: 3)
            #expect(try await fixture.claimActivities(at: 5, limit: 0).isEmpty)
            #expect(try await fixture.claimActivities(at: 1).isEmpty)
            #expect(try await fixture.claimActivities(at: 5, limit: 1).map(\.session.id) == ["run-2"])
        },
        ConformanceCase("An accepted push is stored, and counts against the budget") { fixture in
            _ = try await fixture.willing("5e01")
            try await fixture.start()
            let claimed = try #require(try await fixture.claimActivities(at: 1).first)
            let attempt = fixture.attempt(.start, of: claimed, to: "5e01", at: 1)
            try await fixture.store.record(
                LiveActivityResult(claimed, .attempted(attempt), due: fixture.at(100)), at: fixture.at(2))
            #expect(try await fixture.activities().map(\.phase) == [.starting])
            #expect(try await fixture.claimActivities(at: 99).isEmpty)
            let again = try #require(try await fixture.claimActivities(at: 100).first)
            #expect(again.spent == [fixture.at(2)])
            #expect(again.activity.start?.count == 1)
            try await fixture.store.record(
                LiveActivityResult(again, .waited, due: fixture.at(4000)), at: fixture.at(100))
            #expect(try await fixture.claimActivities(at: 4000).first?.spent == [])
        },
        ConformanceCase("A dead start token is deleted, unless there is another one by then") { fixture in
            let phone = try await fixture.willing("5e01")
            try await fixture.start()
            let claimed = try #require(try await fixture.claimActivities(at: 1).first)
            let attempt = fixture.attempt(
                .start, of: claimed, to: "5e01", .tokenGone(reason: "Unregistered"), at: 1)
            _ = try await fixture.store.setStartToken(token("5e02"), of: phone.id, at: fixture.at(1))
            let result = LiveActivityResult(claimed, .attempted(attempt), due: fixture.at(100))
            try await fixture.store.record(result, at: fixture.at(2))
            #expect(try await fixture.store.startToken(of: phone.id) == token("5e02"))
            #expect(try await fixture.activities().map(\.phase) == [.ended])
            _ = try await fixture.store.setStartToken(token("5e01"), of: phone.id, at: fixture.at(3))
            try await fixture.store.record(result, at: fixture.at(4))
            #expect(try await fixture.store.startToken(of: phone.id) == nil)
        },
        ConformanceCase("Progress makes due what is not behind; an ask makes all due") { fixture in
            _ = try await fixture.willing("5e01")
            try await fixture.start()
            let claimed = try #require(try await fixture.claimActivities(at: 1).first)
            try await fixture.store.record(
                LiveActivityResult(claimed, .waited, due: fixture.at(900)), at: fixture.at(1))
            try await fixture.progress(at: 2)
            #expect(try await fixture.due() == fixture.at(2))
            let again = try #require(try await fixture.claimActivities(at: 2).first)
            try await fixture.store.record(
                LiveActivityResult(again, .waited, due: fixture.at(15), isBehind: true), at: fixture.at(2))
            try await fixture.progress(at: 3)
            #expect(try await fixture.due() == fixture.at(15))
            _ = try await fixture.store.update("run-1", of: "ada", SessionUpdate(status: .waiting), at: fixture.at(4))
            #expect(try await fixture.due() == fixture.at(4))
        },
        ConformanceCase("An ask of the session and its end make its activities due") { fixture in
            _ = try await fixture.willing("5e01")
            try await fixture.start()
            for (time, act) in [(10, true), (20, false)] as [(Int64, Bool)] {
                let claimed = try #require(try await fixture.claimActivities(at: time - 5).first)
                try await fixture.store.record(
                    LiveActivityResult(claimed, .waited, due: fixture.at(900), isBehind: true), at: fixture.at(time - 5)
                )
                if act {
                    try await fixture.ask(at: time, patience: 10)
                } else {
                    _ = try await fixture.store.expireAsks(at: fixture.at(time), limit: 5)
                }
                #expect(try await fixture.due() == fixture.at(time))
            }
        },
        ConformanceCase("A change during a claim is due when the claim is recorded") { fixture in
            _ = try await fixture.willing("5e01")
            try await fixture.start()
            let claimed = try #require(try await fixture.claimActivities(at: 1).first)
            try await fixture.progress(at: 2)
            #expect(try await fixture.due() == fixture.at(61))
            try await fixture.store.record(
                LiveActivityResult(claimed, .waited, due: fixture.at(900)), at: fixture.at(3))
            #expect(try await fixture.due() == fixture.at(3))
        },
        ConformanceCase("An expired claim is due again and counts as spent; its late result changes nothing") {
            fixture in
            let phone = try await fixture.willing("5e01")
            try await fixture.start()
            let lapsed = try #require(try await fixture.claimActivities(at: 1).first)
            let again = try #require(try await fixture.claimActivities(at: 61).first)
            #expect(again.turn == 2)
            #expect(again.spent == [fixture.at(61)])
            let attempt = fixture.attempt(.start, of: lapsed, to: "5e01", at: 1)
            try await fixture.store.record(
                LiveActivityResult(lapsed, .attempted(attempt), due: fixture.at(900)), at: fixture.at(62))
            #expect(try await fixture.due() == fixture.at(121))
            #expect(try await fixture.activities().first?.phase == .starting)
            _ = phone
        },
        ConformanceCase("After a start claimed activities are due at once", isForOneNode: true) { fixture in
            _ = try await fixture.willing("5e01")
            try await fixture.start()
            _ = try await fixture.claimActivities(at: 1)
            #expect(try await fixture.claimActivities(at: 2).isEmpty)
            try await fixture.store.recover()
            #expect(try await fixture.claimActivities(at: 2).count == 1)
        },
        ConformanceCase("A closed activity is kept, and a deleted one is gone") { fixture in
            _ = try await fixture.willing("5e01")
            try await fixture.start()
            let claimed = try #require(try await fixture.claimActivities(at: 1).first)
            try await fixture.store.record(
                LiveActivityResult(claimed, .closed(reason: "not shown"), due: fixture.at(5)), at: fixture.at(1))
            #expect(try await fixture.activities().map(\.reason) == ["not shown"])
            let again = try #require(try await fixture.claimActivities(at: 5).first)
            try await fixture.store.record(LiveActivityResult(again, .deleted, due: fixture.at(5)), at: fixture.at(5))
            #expect(try await fixture.activities().isEmpty)
            #expect(try await fixture.due() == nil)
        },
    ]
}
