import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let liveActivityCases: [ConformanceCase] = [
        ConformanceCase("A device has one start token, the last; only an active one has any") { scene in
            let phone = try await scene.device()
            #expect(try await scene.store.startToken(of: phone.id) == nil)
            #expect(try await scene.store.setStartToken(token("5e01"), of: phone.id, at: scene.at(1)))
            #expect(try await scene.store.setStartToken(token("5e02"), of: phone.id, at: scene.at(2)))
            #expect(try await scene.store.startToken(of: phone.id) == token("5e02"))
            #expect(try await scene.store.setStartToken(nil, of: phone.id, at: scene.at(3)))
            #expect(try await scene.store.startToken(of: phone.id) == nil)
            _ = try await scene.store.removeDevice(phone.id, at: scene.at(4))
            #expect(try await !scene.store.setStartToken(token("5e03"), of: phone.id, at: scene.at(5)))
            #expect(try await scene.store.startToken(of: phone.id) == nil)
        },
        ConformanceCase("A session that is put gives each active device with a start token one activity") { scene in
            let phone = try await scene.willing("5e01")
            let tablet = try await scene.willing("5e02", at: 1)
            _ = try await scene.device(at: 2)
            _ = try await scene.willing("5e03", of: "bob", at: 3)
            try await scene.start(at: 5)
            try await scene.start(at: 6)
            let activities = try await scene.activities()
            #expect(activities.map(\.deviceID) == [phone.id, tablet.id].sorted())
            #expect(activities.allSatisfy { $0.phase == .wanted })
            #expect(try await scene.store.nextLiveActivityDue(after: scene.at(0)) == scene.at(5))
        },
        ConformanceCase("What a device reports is kept; without a session there is nothing to report") { scene in
            let phone = try await scene.device()
            #expect(try await scene.report("aa01", by: phone) == nil)
            try await scene.start()
            let live = try #require(try await scene.report("aa01", by: phone, at: 1))
            #expect(live.phase == .live)
            #expect(live.token == token("aa01"))
            #expect(live.startedAt == scene.at(1))
            let rotated = try #require(try await scene.report("aa02", by: phone, at: 2))
            #expect(rotated.token == token("aa02"))
            #expect(rotated.startedAt == scene.at(1))
            #expect(try await scene.activities() == [rotated])
            let over = try await scene.store.report(
                LiveActivityReport(token: nil, state: .dismissed), on: "run-1", of: "ada", by: phone.id, at: scene.at(3)
            )
            #expect(over?.phase == .ended)
            #expect(over?.token == nil)
        },
        ConformanceCase("A device that says its activity is over before any was known gets none") { scene in
            let phone = try await scene.willing("5e01")
            try await scene.start()
            _ = try await scene.store.report(
                LiveActivityReport(token: token("aa01"), state: .ended), on: "run-1", of: "ada", by: phone.id,
                at: scene.at(1))
            #expect(try await scene.activities().map(\.phase) == [.ended])
        },
        ConformanceCase("A session that was over is shown anew; before its end what has ended stays so") { scene in
            let phone = try await scene.device()
            try await scene.start()
            _ = try await scene.store.setStartToken(token("5e01"), of: phone.id, at: scene.at(0))
            _ = try await scene.report("aa01", by: phone)
            _ = try await scene.store.report(
                LiveActivityReport(token: nil, state: .dismissed), on: "run-1", of: "ada", by: phone.id, at: scene.at(1)
            )
            try await scene.start(at: 2)
            #expect(try await scene.activities().map(\.phase) == [.ended])
            _ = try await scene.store.update("run-1", of: "ada", SessionUpdate(status: .completed), at: scene.at(3))
            try await scene.start(at: 4)
            #expect(try await scene.activities().map(\.phase) == [.wanted])
        },
        ConformanceCase("When a device is removed, its activities and its start token are forgotten") { scene in
            let phone = try await scene.willing("5e01")
            let tablet = try await scene.willing("5e02", at: 1)
            try await scene.start(at: 2)
            _ = try await scene.store.removeDevice(phone.id, at: scene.at(3))
            #expect(try await scene.activities().map(\.deviceID) == [tablet.id])
            #expect(try await scene.store.startToken(of: phone.id) == nil)
            #expect(try await scene.store.startToken(of: tablet.id) != nil)
        },
        ConformanceCase("When a device changes hands, its activities and its start token are forgotten") { scene in
            let phone = try await scene.willing("5e01")
            try await scene.start()
            let bobs = try scene.unregistered(of: "bob", token: phone.token.text, at: 5)
            #expect(try await scene.store.register(bobs)?.id == phone.id)
            #expect(try await scene.activities().isEmpty)
            #expect(try await scene.store.startToken(of: phone.id) == nil)
        },
    ]
}
