import BellhopModel
import BellhopStore
import Testing

extension StoreConformance {
    static let removalCases: [ConformanceCase] = [
        ConformanceCase("A removed device is inactive") { scene in
            let phone = try await scene.device()
            #expect(try await scene.store.removeDevice(phone.id, at: scene.at(1)))
            #expect(try await scene.state(of: phone) == .inactive)
            #expect(try await scene.store.removeDevice(phone.id, at: scene.at(2)))
        },
        ConformanceCase("A device that is not there cannot be removed") { scene async throws in
            #expect(try await !scene.store.removeDevice(.make(at: scene.at(0)), at: scene.at(1)))
        },
        ConformanceCase("Removing a device revokes its keys and no others") { scene in
            let phone = try await scene.device()
            let tablet = try await scene.device(at: 1)
            let key = try await scene.key(.device, of: "ada", for: phone.id, hash: 1)
            try await scene.key(.device, of: "ada", for: tablet.id, hash: 2)
            try await scene.key(.agent, of: "ada", hash: 3)
            _ = try await scene.store.removeDevice(phone.id, at: scene.at(5))
            _ = try await scene.store.removeDevice(phone.id, at: scene.at(6))
            let revoked = try await scene.store.keys().filter { $0.revokedAt != nil }
            #expect(revoked.map(\.id) == [key.id])
            #expect(revoked.map(\.revokedAt) == [scene.at(5)])
        },
        ConformanceCase("Removing a device ends what waits for it and nothing else") { scene in
            let phone = try await scene.device()
            let tablet = try await scene.device(at: 1)
            let notification = try await scene.tell(at: 2)
            _ = try await scene.store.removeDevice(phone.id, at: scene.at(5))
            #expect(try await scene.store.queueDepth() == 1)
            #expect(try await scene.claim(at: 5).map(\.device.id) == [tablet.id])
            let cancelled = try await scene.store.timeline(of: notification.id).filter { $0.step == .cancelled }
            #expect(cancelled.map(\.deviceID) == [phone.id])
            #expect(cancelled.map(\.at) == [scene.at(5)])
        },
        ConformanceCase("A delivery on its way to a removed device is not tried again") { scene in
            let phone = try await scene.device()
            try await scene.tell()
            let claimed = try #require(try await scene.claim(at: 0, lease: 30).first)
            _ = try await scene.store.removeDevice(phone.id, at: scene.at(1))
            try await scene.record(claimed, .deferred(until: scene.at(5), reason: "Timeout"), at: 2)
            #expect(try await scene.claim(at: 60).isEmpty)
            #expect(try await scene.store.queueDepth() == 0)
        },
    ]
}
