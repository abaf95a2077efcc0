import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let lapseCases: [ConformanceCase] = [
        ConformanceCase("A device that is not active says since when and why, until it registers again") { scene in
            let phone = try await scene.device()
            func lapse() async throws -> DeviceLapse? {
                let device = try await scene.store.device(phone.id)
                return device?.lapse
            }
            #expect(try await lapse() == nil)
            try await scene.tell(at: 1)
            let claimed = try #require(try await scene.claim(at: 1).first)
            try await scene.record(claimed, .failed(reason: "BadDeviceToken"), device: .suspect, at: 2)
            #expect(try await lapse() == DeviceLapse(at: scene.at(2), cause: .gateway, reason: "BadDeviceToken"))
            try await scene.record(claimed, .failed(reason: "Unregistered"), device: .gone(since: nil), at: 3)
            #expect(try await lapse() == DeviceLapse(at: scene.at(3), cause: .gateway, reason: "Unregistered"))
            let again = try #require(
                try await scene.store.register(scene.unregistered(phone.id, token: "new", at: 4)))
            #expect(again.lapse == nil)
            for second in [5, 6] as [Int64] { _ = try await scene.store.removeDevice(phone.id, at: scene.at(second)) }
            #expect(try await lapse() == DeviceLapse(at: scene.at(5), cause: .removed))
        },
        ConformanceCase("A device whose token another one registered says so") { scene in
            let old = try await scene.device(token: "moved", at: 0)
            let phone = try await scene.device(token: "first", at: 1)
            _ = try await scene.store.register(scene.unregistered(phone.id, token: "moved", at: 5))
            #expect(
                try await scene.store.device(old.id)?.lapse == DeviceLapse(at: scene.at(5), cause: .tokenTaken))
        },
    ]

    static let tokenDoubtCases: [ConformanceCase] = [
        ConformanceCase(
            "When a gateway's word is doubted, the devices it took out come back, and what failed is due again"
        ) {
            scene in
            var phones: [Device] = []
            for second in 0..<4 { phones.append(try await scene.device(at: Int64(second))) }
            let removed = try await scene.device(at: 4)
            let notification = try await scene.tell(at: 5)
            let claimed = try await scene.claim(at: 5)
            func delivery(_ device: Device) throws -> ClaimedDelivery {
                guard let delivery = claimed.first(where: { $0.device.id == device.id }) else {
                    throw StoreUnavailable("a delivery was not claimed")
                }
                return delivery
            }
            // Long ago; then gone, suspect, and removed by its owner.
            try await scene.record(
                delivery(phones[0]), .failed(reason: "Unregistered"), device: .gone(since: nil), at: 6)
            try await scene.record(
                delivery(phones[1]), .failed(reason: "Unregistered"), device: .gone(since: nil), at: 10)
            try await scene.record(delivery(phones[2]), .failed(reason: "BadDeviceToken"), device: .suspect, at: 11)
            try await scene.record(
                delivery(removed), .failed(reason: "Unregistered"), device: .gone(since: nil), at: 11)
            _ = try await scene.store.removeDevice(removed.id, at: scene.at(12))
            try await scene.record(
                delivery(phones[3]), .deferred(until: scene.at(300), reason: "TokensDoubted"),
                device: .tokensDoubted(since: scene.at(10), again: scene.at(300)), at: 13)
            var states: [Device.State?] = []
            for phone in phones + [removed] { states.append(try await scene.state(of: phone)) }
            #expect(states == [.inactive, .active, .active, .active, .inactive])
            #expect(try await scene.store.device(phones[1].id)?.lapse == nil)
            #expect(try await scene.claim(at: 299).isEmpty)
            let again = try await scene.claim(at: 300)
            #expect(Set(again.map(\.device.id)) == Set(phones[1...].map(\.id)))
            let line = TimelineEntry(at: scene.at(13), step: .deferred, deviceID: phones[1].id, detail: "TokensDoubted")
            #expect(try await scene.store.timeline(of: notification.id).contains(line))
        },
        ConformanceCase("A device whose token another has by now does not come back with it") { scene in
            let old = try await scene.device(token: "moved", at: 0)
            let other = try await scene.device(token: "first", at: 1)
            try await scene.tell(at: 2)
            let claimed = try await scene.claim(at: 2)
            let first = try #require(claimed.first { $0.device.id == old.id })
            let second = try #require(claimed.first { $0.device.id == other.id })
            try await scene.record(first, .failed(reason: "Unregistered"), device: .gone(since: nil), at: 3)
            let heir = try #require(
                try await scene.store.register(scene.unregistered(other.id, token: "moved", at: 4)))
            try await scene.record(
                second, .deferred(until: scene.at(300), reason: "TokensDoubted"),
                device: .tokensDoubted(since: scene.at(0), again: scene.at(300)), at: 5)
            #expect(try await scene.state(of: old) == .inactive)
            #expect(try await scene.state(of: heir) == .active)
        },
    ]
}
