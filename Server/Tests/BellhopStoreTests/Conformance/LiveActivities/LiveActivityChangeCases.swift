import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    /// Changes during a claim.
    static let liveActivityChangeCases: [ConformanceCase] = [
        ConformanceCase("A session that resumes while its end is being sent is shown again") { fixture in
            _ = try await fixture.running()
            _ = try await fixture.store.update(
                "run-1", of: "ada", SessionUpdate(status: .completed), at: fixture.at(10))
            let claimed = try #require(try await fixture.claimActivities(at: 10).first)
            try await fixture.start(at: 11)
            let attempt = fixture.attempt(.end, of: claimed, to: "aa01", at: 10)
            try await fixture.store.record(
                LiveActivityResult(claimed, .attempted(attempt), due: fixture.at(900)), at: fixture.at(12))
            #expect(try await fixture.activities().map(\.phase) == [.wanted])
            #expect(try await fixture.due() == fixture.at(12))
            let again = try #require(try await fixture.claimActivities(at: 12).first)
            #expect(!again.session.isOver)
        },
        ConformanceCase("An activity dismissed while its end is being sent stays dismissed") { fixture in
            let phone = try await fixture.running()
            _ = try await fixture.store.update(
                "run-1", of: "ada", SessionUpdate(status: .completed), at: fixture.at(10))
            let claimed = try #require(try await fixture.claimActivities(at: 10).first)
            try await fixture.start(at: 11)
            _ = try await fixture.store.report(
                LiveActivityReport(token: nil, state: .dismissed), on: "run-1", of: "ada", by: phone.id,
                at: fixture.at(12))
            let attempt = fixture.attempt(.end, of: claimed, to: "aa01", at: 10)
            try await fixture.store.record(
                LiveActivityResult(claimed, .attempted(attempt), due: fixture.at(900)), at: fixture.at(13))
            #expect(try await fixture.activities().map(\.phase) == [.ended])
        },
        ConformanceCase("A change during a claim prevents closing and deletion, and is due at once") { fixture in
            _ = try await fixture.willing("5e01")
            try await fixture.start()
            for (time, event) in [(10, .closed(reason: "not shown")), (20, .deleted)]
                as [(Int64, LiveActivityResult.Event)]
            {
                let claimed = try #require(try await fixture.claimActivities(at: time).first)
                try await fixture.progress(at: time + 1)
                try await fixture.store.record(
                    LiveActivityResult(claimed, event, due: fixture.at(900)), at: fixture.at(time + 2))
                #expect(try await fixture.activities().map(\.phase) == [.wanted])
                #expect(try await fixture.due() == fixture.at(time + 2))
            }
        },
        ConformanceCase("A late result of a claim that was repeated deletes nothing") { fixture in
            _ = try await fixture.willing("5e01")
            try await fixture.start()
            let lapsed = try #require(try await fixture.claimActivities(at: 1).first)
            let again = try #require(try await fixture.claimActivities(at: 61).first)
            try await fixture.store.record(
                LiveActivityResult(lapsed, .deleted, due: fixture.at(900)), at: fixture.at(62))
            #expect(try await fixture.activities().count == 1)
            #expect(try await fixture.due() == fixture.at(121))
            try await fixture.store.record(
                LiveActivityResult(again, .deleted, due: fixture.at(900)), at: fixture.at(63))
            #expect(try await fixture.activities().isEmpty)
        },
        ConformanceCase("All due activities of one device are claimed in turn, the earliest first") { fixture in
            _ = try await fixture.willing("5e01")
            let sessions: [SessionID] = ["run-1", "run-2", "run-3", "run-4"]
            for (number, session) in sessions.enumerated() { try await fixture.start(session, at: Int64(number)) }
            var turns: [SessionID] = []
            for time in 10..<14 {
                let claimed = try await fixture.claimActivities(at: Int64(time))
                #expect(claimed.count == 1)
                #expect(try await fixture.claimActivities(at: Int64(time)).isEmpty)
                let one = try #require(claimed.first)
                turns.append(one.session.id)
                try await fixture.store.record(
                    LiveActivityResult(one, .waited, due: fixture.at(900)), at: fixture.at(Int64(time)))
            }
            #expect(turns == sessions)
            #expect(try await fixture.claimActivities(at: 20).isEmpty)
        },
        ConformanceCase("A claim has the quiet period: a mute of the session, then quiet hours") {
            fixture in
            _ = try await fixture.willing("5e01")
            try await fixture.start()
            func quiet(at seconds: Int64) async throws -> QuietPeriod? {
                let due = try await fixture.claimActivities(at: seconds)
                let claimed = try #require(due.first)
                try await fixture.store.record(
                    LiveActivityResult(claimed, .waited, due: fixture.at(seconds + 1)), at: fixture.at(seconds))
                return claimed.quiet
            }
            #expect(try await quiet(at: 1) == nil)
            try await fixture.quiet("09:00", "10:00")
            #expect(try await quiet(at: 2) == QuietPeriod(until: fixture.at(3600)))
            var preferences = try await fixture.store.preferences(of: "ada")
            preferences.mutes = [Mute(.session("run-2")), Mute(.session("run-1"), until: fixture.at(50))]
            try await fixture.store.put(preferences, of: "ada")
            #expect(try await quiet(at: 3) == QuietPeriod(until: fixture.at(50)))
            #expect(try await quiet(at: 50) == QuietPeriod(until: fixture.at(3600)))
            try await fixture.ask(at: 51)
            #expect(try await quiet(at: 52) == nil)
            try await fixture.quiet("09:00", "10:00", allowTimeSensitive: false)
            #expect(try await quiet(at: 53) == QuietPeriod(until: fixture.at(3600)))
        },
    ]
}
