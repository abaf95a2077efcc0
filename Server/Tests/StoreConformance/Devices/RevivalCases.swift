import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
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
            #expect(try await scene.store.device(phones[1].id)?.inactivation == nil)
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
        ConformanceCase("What was ended meanwhile is due again, an ask among it; what is read or over by then is not") {
            scene in
            try await scene.device()
            let failed = try await scene.tell(at: 1)
            let (_, asked) = try await scene.ask(at: 2)
            let read = try await scene.tell(at: 3)
            try await scene.tell(at: 4, lasting: 100)
            let first = try #require(try await scene.claim(at: 5, limit: 1).first)
            try await scene.record(first, .failed(reason: "Unregistered"), device: .gone(since: nil), at: 6)
            #expect(try await scene.claim(at: 7).isEmpty)
            _ = try await scene.store.markRead(read.id, by: nil, at: scene.at(8))
            try await scene.doubtTokens(at: 9)
            let again = try await scene.claim(at: 300).filter { $0.device.userID == "ada" }
            #expect(Set(again.map(\.notification.id)) == [failed.id, asked.id])
            #expect(again.contains { $0.ask != nil })
        },
        ConformanceCase(
            "What was told while the device counted as dead is due when the others are, or when it is held to"
        ) {
            scene in
            let phone = try await scene.device()
            try await scene.tell(at: 1)
            let first = try #require(try await scene.claim(at: 1).first)
            try await scene.record(first, .failed(reason: "Unregistered"), device: .gone(since: nil), at: 2)
            let told = try await scene.tell(at: 10)
            try await scene.accept(
                scene.notification(at: 11, options: NotificationOptions(isSilent: true)))
            // By UTC: no active device says another zone.
            try await scene.quiet("08:00", "09:00")
            let held = try await scene.tell(at: 12, lasting: 7200)
            try await scene.doubtTokens(at: 13)
            let again = try await scene.sendAll(at: 300).filter { $0.device.id == phone.id }
            #expect(again.map(\.notification.id) == [first.notification.id, told.id])
            #expect(try await scene.steps(of: told) == [.accepted, .deferred, .sent])
            #expect(try await scene.claim(at: 3599).isEmpty)
            #expect(try await scene.claim(at: 3600).map(\.notification.id) == [held.id])
        },
        ConformanceCase("Nothing of a device's former owner comes back with it") {
            scene in
            let phone = try await scene.device()
            try await scene.tell(at: 1)
            let first = try #require(try await scene.claim(at: 1).first)
            try await scene.record(first, .failed(reason: "Unregistered"), device: .gone(since: nil), at: 2)
            let bobs = try await scene.store.register(
                scene.unregistered(of: "bob", token: phone.token.text, at: 3))
            #expect(bobs?.id == phone.id)
            let told = try await scene.tell("bob", at: 4)
            let second = try #require(try await scene.claim(at: 4).first)
            try await scene.record(second, .failed(reason: "Unregistered"), device: .gone(since: nil), at: 5)
            try await scene.doubtTokens(at: 6)
            let again = try await scene.claim(at: 300).filter { $0.device.id == phone.id }
            #expect(again.map(\.notification.id) == [told.id])
        },
        ConformanceCase("However many devices have lapsed, all come back") { scene in
            for _ in 0..<150 { try await scene.device() }
            try await scene.tell(at: 1)
            let claimed = try await scene.claim(at: 1)
            try await scene.store.record(
                claimed.map { DeliveryResult($0, .failed(reason: "Unregistered"), device: .gone(since: nil)) },
                at: scene.at(2))
            try await scene.doubtTokens(at: 3)
            let devices = try await scene.store.devices(of: "ada")
            #expect(devices.allSatisfy { $0.state == .active && $0.inactivation == nil })
            let again = try await scene.claim(at: 300).filter { $0.device.userID == "ada" }
            #expect(Set(again.map(\.device.id)).count == 150)
        },
    ]
}

extension Scene {
    /// The word of the gateway is doubted from `seconds` on, about everything since the beginning: what it cost is due at
    /// 300. A device of another user's brings it up.
    func doubtTokens(at seconds: Int64) async throws {
        let witness = try await device(of: "witness", at: seconds)
        try await tell("witness", at: seconds)
        let claimed = try #require(try await claim(at: seconds).first { $0.device.id == witness.id })
        try await record(
            claimed, .deferred(until: at(300), reason: "TokensDoubted"),
            device: .tokensDoubted(since: at(0), again: at(300)), at: seconds)
    }
}
