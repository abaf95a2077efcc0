import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let resultCases: [ConformanceCase] = [
        ConformanceCase("A sent delivery is not claimed again, and the timeline has the gateway's id") { fixture in
            let phone = try await fixture.device()
            let notification = try await fixture.tell()
            let claimed = try #require(try await fixture.claim().first)
            try await fixture.record(claimed, .sent(gatewayID: "unique-1"), at: 2)
            #expect(try await fixture.claim(at: 500).isEmpty)
            let line = TimelineEntry(at: fixture.at(2), step: .sent, deviceID: phone.id, detail: "unique-1")
            #expect(try await fixture.store.timeline(of: notification.id).last == line)
        },
        ConformanceCase("A deferred delivery is claimed again at its time, under the same id") { fixture in
            let phone = try await fixture.device()
            let notification = try await fixture.tell()
            let first = try #require(try await fixture.claim().first)
            try await fixture.record(first, .deferred(until: fixture.at(60), reason: "TooManyRequests"), at: 2)
            #expect(try await fixture.claim(at: 59).isEmpty)
            let second = try #require(try await fixture.claim(at: 60).first)
            #expect(second.id == first.id)
            #expect(second.attempt == 2)
            let line = TimelineEntry(at: fixture.at(2), step: .deferred, deviceID: phone.id, detail: "TooManyRequests")
            #expect(try await fixture.store.timeline(of: notification.id).last == line)
        },
        ConformanceCase("A failed delivery has ended, with the reason in the timeline") { fixture in
            let phone = try await fixture.device()
            let notification = try await fixture.tell()
            let claimed = try #require(try await fixture.claim().first)
            try await fixture.record(claimed, .failed(reason: "PayloadTooLarge"), at: 2)
            #expect(try await fixture.claim(at: 500).isEmpty)
            let line = TimelineEntry(at: fixture.at(2), step: .failed, deviceID: phone.id, detail: "PayloadTooLarge")
            #expect(try await fixture.store.timeline(of: notification.id).last == line)
        },
        ConformanceCase("A sent clear is in the timeline") { fixture in
            try await fixture.device()
            let notification = try await fixture.tell()
            try await fixture.sendAll(at: 1)
            _ = try await fixture.store.markRead(notification.id, by: nil, at: fixture.at(2))
            try await fixture.sendAll(at: 3)
            #expect(try await fixture.steps(of: notification) == [.accepted, .sent, .read, .clearing])
            #expect(try await fixture.store.queueDepth() == 0)
        },
        ConformanceCase("Results of many deliveries are stored together") { fixture in
            for index in 0..<3 { try await fixture.device(at: Int64(index)) }
            let notification = try await fixture.tell(at: 5)
            let claimed = try await fixture.claim(at: 5)
            try await fixture.store.record(
                [
                    DeliveryResult(claimed[0], .sent(gatewayID: nil)),
                    DeliveryResult(claimed[1], .deferred(until: fixture.at(60), reason: "InternalServerError")),
                    DeliveryResult(claimed[2], .failed(reason: "BadTopic")),
                ], at: fixture.at(6))
            #expect(try await fixture.steps(of: notification) == [.accepted, .sent, .deferred, .failed])
            #expect(try await fixture.store.queueDepth() == 1)
        },
        ConformanceCase("An empty list of results is accepted") { fixture in
            try await fixture.store.record([], at: fixture.at(0))
            #expect(try await fixture.store.queueDepth() == 0)
        },
        ConformanceCase("A late result does not reopen an ended delivery") { fixture in
            try await fixture.device()
            let notification = try await fixture.tell()
            let slow = try #require(try await fixture.claim(at: 0, lease: 10).first)
            let quick = try #require(try await fixture.claim(at: 10).first)
            try await fixture.record(quick, .sent(gatewayID: nil), at: 11)
            try await fixture.record(slow, .deferred(until: fixture.at(20), reason: "Timeout"), at: 12)
            #expect(try await fixture.claim(at: 60).isEmpty)
            #expect(try await fixture.steps(of: notification) == [.accepted, .sent, .deferred])
        },
        ConformanceCase("A result that is recorded twice counts as one attempt, with one entry in the timeline") {
            fixture in
            try await fixture.device()
            let endings: [(DeliveryResult.Ending, TimelineEntry.Step)] = [
                (.deferred(until: fixture.at(60), reason: "TooManyRequests"), .deferred),
                (.sent(gatewayID: "unique-1"), .sent), (.failed(reason: "PayloadTooLarge"), .failed),
            ]
            for (ending, step) in endings {
                let notification = try await fixture.tell()
                let claimed = try #require(try await fixture.claim().first)
                for seconds in [2, 3] as [Int64] { try await fixture.record(claimed, ending, at: seconds) }
                #expect(try await fixture.steps(of: notification) == [.accepted, step])
            }
            let again = try await fixture.claim(at: 60)
            #expect(again.map(\.failures) == [1] && again.map(\.attempt) == [2])
        },
        ConformanceCase("Simultaneous results for the same devices are all stored") { fixture in
            try await fixture.device()
            for _ in 0..<80 { try await fixture.tell() }
            let claimed = try await fixture.claim()
            _ = try await inParallel(80) { index in
                try await fixture.record(claimed[index], .sent(gatewayID: nil), at: 1)
            }
            #expect(try await fixture.store.queueDepth() == 0)
        },
    ]
}

extension ConformanceCase {
    static let deviceEffectCases: [ConformanceCase] = [
        ConformanceCase("A device that is gone becomes inactive") { fixture in
            let phone = try await fixture.device()
            try await fixture.tell(at: 1)
            let claimed = try #require(try await fixture.claim(at: 1).first)
            try await fixture.record(claimed, .failed(reason: "Unregistered"), device: .gone(since: nil), at: 2)
            #expect(try await fixture.state(of: phone) == .inactive)
        },
        ConformanceCase("A device that is gone since its registration or later becomes inactive") { fixture in
            for seconds in [10, 11] as [Int64] {
                let phone = try await fixture.device(at: 10)
                try await fixture.tell(at: 20)
                let claimed = try #require(try await fixture.claim(at: 20).first)
                try await fixture.record(
                    claimed, .failed(reason: "Unregistered"), device: .gone(since: fixture.at(seconds)), at: 21)
                #expect(try await fixture.state(of: phone) == .inactive)
            }
        },
        ConformanceCase("A device that registered after it was gone stays active") { fixture in
            let phone = try await fixture.device(at: 10)
            try await fixture.tell(at: 20)
            let claimed = try #require(try await fixture.claim(at: 20).first)
            try await fixture.record(
                claimed, .failed(reason: "Unregistered"), device: .gone(since: fixture.at(9)), at: 21)
            #expect(try await fixture.state(of: phone) == .active)
        },
        ConformanceCase("A result about one registration does not affect the next one") { fixture in
            let consequences: [DeliveryResult.DeviceEffect] = [
                .gone(since: nil), .gone(since: fixture.at(50)), .suspect, .environment(.sandbox),
            ]
            for consequence in consequences {
                let phone = try await fixture.device()
                try await fixture.tell()
                let claimed = try #require(try await fixture.claim().first { $0.device.id == phone.id })
                let again = try await fixture.store.register(
                    fixture.unregistered(phone.id, token: "new-\(phone.id)", at: 5))
                try await fixture.record(claimed, .failed(reason: "Unregistered"), device: consequence, at: 6)
                #expect(try await fixture.store.device(phone.id) == again)
                _ = try await fixture.store.removeDevice(phone.id, at: fixture.at(7))
            }
        },
        ConformanceCase("A suspect device is quarantined") { fixture in
            let phone = try await fixture.device()
            try await fixture.tell()
            let claimed = try #require(try await fixture.claim().first)
            try await fixture.record(claimed, .failed(reason: "BadDeviceToken"), device: .suspect, at: 1)
            #expect(try await fixture.state(of: phone) == .quarantined)
        },
        ConformanceCase("A removed device stays inactive after a suspect result or one of the other environment") {
            fixture in
            let phone = try await fixture.device()
            try await fixture.tell()
            let claimed = try #require(try await fixture.claim().first)
            _ = try await fixture.store.removeDevice(phone.id, at: fixture.at(1))
            try await fixture.record(claimed, .failed(reason: "BadDeviceToken"), device: .suspect, at: 2)
            #expect(try await fixture.state(of: phone) == .inactive)
            try await fixture.record(claimed, .sent(gatewayID: nil), device: .environment(.sandbox), at: 3)
            #expect(try await fixture.state(of: phone) == .inactive)
        },
        ConformanceCase("A token valid in the other environment moves the device there, also out of quarantine") {
            fixture in
            let phone = try await fixture.device()
            try await fixture.tell()
            let claimed = try #require(try await fixture.claim().first)
            try await fixture.record(
                claimed, .deferred(until: fixture.at(5), reason: "BadDeviceToken"), device: .suspect, at: 1)
            try await fixture.record(claimed, .sent(gatewayID: nil), device: .environment(.sandbox), at: 2)
            let stored = try #require(try await fixture.store.device(phone.id))
            #expect(stored.environment == .sandbox)
            #expect(stored.state == .active)
        },
    ]
}
