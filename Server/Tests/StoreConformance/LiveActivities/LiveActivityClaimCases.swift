import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let liveActivityClaimCases: [ConformanceCase] = [
        ConformanceCase("A claim has all that decides what is to be done") { scene in
            let phone = try await scene.willing("5e01")
            try await scene.start()
            let (_, _) = try await scene.ask(at: 1)
            let (newest, _) = try await scene.ask(at: 2)
            let claimed = try #require(try await scene.claimActivities(at: 3).first)
            #expect(claimed.activity.phase == .wanted)
            #expect(claimed.session.title == "Fix the build")
            #expect(claimed.ask == newest)
            #expect(claimed.device == phone)
            #expect(claimed.startToken == token("5e01"))
            #expect(claimed.spent == [])
            #expect(claimed.turn == 1)
        },
        ConformanceCase("Of one device no two are claimed at a time") { scene in
            _ = try await scene.willing("5e01")
            _ = try await scene.willing("5e02", at: 1)
            try await scene.start("run-1", at: 2)
            try await scene.start("run-2", at: 3)
            let first = try await scene.claimActivities(at: 5)
            #expect(Set(first.map(\.device.id)).count == 2)
            #expect(first.count == 2)
            #expect(try await scene.claimActivities(at: 5).isEmpty)
            #expect(try await scene.store.nextLiveActivityDue(after: scene.at(5)) == scene.at(65))
            try await scene.store.record(
                LiveActivityResult(first[0], .waited, due: scene.at(500)), at: scene.at(6))
            let second = try await scene.claimActivities(at: 6)
            #expect(second.map(\.device.id) == [first[0].device.id])
            #expect(second.map(\.session.id) != [first[0].session.id])
        },
        ConformanceCase("The earliest are claimed first, and no more than were asked for") { scene in
            _ = try await scene.willing("5e01")
            try await scene.start("run-2", at: 2)
            try await scene.start("run-1", at: 3)
            #expect(try await scene.claimActivities(at: 5, limit: 0).isEmpty)
            #expect(try await scene.claimActivities(at: 1).isEmpty)
            #expect(try await scene.claimActivities(at: 5, limit: 1).map(\.session.id) == ["run-2"])
        },
        ConformanceCase("What the gateway took is kept, with what was spent") { scene in
            _ = try await scene.willing("5e01")
            try await scene.start()
            let claimed = try #require(try await scene.claimActivities(at: 1).first)
            let attempt = scene.attempt(.start, of: claimed, to: "5e01", at: 1)
            try await scene.store.record(
                LiveActivityResult(claimed, .attempted(attempt), due: scene.at(100)), at: scene.at(2))
            #expect(try await scene.activities().map(\.phase) == [.starting])
            #expect(try await scene.claimActivities(at: 99).isEmpty)
            let again = try #require(try await scene.claimActivities(at: 100).first)
            #expect(again.spent == [scene.at(2)])
            #expect(again.activity.start?.count == 1)
            try await scene.store.record(LiveActivityResult(again, .waited, due: scene.at(4000)), at: scene.at(100))
            #expect(try await scene.claimActivities(at: 4000).first?.spent == [])
        },
        ConformanceCase("A dead start token is forgotten, unless there is another by then") { scene in
            let phone = try await scene.willing("5e01")
            try await scene.start()
            let claimed = try #require(try await scene.claimActivities(at: 1).first)
            let attempt = scene.attempt(
                .start, of: claimed, to: "5e01", .tokenGone(reason: "Unregistered"), at: 1)
            _ = try await scene.store.setStartToken(token("5e02"), of: phone.id, at: scene.at(1))
            let result = LiveActivityResult(claimed, .attempted(attempt), due: scene.at(100))
            try await scene.store.record(result, at: scene.at(2))
            #expect(try await scene.store.startToken(of: phone.id) == token("5e02"))
            #expect(try await scene.activities().map(\.phase) == [.ended])
            _ = try await scene.store.setStartToken(token("5e01"), of: phone.id, at: scene.at(3))
            try await scene.store.record(result, at: scene.at(4))
            #expect(try await scene.store.startToken(of: phone.id) == nil)
        },
        ConformanceCase("Progress makes due what is not behind; what a person is waited for makes all due") { scene in
            _ = try await scene.willing("5e01")
            try await scene.start()
            let claimed = try #require(try await scene.claimActivities(at: 1).first)
            try await scene.store.record(LiveActivityResult(claimed, .waited, due: scene.at(900)), at: scene.at(1))
            try await scene.progress(at: 2)
            #expect(try await scene.due() == scene.at(2))
            let again = try #require(try await scene.claimActivities(at: 2).first)
            try await scene.store.record(
                LiveActivityResult(again, .waited, due: scene.at(15), isBehind: true), at: scene.at(2))
            try await scene.progress(at: 3)
            #expect(try await scene.due() == scene.at(15))
            _ = try await scene.store.update("run-1", of: "ada", SessionUpdate(status: .waiting), at: scene.at(4))
            #expect(try await scene.due() == scene.at(4))
        },
        ConformanceCase("An ask of the session makes its activities due, and so does its end") { scene in
            _ = try await scene.willing("5e01")
            try await scene.start()
            for (time, act) in [(10, true), (20, false)] as [(Int64, Bool)] {
                let claimed = try #require(try await scene.claimActivities(at: time - 5).first)
                try await scene.store.record(
                    LiveActivityResult(claimed, .waited, due: scene.at(900), isBehind: true), at: scene.at(time - 5))
                if act {
                    try await scene.ask(at: time, patience: 10)
                } else {
                    _ = try await scene.store.expireAsks(at: scene.at(time), limit: 5)
                }
                #expect(try await scene.due() == scene.at(time))
            }
        },
        ConformanceCase("What becomes due under a claim is due when the claim is recorded") { scene in
            _ = try await scene.willing("5e01")
            try await scene.start()
            let claimed = try #require(try await scene.claimActivities(at: 1).first)
            try await scene.progress(at: 2)
            #expect(try await scene.due() == scene.at(61))
            try await scene.store.record(LiveActivityResult(claimed, .waited, due: scene.at(900)), at: scene.at(3))
            #expect(try await scene.due() == scene.at(3))
        },
        ConformanceCase("A claim that lapsed is due again and counts as spent; its late result moves nothing") {
            scene in
            let phone = try await scene.willing("5e01")
            try await scene.start()
            let lapsed = try #require(try await scene.claimActivities(at: 1).first)
            let again = try #require(try await scene.claimActivities(at: 61).first)
            #expect(again.turn == 2)
            #expect(again.spent == [scene.at(61)])
            let attempt = scene.attempt(.start, of: lapsed, to: "5e01", at: 1)
            try await scene.store.record(
                LiveActivityResult(lapsed, .attempted(attempt), due: scene.at(900)), at: scene.at(62))
            #expect(try await scene.due() == scene.at(121))
            #expect(try await scene.activities().first?.phase == .starting)
            _ = phone
        },
        ConformanceCase("After a start, what was claimed is due at once") { scene in
            _ = try await scene.willing("5e01")
            try await scene.start()
            _ = try await scene.claimActivities(at: 1)
            #expect(try await scene.claimActivities(at: 2).isEmpty)
            try await scene.store.recover()
            #expect(try await scene.claimActivities(at: 2).count == 1)
        },
        ConformanceCase("What is closed stays, and what is forgotten is gone") { scene in
            _ = try await scene.willing("5e01")
            try await scene.start()
            let claimed = try #require(try await scene.claimActivities(at: 1).first)
            try await scene.store.record(
                LiveActivityResult(claimed, .closed(reason: "nobody looks"), due: scene.at(5)), at: scene.at(1))
            #expect(try await scene.activities().map(\.reason) == ["nobody looks"])
            let again = try #require(try await scene.claimActivities(at: 5).first)
            try await scene.store.record(LiveActivityResult(again, .forgotten, due: scene.at(5)), at: scene.at(5))
            #expect(try await scene.activities().isEmpty)
            #expect(try await scene.due() == nil)
        },
    ]
}
