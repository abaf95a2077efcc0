import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let deviceConsequenceCases: [ConformanceCase] = [
        ConformanceCase("A device that is gone becomes inactive") { scene in
            let phone = try await scene.device()
            try await scene.tell(at: 1)
            let claimed = try #require(try await scene.claim(at: 1).first)
            try await scene.record(claimed, .failed(reason: "Unregistered"), device: .gone(since: nil), at: 2)
            #expect(try await scene.state(of: phone) == .inactive)
        },
        ConformanceCase("A device that is gone since its registration or later becomes inactive") { scene in
            for seconds in [10, 11] as [Int64] {
                let phone = try await scene.device(at: 10)
                try await scene.tell(at: 20)
                let claimed = try #require(try await scene.claim(at: 20).first)
                try await scene.record(
                    claimed, .failed(reason: "Unregistered"), device: .gone(since: scene.at(seconds)), at: 21)
                #expect(try await scene.state(of: phone) == .inactive)
            }
        },
        ConformanceCase("A device that registered after it was gone stays active") { scene in
            let phone = try await scene.device(at: 10)
            try await scene.tell(at: 20)
            let claimed = try #require(try await scene.claim(at: 20).first)
            try await scene.record(claimed, .failed(reason: "Unregistered"), device: .gone(since: scene.at(9)), at: 21)
            #expect(try await scene.state(of: phone) == .active)
        },
        ConformanceCase("What is said of a registration does not touch the next one") { scene in
            let consequences: [DeliveryResult.DeviceEffect] = [
                .gone(since: nil), .gone(since: scene.at(50)), .suspect, .environment(.sandbox),
            ]
            for consequence in consequences {
                let phone = try await scene.device()
                try await scene.tell()
                let claimed = try #require(try await scene.claim().first { $0.device.id == phone.id })
                let again = try await scene.store.register(
                    scene.unregistered(phone.id, token: "new-\(phone.id)", at: 5))
                try await scene.record(claimed, .failed(reason: "Unregistered"), device: consequence, at: 6)
                #expect(try await scene.store.device(phone.id) == again)
                _ = try await scene.store.removeDevice(phone.id, at: scene.at(7))
            }
        },
        ConformanceCase("A suspect device is quarantined") { scene in
            let phone = try await scene.device()
            try await scene.tell()
            let claimed = try #require(try await scene.claim().first)
            try await scene.record(claimed, .failed(reason: "BadDeviceToken"), device: .suspect, at: 1)
            #expect(try await scene.state(of: phone) == .quarantined)
        },
        ConformanceCase("A removed device stays inactive when it turns out to be suspect or alive elsewhere") { scene in
            let phone = try await scene.device()
            try await scene.tell()
            let claimed = try #require(try await scene.claim().first)
            _ = try await scene.store.removeDevice(phone.id, at: scene.at(1))
            try await scene.record(claimed, .failed(reason: "BadDeviceToken"), device: .suspect, at: 2)
            #expect(try await scene.state(of: phone) == .inactive)
            try await scene.record(claimed, .sent(gatewayID: nil), device: .environment(.sandbox), at: 3)
            #expect(try await scene.state(of: phone) == .inactive)
        },
        ConformanceCase("A device that is alive in the other environment moves there, out of quarantine too") { scene in
            let phone = try await scene.device()
            try await scene.tell()
            let claimed = try #require(try await scene.claim().first)
            try await scene.record(
                claimed, .deferred(until: scene.at(5), reason: "BadDeviceToken"), device: .suspect, at: 1)
            try await scene.record(claimed, .sent(gatewayID: nil), device: .environment(.sandbox), at: 2)
            let stored = try #require(try await scene.store.device(phone.id))
            #expect(stored.environment == .sandbox)
            #expect(stored.state == .active)
        },
    ]
}
