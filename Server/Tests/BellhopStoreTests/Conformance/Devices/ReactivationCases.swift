import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let tokenDoubtCases: [ConformanceCase] = [
        ConformanceCase(
            "When tokens are doubted, deactivated devices return, and failed deliveries are due again"
        ) {
            fixture in
            var phones: [Device] = []
            for second in 0..<4 { phones.append(try await fixture.device(at: Int64(second))) }
            let removed = try await fixture.device(at: 4)
            let notification = try await fixture.tell(at: 5)
            let claimed = try await fixture.claim(at: 5)
            func delivery(_ device: Device) throws -> ClaimedDelivery {
                guard let delivery = claimed.first(where: { $0.device.id == device.id }) else {
                    throw StoreUnavailable("a delivery was not claimed")
                }
                return delivery
            }
            // Deactivated too early; then gone, suspect, and removed by its owner.
            try await fixture.record(
                delivery(phones[0]), .failed(reason: "Unregistered"), device: .gone(since: nil), at: 6)
            try await fixture.record(
                delivery(phones[1]), .failed(reason: "Unregistered"), device: .gone(since: nil), at: 10)
            try await fixture.record(delivery(phones[2]), .failed(reason: "BadDeviceToken"), device: .suspect, at: 11)
            try await fixture.record(
                delivery(removed), .failed(reason: "Unregistered"), device: .gone(since: nil), at: 11)
            _ = try await fixture.store.removeDevice(removed.id, at: fixture.at(12))
            try await fixture.record(
                delivery(phones[3]), .deferred(until: fixture.at(300), reason: "TokensSuspected"),
                device: .tokensSuspected(since: fixture.at(10), again: fixture.at(300)), at: 13)
            var states: [Device.State?] = []
            for phone in phones + [removed] { states.append(try await fixture.state(of: phone)) }
            #expect(states == [.inactive, .active, .active, .active, .inactive])
            #expect(try await fixture.store.device(phones[1].id)?.inactivation == nil)
            #expect(try await fixture.claim(at: 299).isEmpty)
            let again = try await fixture.claim(at: 300)
            #expect(Set(again.map(\.device.id)) == Set(phones[1...].map(\.id)))
            let line = TimelineEntry(
                at: fixture.at(13), step: .deferred, deviceID: phones[1].id, detail: "TokensSuspected")
            #expect(try await fixture.store.timeline(of: notification.id).contains(line))
        },
        ConformanceCase("A device whose token another one has by then does not return") { fixture in
            let old = try await fixture.device(token: "moved", at: 0)
            let other = try await fixture.device(token: "first", at: 1)
            try await fixture.tell(at: 2)
            let claimed = try await fixture.claim(at: 2)
            let first = try #require(claimed.first { $0.device.id == old.id })
            let second = try #require(claimed.first { $0.device.id == other.id })
            try await fixture.record(first, .failed(reason: "Unregistered"), device: .gone(since: nil), at: 3)
            let heir = try #require(
                try await fixture.store.register(fixture.unregistered(other.id, token: "moved", at: 4)))
            try await fixture.record(
                second, .deferred(until: fixture.at(300), reason: "TokensSuspected"),
                device: .tokensSuspected(since: fixture.at(0), again: fixture.at(300)), at: 5)
            #expect(try await fixture.state(of: old) == .inactive)
            #expect(try await fixture.state(of: heir) == .active)
        },
        ConformanceCase("Deliveries ended in between are due again, also of asks, unless read or expired") {
            fixture in
            try await fixture.device()
            let failed = try await fixture.tell(at: 1)
            let (_, asked) = try await fixture.ask(at: 2)
            let read = try await fixture.tell(at: 3)
            try await fixture.tell(at: 4, lasting: 100)
            let first = try #require(try await fixture.claim(at: 5, limit: 1).first)
            try await fixture.record(first, .failed(reason: "Unregistered"), device: .gone(since: nil), at: 6)
            #expect(try await fixture.claim(at: 7).isEmpty)
            _ = try await fixture.store.markRead(read.id, by: nil, at: fixture.at(8))
            try await fixture.doubtTokens(at: 9)
            let again = try await fixture.claim(at: 300).filter { $0.device.userID == "ada" }
            #expect(Set(again.map(\.notification.id)) == [failed.id, asked.id])
            #expect(again.contains { $0.ask != nil })
        },
        ConformanceCase(
            "Notifications accepted in between are due with the others, or at the end of their hold"
        ) {
            fixture in
            let phone = try await fixture.device()
            try await fixture.tell(at: 1)
            let first = try #require(try await fixture.claim(at: 1).first)
            try await fixture.record(first, .failed(reason: "Unregistered"), device: .gone(since: nil), at: 2)
            let told = try await fixture.tell(at: 10)
            try await fixture.accept(
                fixture.notification(at: 11, options: NotificationOptions(isSilent: true)))
            // In UTC: no active device reports another zone.
            try await fixture.quiet("08:00", "09:00")
            let held = try await fixture.tell(at: 12, lasting: 7200)
            try await fixture.doubtTokens(at: 13)
            let again = try await fixture.sendAll(at: 300).filter { $0.device.id == phone.id }
            #expect(again.map(\.notification.id) == [first.notification.id, told.id])
            #expect(try await fixture.steps(of: told) == [.accepted, .deferred, .sent])
            #expect(try await fixture.claim(at: 3599).isEmpty)
            #expect(try await fixture.claim(at: 3600).map(\.notification.id) == [held.id])
        },
        ConformanceCase("Nothing of a device's former owner returns with it") {
            fixture in
            let phone = try await fixture.device()
            try await fixture.tell(at: 1)
            let first = try #require(try await fixture.claim(at: 1).first)
            try await fixture.record(first, .failed(reason: "Unregistered"), device: .gone(since: nil), at: 2)
            let bobs = try await fixture.store.register(
                fixture.unregistered(of: "bob", token: phone.token.text, at: 3))
            #expect(bobs?.id == phone.id)
            let told = try await fixture.tell("bob", at: 4)
            let second = try #require(try await fixture.claim(at: 4).first)
            try await fixture.record(second, .failed(reason: "Unregistered"), device: .gone(since: nil), at: 5)
            try await fixture.doubtTokens(at: 6)
            let again = try await fixture.claim(at: 300).filter { $0.device.id == phone.id }
            #expect(again.map(\.notification.id) == [told.id])
        },
        ConformanceCase("Any number of deactivated devices returns") { fixture in
            for _ in 0..<150 { try await fixture.device() }
            try await fixture.tell(at: 1)
            let claimed = try await fixture.claim(at: 1)
            try await fixture.store.record(
                claimed.map { DeliveryResult($0, .failed(reason: "Unregistered"), device: .gone(since: nil)) },
                at: fixture.at(2))
            try await fixture.doubtTokens(at: 3)
            let devices = try await fixture.store.devices(of: "ada")
            #expect(devices.allSatisfy { $0.state == .active && $0.inactivation == nil })
            let again = try await fixture.claim(at: 300).filter { $0.device.userID == "ada" }
            #expect(Set(again.map(\.device.id)).count == 150)
        },
    ]
}

extension StoreFixture {
    /// Records that tokens are doubted from `seconds` on, for everything since the beginning; lost deliveries are due
    /// at 300. The result is about a device of another user.
    func doubtTokens(at seconds: Int64) async throws {
        let witness = try await device(of: "witness", at: seconds)
        try await tell("witness", at: seconds)
        let claimed = try #require(try await claim(at: seconds).first { $0.device.id == witness.id })
        try await record(
            claimed, .deferred(until: at(300), reason: "TokensSuspected"),
            device: .tokensSuspected(since: at(0), again: at(300)), at: seconds)
    }
}
