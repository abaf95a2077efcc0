import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let liveActivityCases: [ConformanceCase] = [
        ConformanceCase("A device has one start token, the last; only an active one has any") { fixture in
            let phone = try await fixture.device()
            #expect(try await fixture.store.startToken(of: phone.id) == nil)
            #expect(try await fixture.store.setStartToken(token("5e01"), of: phone.id, at: fixture.at(1)))
            #expect(try await fixture.store.setStartToken(token("5e02"), of: phone.id, at: fixture.at(2)))
            #expect(try await fixture.store.startToken(of: phone.id) == token("5e02"))
            #expect(try await fixture.store.setStartToken(nil, of: phone.id, at: fixture.at(3)))
            #expect(try await fixture.store.startToken(of: phone.id) == nil)
            _ = try await fixture.store.removeDevice(phone.id, at: fixture.at(4))
            #expect(try await !fixture.store.setStartToken(token("5e03"), of: phone.id, at: fixture.at(5)))
            #expect(try await fixture.store.startToken(of: phone.id) == nil)
        },
        ConformanceCase("Putting a session creates an activity on each active device with a start token") { fixture in
            let phone = try await fixture.willing("5e01")
            let tablet = try await fixture.willing("5e02", at: 1)
            _ = try await fixture.device(at: 2)
            _ = try await fixture.willing("5e03", of: "bob", at: 3)
            try await fixture.start(at: 5)
            try await fixture.start(at: 6)
            let activities = try await fixture.activities()
            #expect(activities.map(\.deviceID) == [phone.id, tablet.id].sorted())
            #expect(activities.allSatisfy { $0.phase == .wanted })
            #expect(try await fixture.store.nextLiveActivityDue(after: fixture.at(0)) == fixture.at(5))
        },
        ConformanceCase("A device's report is stored; without a session there is nothing to report") { fixture in
            let phone = try await fixture.device()
            #expect(try await fixture.report("aa01", by: phone) == nil)
            try await fixture.start()
            let live = try #require(try await fixture.report("aa01", by: phone, at: 1))
            #expect(live.phase == .live)
            #expect(live.token == token("aa01"))
            #expect(live.startedAt == fixture.at(1))
            let rotated = try #require(try await fixture.report("aa02", by: phone, at: 2))
            #expect(rotated.token == token("aa02"))
            #expect(rotated.startedAt == fixture.at(1))
            #expect(try await fixture.activities() == [rotated])
            let over = try await fixture.store.report(
                LiveActivityReport(token: nil, state: .dismissed), on: "run-1", of: "ada", by: phone.id,
                at: fixture.at(3)
            )
            #expect(over?.phase == .ended)
            #expect(over?.token == nil)
        },
        ConformanceCase("A device that reports an unknown activity as over gets none") { fixture in
            let phone = try await fixture.willing("5e01")
            try await fixture.start()
            _ = try await fixture.store.report(
                LiveActivityReport(token: token("aa01"), state: .ended), on: "run-1", of: "ada", by: phone.id,
                at: fixture.at(1))
            #expect(try await fixture.activities().map(\.phase) == [.ended])
        },
        ConformanceCase("A resumed session is shown again; an activity that ended before the session's end is not") {
            fixture in
            let phone = try await fixture.device()
            try await fixture.start()
            _ = try await fixture.store.setStartToken(token("5e01"), of: phone.id, at: fixture.at(0))
            _ = try await fixture.report("aa01", by: phone)
            _ = try await fixture.store.report(
                LiveActivityReport(token: nil, state: .dismissed), on: "run-1", of: "ada", by: phone.id,
                at: fixture.at(1)
            )
            try await fixture.start(at: 2)
            #expect(try await fixture.activities().map(\.phase) == [.ended])
            _ = try await fixture.store.update("run-1", of: "ada", SessionUpdate(status: .completed), at: fixture.at(3))
            try await fixture.start(at: 4)
            #expect(try await fixture.activities().map(\.phase) == [.wanted])
        },
        ConformanceCase("Removing a device deletes its activities and its start token") { fixture in
            let phone = try await fixture.willing("5e01")
            let tablet = try await fixture.willing("5e02", at: 1)
            try await fixture.start(at: 2)
            _ = try await fixture.store.removeDevice(phone.id, at: fixture.at(3))
            #expect(try await fixture.activities().map(\.deviceID) == [tablet.id])
            #expect(try await fixture.store.startToken(of: phone.id) == nil)
            #expect(try await fixture.store.startToken(of: tablet.id) != nil)
        },
        ConformanceCase("Changing a device's owner deletes its activities and its start token") { fixture in
            let phone = try await fixture.willing("5e01")
            try await fixture.start()
            let bobs = try fixture.unregistered(of: "bob", token: phone.token.text, at: 5)
            #expect(try await fixture.store.register(bobs)?.id == phone.id)
            #expect(try await fixture.activities().isEmpty)
            #expect(try await fixture.store.startToken(of: phone.id) == nil)
        },
    ]
}
