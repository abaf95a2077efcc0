import BellhopModel
import BellhopStore
import Testing

extension ConformanceCase {
    static let removalCases: [ConformanceCase] = [
        ConformanceCase("A removed device is inactive") { fixture in
            let phone = try await fixture.device()
            #expect(try await fixture.store.removeDevice(phone.id, at: fixture.at(1)))
            #expect(try await fixture.state(of: phone) == .inactive)
            #expect(try await fixture.store.removeDevice(phone.id, at: fixture.at(2)))
        },
        ConformanceCase("An unknown device cannot be removed") { fixture async throws in
            #expect(try await !fixture.store.removeDevice(.make(at: fixture.at(0)), at: fixture.at(1)))
        },
        ConformanceCase("Removing a device revokes only its keys") { fixture in
            let phone = try await fixture.device()
            let tablet = try await fixture.device(at: 1)
            let key = try await fixture.key(.device, of: "ada", for: phone.id, hash: 1)
            try await fixture.key(.device, of: "ada", for: tablet.id, hash: 2)
            try await fixture.key(.agent, of: "ada", hash: 3)
            _ = try await fixture.store.removeDevice(phone.id, at: fixture.at(5))
            _ = try await fixture.store.removeDevice(phone.id, at: fixture.at(6))
            let revoked = try await fixture.store.keys().filter { $0.revokedAt != nil }
            #expect(revoked.map(\.id) == [key.id])
            #expect(revoked.map(\.revokedAt) == [fixture.at(5)])
        },
        ConformanceCase("Removing a device ends only its pending deliveries") { fixture in
            let phone = try await fixture.device()
            let tablet = try await fixture.device(at: 1)
            let notification = try await fixture.tell(at: 2)
            _ = try await fixture.store.removeDevice(phone.id, at: fixture.at(5))
            #expect(try await fixture.store.queueDepth() == 1)
            #expect(try await fixture.claim(at: 5).map(\.device.id) == [tablet.id])
            let cancelled = try await fixture.store.timeline(of: notification.id).filter { $0.step == .cancelled }
            #expect(cancelled.map(\.deviceID) == [phone.id])
            #expect(cancelled.map(\.at) == [fixture.at(5)])
        },
        ConformanceCase("A delivery under way to a removed device is not retried") { fixture in
            let phone = try await fixture.device()
            try await fixture.tell()
            let claimed = try #require(try await fixture.claim(at: 0, lease: 30).first)
            _ = try await fixture.store.removeDevice(phone.id, at: fixture.at(1))
            try await fixture.record(claimed, .deferred(until: fixture.at(5), reason: "Timeout"), at: 2)
            #expect(try await fixture.claim(at: 60).isEmpty)
            #expect(try await fixture.store.queueDepth() == 0)
        },
    ]
}

extension ConformanceCase {
    static let inactivationCases: [ConformanceCase] = [
        ConformanceCase("An inactive device has the time and reason, until it registers again") { fixture in
            let phone = try await fixture.device()
            func inactivation() async throws -> DeviceInactivation? {
                let device = try await fixture.store.device(phone.id)
                return device?.inactivation
            }
            #expect(try await inactivation() == nil)
            try await fixture.tell(at: 1)
            let claimed = try #require(try await fixture.claim(at: 1).first)
            try await fixture.record(claimed, .failed(reason: "BadDeviceToken"), device: .suspect, at: 2)
            #expect(
                try await inactivation()
                    == DeviceInactivation(at: fixture.at(2), cause: .gateway, reason: "BadDeviceToken"))
            try await fixture.record(claimed, .failed(reason: "Unregistered"), device: .gone(since: nil), at: 3)
            #expect(
                try await inactivation()
                    == DeviceInactivation(at: fixture.at(3), cause: .gateway, reason: "Unregistered"))
            let again = try #require(
                try await fixture.store.register(fixture.unregistered(phone.id, token: "new", at: 4)))
            #expect(again.inactivation == nil)
            for second in [5, 6] as [Int64] {
                _ = try await fixture.store.removeDevice(phone.id, at: fixture.at(second))
            }
            #expect(try await inactivation() == DeviceInactivation(at: fixture.at(5), cause: .removed))
        },
        ConformanceCase("A device whose token another one has registered has that reason") { fixture in
            let old = try await fixture.device(token: "moved", at: 0)
            let phone = try await fixture.device(token: "first", at: 1)
            _ = try await fixture.store.register(fixture.unregistered(phone.id, token: "moved", at: 5))
            #expect(
                try await fixture.store.device(old.id)?.inactivation
                    == DeviceInactivation(at: fixture.at(5), cause: .tokenTaken))
        },
    ]
}
