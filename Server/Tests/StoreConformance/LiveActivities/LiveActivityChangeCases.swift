import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    /// What happens while a claim is worked on.
    static let liveActivityChangeCases: [ConformanceCase] = [
        ConformanceCase("A session that is started again while its end is being sent is shown again") { scene in
            _ = try await scene.running()
            _ = try await scene.store.update("run-1", of: "ada", SessionUpdate(status: .completed), at: scene.at(10))
            let claimed = try #require(try await scene.claimActivities(at: 10).first)
            try await scene.start(at: 11)
            let attempt = scene.attempt(.end, of: claimed, to: "aa01", at: 10)
            try await scene.store.record(
                LiveActivityResult(claimed, .attempted(attempt), due: scene.at(900)), at: scene.at(12))
            #expect(try await scene.activities().map(\.phase) == [.wanted])
            #expect(try await scene.due() == scene.at(12))
            let again = try #require(try await scene.claimActivities(at: 12).first)
            #expect(!again.session.isOver)
        },
        ConformanceCase("What the person takes away while its end is being sent stays away") { scene in
            let phone = try await scene.running()
            _ = try await scene.store.update("run-1", of: "ada", SessionUpdate(status: .completed), at: scene.at(10))
            let claimed = try #require(try await scene.claimActivities(at: 10).first)
            try await scene.start(at: 11)
            _ = try await scene.store.report(
                LiveActivityReport(token: nil, state: .dismissed), on: "run-1", of: "ada", by: phone.id,
                at: scene.at(12))
            let attempt = scene.attempt(.end, of: claimed, to: "aa01", at: 10)
            try await scene.store.record(
                LiveActivityResult(claimed, .attempted(attempt), due: scene.at(900)), at: scene.at(13))
            #expect(try await scene.activities().map(\.phase) == [.ended])
        },
        ConformanceCase("What changes under a claim is neither closed nor forgotten by it, but due at once") { scene in
            _ = try await scene.willing("5e01")
            try await scene.start()
            for (time, event) in [(10, .closed(reason: "nobody looks")), (20, .forgotten)]
                as [(Int64, LiveActivityResult.Event)]
            {
                let claimed = try #require(try await scene.claimActivities(at: time).first)
                try await scene.progress(at: time + 1)
                try await scene.store.record(
                    LiveActivityResult(claimed, event, due: scene.at(900)), at: scene.at(time + 2))
                #expect(try await scene.activities().map(\.phase) == [.wanted])
                #expect(try await scene.due() == scene.at(time + 2))
            }
        },
        ConformanceCase("A claim that lapsed and was taken by another forgets nothing") { scene in
            _ = try await scene.willing("5e01")
            try await scene.start()
            let lapsed = try #require(try await scene.claimActivities(at: 1).first)
            let again = try #require(try await scene.claimActivities(at: 61).first)
            try await scene.store.record(LiveActivityResult(lapsed, .forgotten, due: scene.at(900)), at: scene.at(62))
            #expect(try await scene.activities().count == 1)
            #expect(try await scene.due() == scene.at(121))
            try await scene.store.record(LiveActivityResult(again, .forgotten, due: scene.at(900)), at: scene.at(63))
            #expect(try await scene.activities().isEmpty)
        },
        ConformanceCase("All that is due on one device gets its turn, the earliest first") { scene in
            _ = try await scene.willing("5e01")
            let sessions: [SessionID] = ["run-1", "run-2", "run-3", "run-4"]
            for (number, session) in sessions.enumerated() { try await scene.start(session, at: Int64(number)) }
            var turns: [SessionID] = []
            for time in 10..<14 {
                let claimed = try await scene.claimActivities(at: Int64(time))
                #expect(claimed.count == 1)
                #expect(try await scene.claimActivities(at: Int64(time)).isEmpty)
                let one = try #require(claimed.first)
                turns.append(one.session.id)
                try await scene.store.record(
                    LiveActivityResult(one, .waited, due: scene.at(900)), at: scene.at(Int64(time)))
            }
            #expect(turns == sessions)
            #expect(try await scene.claimActivities(at: 20).isEmpty)
        },
        ConformanceCase("A claim says whether the user is to be disturbed: a mute of the session, then quiet hours") {
            scene in
            _ = try await scene.willing("5e01")
            try await scene.start()
            func quiet(at seconds: Int64) async throws -> QuietPeriod? {
                let due = try await scene.claimActivities(at: seconds)
                let claimed = try #require(due.first)
                try await scene.store.record(
                    LiveActivityResult(claimed, .waited, due: scene.at(seconds + 1)), at: scene.at(seconds))
                return claimed.quiet
            }
            #expect(try await quiet(at: 1) == nil)
            try await scene.quiet("09:00", "10:00")
            #expect(try await quiet(at: 2) == QuietPeriod(until: scene.at(3600)))
            var preferences = try await scene.store.preferences(of: "ada")
            preferences.mutes = [Mute(.session("run-2")), Mute(.session("run-1"), until: scene.at(50))]
            try await scene.store.put(preferences, of: "ada")
            #expect(try await quiet(at: 3) == QuietPeriod(until: scene.at(50)))
            #expect(try await quiet(at: 50) == QuietPeriod(until: scene.at(3600)))
            try await scene.ask(at: 51)
            #expect(try await quiet(at: 52) == nil)
            try await scene.quiet("09:00", "10:00", allowTimeSensitive: false)
            #expect(try await quiet(at: 53) == QuietPeriod(until: scene.at(3600)))
        },
    ]
}
