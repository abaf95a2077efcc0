import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let resultCases: [ConformanceCase] = [
        ConformanceCase("What was sent is not claimed again, and the timeline says so with the gateway's id") { scene in
            let phone = try await scene.device()
            let notification = try await scene.tell()
            let claimed = try #require(try await scene.claim().first)
            try await scene.record(claimed, .sent(gatewayID: "unique-1"), at: 2)
            #expect(try await scene.claim(at: 500).isEmpty)
            let line = TimelineEntry(at: scene.at(2), step: .sent, deviceID: phone.id, detail: "unique-1")
            #expect(try await scene.store.timeline(of: notification.id).last == line)
        },
        ConformanceCase("What was deferred is claimed again at its time, under the same id") { scene in
            let phone = try await scene.device()
            let notification = try await scene.tell()
            let first = try #require(try await scene.claim().first)
            try await scene.record(first, .deferred(until: scene.at(60), reason: "TooManyRequests"), at: 2)
            #expect(try await scene.claim(at: 59).isEmpty)
            let second = try #require(try await scene.claim(at: 60).first)
            #expect(second.id == first.id)
            #expect(second.attempt == 2)
            let line = TimelineEntry(at: scene.at(2), step: .deferred, deviceID: phone.id, detail: "TooManyRequests")
            #expect(try await scene.store.timeline(of: notification.id).last == line)
        },
        ConformanceCase("What failed is over, with the reason in the timeline") { scene in
            let phone = try await scene.device()
            let notification = try await scene.tell()
            let claimed = try #require(try await scene.claim().first)
            try await scene.record(claimed, .failed(reason: "PayloadTooLarge"), at: 2)
            #expect(try await scene.claim(at: 500).isEmpty)
            let line = TimelineEntry(at: scene.at(2), step: .failed, deviceID: phone.id, detail: "PayloadTooLarge")
            #expect(try await scene.store.timeline(of: notification.id).last == line)
        },
        ConformanceCase("A sent clear is noted as such") { scene in
            try await scene.device()
            let notification = try await scene.tell()
            try await scene.sendAll(at: 1)
            _ = try await scene.store.markRead(notification.id, by: nil, at: scene.at(2))
            try await scene.sendAll(at: 3)
            #expect(try await scene.steps(of: notification) == [.accepted, .sent, .read, .clearing])
            #expect(try await scene.store.queueDepth() == 0)
        },
        ConformanceCase("Results of many deliveries are stored together") { scene in
            for index in 0..<3 { try await scene.device(at: Int64(index)) }
            let notification = try await scene.tell(at: 5)
            let claimed = try await scene.claim(at: 5)
            try await scene.store.record(
                [
                    DeliveryResult(claimed[0], .sent(gatewayID: nil)),
                    DeliveryResult(claimed[1], .deferred(until: scene.at(60), reason: "InternalServerError")),
                    DeliveryResult(claimed[2], .failed(reason: "BadTopic")),
                ], at: scene.at(6))
            #expect(try await scene.steps(of: notification) == [.accepted, .sent, .deferred, .failed])
            #expect(try await scene.store.queueDepth() == 1)
        },
        ConformanceCase("No results are stored without ado") { scene in
            try await scene.store.record([], at: scene.at(0))
            #expect(try await scene.store.queueDepth() == 0)
        },
        ConformanceCase("A result that comes after the delivery has ended does not revive it") { scene in
            try await scene.device()
            let notification = try await scene.tell()
            let slow = try #require(try await scene.claim(at: 0, lease: 10).first)
            let quick = try #require(try await scene.claim(at: 10).first)
            try await scene.record(quick, .sent(gatewayID: nil), at: 11)
            try await scene.record(slow, .deferred(until: scene.at(20), reason: "Timeout"), at: 12)
            #expect(try await scene.claim(at: 60).isEmpty)
            #expect(try await scene.steps(of: notification) == [.accepted, .sent, .deferred])
        },
        ConformanceCase("Results recorded at once for the same devices are all stored") { scene in
            try await scene.device()
            for _ in 0..<80 { try await scene.tell() }
            let claimed = try await scene.claim()
            _ = try await inParallel(80) { index in
                try await scene.record(claimed[index], .sent(gatewayID: nil), at: 1)
            }
            #expect(try await scene.store.queueDepth() == 0)
        },
    ]
}
