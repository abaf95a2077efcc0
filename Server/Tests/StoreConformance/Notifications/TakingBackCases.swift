import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let takingBackCases: [ConformanceCase] = [
        ConformanceCase("What is taken back is not sent any more, and cleared where it was") { scene async throws in
            let phone = try await scene.device()
            let notification = try await scene.tell()
            try await scene.sendAll()
            let unsent = try await scene.tell(at: 1)
            let nothing = Cancellation(stopped: 0, clearing: 0)
            let cleared = try await scene.store.takeBack(notification.id, at: scene.at(2))
            #expect(cleared == Cancellation(stopped: 0, clearing: 1))
            let stopped = try await scene.store.takeBack(unsent.id, at: scene.at(2))
            #expect(stopped == Cancellation(stopped: 1, clearing: 0))
            #expect(try await scene.store.takeBack(unsent.id, at: scene.at(3)) == nothing)
            #expect(try await scene.store.takeBack(.make(at: scene.at(0)), at: scene.at(3)) == nil)
            let claimed = try await scene.claim(at: 3)
            #expect(claimed.map(\.purpose) == [.clear])
            #expect(claimed.map(\.device.id) == [phone.id])
            #expect(try await scene.store.badge(of: "ada", at: scene.at(3)) == 0)
            let reason = "its sender took it back"
            #expect(
                try await scene.store.timeline(of: unsent.id).dropFirst() == [
                    TimelineEntry(at: scene.at(2), step: .cancelled, detail: reason),
                    TimelineEntry(at: scene.at(2), step: .cancelled, deviceID: phone.id, detail: reason),
                ])
        },
        ConformanceCase("What is on its way when it is taken back is cleared once it is there") { scene async throws in
            try await scene.device()
            let notification = try await scene.tell()
            let claimed = try #require(try await scene.claim().first)
            let result = try await scene.store.takeBack(notification.id, at: scene.at(1))
            #expect(result == Cancellation(stopped: 0, clearing: 0))
            let isCleared = try await scene.record(claimed, .sent(gatewayID: nil), at: 2)
            #expect(isCleared)
            #expect(try await scene.claim(at: 2).map(\.purpose) == [.clear])
        },
    ]
}
